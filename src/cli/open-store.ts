import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Config } from '../config/config.ts'
import { readStoreAddress } from '../config/store-setting.ts'
import { codeOf, DigestError } from '../model/errors.ts'
import { placeOf, type PostgresAddress, type StoreAddress } from '../model/store-address.ts'
import { engineOf } from '../store/engine-of.ts'
import type { CollectorLock } from '../store/engine.ts'
import type { DigesterLock } from '../store/postgres/digester-lock.ts'
import type { PostgresStore } from '../store/postgres/open.ts'
import type { ReadStore } from '../store/read-store.ts'
import type { Store } from '../store/store.ts'

/** Opens the configured store for writing; creates or migrates it if needed. */
export async function openStore({ store }: Config): Promise<Store> {
  // The files of a PostgreSQL store, such as the search index, are in this folder too.
  makeFolder(dirname(store.file))
  return (await engineOf(store)).open()
}

/**
 * Prepares a shared store for a node that only reads. It creates or migrates the store only if needed, so that the node
 * usually needs no right to write.
 */
export async function prepareForReading(store: PostgresAddress): Promise<void> {
  makeFolder(dirname(store.file))
  const { isPostgresStoreUpToDate } = await import('../store/postgres/open.ts')
  if (await isPostgresStoreUpToDate(store)) return
  try {
    await (await openSharedStore(store)).close()
  } catch (cause) {
    // Without that right, opening it for reading reports what another node must do first.
    if (!(cause instanceof DigestError && cause.code === 'storeForbidden')) throw cause
  }
}

/** Opens a shared store for writing; creates or migrates it if needed. */
export async function openSharedStore(store: PostgresAddress): Promise<PostgresStore> {
  const { openPostgresStore } = await import('../store/postgres/open.ts')
  return openPostgresStore(store, { now: Date.now })
}

/** Waits for the lock of the digesting node. Rejects with the signal's reason, or if the database does not answer. */
export async function awaitDigesting(
  store: PostgresAddress,
  signal: AbortSignal,
  onAsked: () => void,
): Promise<DigesterLock> {
  const { awaitDigesterLock } = await import('../store/postgres/digester-lock.ts')
  return awaitDigesterLock(store, signal, onAsked)
}

export async function openReadStore({ store }: Pick<Config, 'store'>): Promise<ReadStore> {
  return (await engineOf(store)).openForReading()
}

/** Whether there is a store at the configured place. Rejects if a database does not answer. */
export async function hasStore({ store }: Pick<Config, 'store'>): Promise<boolean> {
  return (await engineOf(store)).exists()
}

/** Takes the lock for scheduled collecting. Rejects with the errors of the engine's lock. */
export async function lockCollector({ store }: Config): Promise<CollectorLock> {
  makeFolder(dirname(store.file))
  return (await engineOf(store)).lock()
}

/**
 * Takes the same lock for work on a store that nobody writes to. @returns releases it
 *
 * @param when completes "stop the service …"
 * @throws DigestError('storeInUse') if a service collects into the store
 */
export async function lockStopped(store: StoreAddress, when: string): Promise<() => void | Promise<void>> {
  try {
    const held = await (await engineOf(store)).lock()
    return () => held.release()
  } catch (cause) {
    if (!(cause instanceof DigestError && cause.code === 'storeInUse')) throw cause
    const message = `a service collects into ${placeOf(store)}: stop it ${when}`
    throw new DigestError('storeInUse', message, { cause })
  }
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

/** Parses a flag's store address. @throws DigestError('parameterInvalid') */
export function addressOf(flag: string, text: string, cwd: string): StoreAddress {
  const written = readStoreAddress(text)
  if (typeof written === 'string') throw new DigestError('parameterInvalid', `${flag} ${written}`)
  // Commands on whole stores create no files beside a database.
  return { ...written, file: resolve(cwd, written.kind === 'sqlite' ? written.file : 'digest') }
}
