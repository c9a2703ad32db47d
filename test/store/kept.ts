import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'
import type { ReadStore } from '../../src/store/read-store.ts'

/** Runs what is given to it when something is over: the test, if not said otherwise. */
export type WhenOver = (end: () => unknown) => void

/** For what `beforeAll` makes. Call it in the `describe`, whose end it waits for. */
export function whenAllOver(): WhenOver {
  const ends: (() => unknown)[] = []
  afterAll(async () => {
    for (const end of ends.toReversed()) await end()
  })
  return (end) => ends.push(end)
}

export const whenTestOver: WhenOver = (end) => onTestFinished(async () => void (await end()))

/** A folder that goes at the end. */
export function newFolder(whenOver = whenTestOver): string {
  const folder = mkdtempSync(join(tmpdir(), 'digest-store-'))
  whenOver(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Closes a store at the end. */
export function kept<S extends ReadStore>(store: S, whenOver = whenTestOver): S {
  whenOver(() => store.close())
  return store
}
