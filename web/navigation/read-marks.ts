import { readStored, writeStored } from './stored.ts'

const KEY = 'digest-read'

/** Articles remembered, the latest; beyond that nobody sees the mark again. */
const MOST = 5_000

const isIds = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((id) => typeof id === 'number')

const HIDES_KEY = 'digest-hides-read'

const isFlag = (value: unknown): value is boolean => typeof value === 'boolean'

export function hidesReadArticles(): boolean {
  return readStored(HIDES_KEY, isFlag, false)
}

export function rememberHidesRead(hides: boolean): void {
  writeStored(HIDES_KEY, hides)
}

/** Ids of articles opened in this browser; nobody else ever learns of them. */
export function readArticles(): ReadonlySet<number> {
  return new Set(readStored(KEY, isIds, []))
}

/** @returns all that are remembered now */
export function rememberRead(ids: readonly number[]): ReadonlySet<number> {
  const fresh = new Set(ids)
  const kept = [...readArticles()].filter((known) => !fresh.has(known))
  const all = [...kept, ...fresh].slice(-MOST)
  writeStored(KEY, all)
  return new Set(all)
}
