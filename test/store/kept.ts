import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { ReadStore } from '../../src/store/read-store.ts'

/** A folder that goes when the test is over. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'digest-store-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Closes a store when the test is over. */
export function kept<S extends ReadStore>(store: S): S {
  onTestFinished(() => store.close())
  return store
}
