import type { Database, Statement } from 'better-sqlite3'

/** Prepared statements by the names of their texts. */
export type Prepared<S extends Readonly<Record<string, string>>> = {
  readonly [Name in keyof S]: Statement
}

/** Prepares each statement of a map once. */
export function prepareAll<S extends Readonly<Record<string, string>>>(db: Database, texts: S): Prepared<S> {
  const entries = Object.entries(texts).map(([name, text]) => [name, db.prepare(text)] as const)
  // The type of `Object.fromEntries` lacks the names, which are those of `texts`.
  return Object.fromEntries(entries) as Prepared<S>
}
