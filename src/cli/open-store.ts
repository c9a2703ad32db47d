import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Config } from '../config/config.ts'
import { codeOf, DigestError } from '../model/errors.ts'
import type { ReadStore } from '../store/read-store.ts'
import { type CollectorLock, lockForCollecting } from '../store/sqlite/collector-lock.ts'
import { openSqliteReadStore, openSqliteStore } from '../store/sqlite/open.ts'
import type { Store } from '../store/store.ts'

/** Opens the configured store for writing. Creates or migrates it if needed. */
export async function openStore(config: Config): Promise<Store> {
  makeFolder(dirname(config.store.file))
  return openSqliteStore(config.store.file, { now: Date.now })
}

/** Opens the configured store for reading; it must exist. */
export async function openReadStore(config: Pick<Config, 'store'>): Promise<ReadStore> {
  return openSqliteReadStore(config.store.file, { now: Date.now })
}

/** Takes the lock for scheduled collecting into the configured store. Throws the errors of `lockForCollecting`. */
export function lockCollector(config: Config): CollectorLock {
  makeFolder(dirname(config.store.file))
  return lockForCollecting(config.store.file)
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (cause) {
    const why = codeOf(cause) ?? 'for an unknown reason'
    const message = `the folder ${folder} cannot be made (${why}); choose another with --data`
    throw new DigestError('configInvalid', message, { cause })
  }
}
