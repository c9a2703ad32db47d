import { join } from 'node:path'
import { openSqliteReadStore, openSqliteStore } from '../../src/store/sqlite/open.ts'
import type { StoreFixture } from './contract.ts'
import { NOW } from './drafts.ts'
import { kept, newFolder } from './kept.ts'

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
