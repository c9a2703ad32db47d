import { createRequire } from 'node:module'
import type BetterSqlite3 from 'better-sqlite3'
import { DigestError, messageOf } from '../../model/errors.ts'

/** Minimum Node-API of version 13 (Node.js 22.14 and later). With an older one it crashes on opening a database. */
const NEEDED_NODE_API = 10

/**
 * Selects the version of better-sqlite3. Version 13 uses Node-API, version 12 is compiled against V8. Version 12 must
 * not run on Node.js 24.19 and later, where the process aborts when a statement is garbage-collected
 * (https://github.com/nodejs/node/issues/65446).
 */
export function driverPackage(nodeApi = 0): 'better-sqlite3' | 'better-sqlite3-12' {
  return nodeApi >= NEEDED_NODE_API ? 'better-sqlite3' : 'better-sqlite3-12'
}

export type Database = BetterSqlite3.Database
export const Database = loadDriver()

function loadDriver(): typeof BetterSqlite3 {
  const name = driverPackage(Number(process.versions['napi']))
  try {
    // Both versions have the interface of version 12's types.
    const driver = createRequire(import.meta.url)(name) as typeof BetterSqlite3
    // The native code is loaded only now.
    new driver(':memory:').close()
    return driver
  } catch (cause) {
    throw new DigestError('storeUnusable', whyNotLoaded(name, cause), { cause })
  }
}

/** The message for a driver that cannot be loaded. Exported for its test. */
export function whyNotLoaded(name: string, cause: unknown): string {
  return (
    `SQLite cannot be loaded: ${name} is missing, or not compiled for this Node.js, ${process.version}. Install again ` +
    'with this Node.js. With version 20, or where no prebuilt driver fits, do it without --ignore-scripts: this compiles, ' +
    `which needs a C++ compiler, make and Python. The cause: ${messageOf(cause).split(/\n| Tried:/)[0]}`
  )
}
