import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import type { ReadStore } from '../../src/store/read-store.ts'
import { openSqliteReadStore, openSqliteStore } from '../../src/store/sqlite/open.ts'
import type { StoreFixture } from './contract.ts'
import { NOW } from './drafts.ts'

const folders: string[] = []
const opened: ReadStore[] = []

afterEach(async () => {
  for (const store of opened.splice(0)) await store.close()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** A folder that goes when the test is over. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'digest-store-'))
  folders.push(folder)
  return folder
}

/** A SQLite store in a folder of its own. */
export async function newSqliteFixture(): Promise<StoreFixture & { readonly file: string }> {
  const folder = newFolder()
  const file = join(folder, 'digest.db')
  const options = { now: () => NOW }
  return {
    file,
    open: async () => kept(await openSqliteStore(file, options)),
    openReader: async () => kept(await openSqliteReadStore(file, options)),
  }
}

function kept<S extends ReadStore>(store: S): S {
  opened.push(store)
  return store
}
