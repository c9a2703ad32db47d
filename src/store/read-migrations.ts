import { readdirSync, readFileSync } from 'node:fs'

export interface Migration {
  readonly version: number
  readonly sql: string
}

/** Reads the numbered SQL files of a folder, in order. */
export function readMigrationsIn(folder: URL): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{3}-.+\.sql$/.test(name))
    .sort()
    .map((name) => ({ version: Number(name.slice(0, 3)), sql: readFileSync(new URL(name, folder), 'utf8') }))
}
