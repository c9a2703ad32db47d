import { rmSync } from 'node:fs'
import { loadConfig } from '../../../config/load.ts'
import { placeOf, type StoreAddress } from '../../../model/store-address.ts'
import { checkIndexFile, indexFile } from '../../../search/index-file.ts'
import type { CacheState } from '../../../store/check/cache-state.ts'
import { type CheckedStore, checkTables, type Fault } from '../../../store/check/check-store.ts'
import { columnsFileOf } from '../../../store/columns/columns-cache.ts'
import { engineOf } from '../../../store/engine-of.ts'
import { checkColumns } from '../../../store/sqlite/check-columns.ts'
import { closing, type CommandDeps, type ExitCode, jsonText } from '../../io.ts'
import { hasStore, lockStopped } from '../../open-store.ts'
import type { Flags } from '../../options.ts'
import { printable } from '../../terminal.ts'

/**
 * Checks the store: the engine's file, the tables against each other, and the caches against the rows. With `repair` it
 * rebuilds derived data; nobody may collect into the store meanwhile.
 *
 * @returns 1 if a fault remains
 * @throws DigestError('storeInUse'); also the errors of the settings and of opening the store
 */
export async function checkStore(
  { json = false, repair = false, ...flags }: Flags<'json' | 'repair'>,
  { io, cwd, env, now }: CommandDeps,
): Promise<ExitCode> {
  const { store } = loadConfig({ flags, env, cwd, withSecrets: false })
  if (!(await hasStore({ store }))) {
    io.stderr.write(`there is no store at ${placeOf(store)} yet\n`)
    if (json) io.stdout.write(faultsJson([]))
    return 0
  }
  const release = repair ? await lockStopped(store, 'while its store is repaired') : undefined
  try {
    const faults = await faultsOf(store, repair, now())
    io.stdout.write(json ? faultsJson(faults) : faultsText(faults, placeOf(store)))
    return faults.every(({ state }) => state === 'repaired') ? 0 : 1
  } finally {
    await release?.()
  }
}

async function faultsOf(store: StoreAddress, repairs: boolean, now: number): Promise<Fault[]> {
  return closing(await (await engineOf(store)).openChecked(repairs), async (checked) => {
    const engine = await engineFaults(checked, repairs)
    // Statements on damaged pages would fail.
    if (engine.some(({ state }) => state !== 'repaired')) return engine
    // Caches are compared first: they take in repairs later.
    const caches = await cacheFaults(store, repairs)
    return [...engine, ...(await checkTables(checked.db, repairs, now)), ...caches]
  })
}

async function engineFaults(checked: CheckedStore, repairs: boolean): Promise<Fault[]> {
  const found = await checked.engineFaults()
  if (found.length === 0) return []
  if (repairs) await checked.rebuildIndexes().catch(() => undefined)
  const left = repairs ? await checked.engineFaults() : found
  const isIndexOnly = found.every((text) => /index/i.test(text))
  const state = left.length === 0 ? 'repaired' : isIndexOnly && !repairs ? 'repairable' : 'lost'
  return [
    { name: 'file', what: `faults of the file: ${found.join('; ')}`, rows: found.length, ids: [], state },
  ]
}

async function cacheFaults(store: StoreAddress, repairs: boolean): Promise<Fault[]> {
  return closing(await (await engineOf(store)).openSearchSource(), async ({ source }) => {
    const columns = store.kind === 'sqlite' ? await checkColumns(store.file) : undefined
    const index = await checkIndexFile(source)
    return [
      ...cacheFault('columnsFile', columnsFileOf(store.file), columns, repairs),
      ...cacheFault('searchIndexFile', indexFile(source.address), index, repairs),
    ]
  })
}

/** The next start rebuilds a deleted cache. */
function cacheFault(name: string, file: string, cache: CacheState | undefined, repairs: boolean): Fault[] {
  if (cache?.kind !== 'damaged' && cache?.kind !== 'wrong') return []
  if (repairs) rmSync(file, { force: true })
  const state = repairs ? 'repaired' : 'repairable'
  const [rows, what] =
    cache.kind === 'wrong'
      ? [cache.items, `items that ${file} has otherwise than the store`]
      : [1, `file that is damaged or of another version: ${file}`]
  return [{ name, what, rows, ids: [], state }]
}

const OUTCOMES: Readonly<Record<Fault['state'], string>> = {
  repaired: 'repaired',
  repairable: 'can be repaired: stop the service and run content-digest doctor --repair',
  lost: 'cannot be derived from the rest: restore a backup (content-digest restore), or delete these items',
}

function faultsText(faults: readonly Fault[], place: string): string {
  if (faults.length === 0) return `${place}: nothing is wrong\n`
  return faults
    .map(({ what, rows, ids, state }) => {
      const some = ids.length === 0 ? '' : ` (${ids.join(', ')}${rows > ids.length ? ', …' : ''})`
      return `${printable(`${rows} ${what}${some}`)}\n  ${OUTCOMES[state]}\n`
    })
    .join('')
}

function faultsJson(faults: readonly Fault[]): string {
  const healthy = faults.every(({ state }) => state === 'repaired')
  return jsonText({ healthy, faults })
}
