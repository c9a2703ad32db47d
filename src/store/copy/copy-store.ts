import { createHash } from 'node:crypto'
import { DigestError } from '../../model/errors.ts'
import { jsonCell } from '../connection.ts'
import type { CopyState, Row, TableReader, TableStore } from './table-store.ts'
import { type CopiedTable, DATA_TABLES, HEAD_TABLES } from './tables.ts'

const ALL_TABLES = [...HEAD_TABLES, ...DATA_TABLES]

/** Matches no store's `seq`: the next copy starts again. */
const ANEW = -1

export interface CopyProgress {
  readonly kind: 'copied' | 'verified'
  readonly table: string
  /** Finished rows of this table, and all its rows. */
  readonly done: number
  readonly rows: number
  /** The same for all tables. */
  readonly doneOfAll: number
  readonly rowsOfAll: number
}

export interface CopyOptions {
  readonly onProgress?: (progress: CopyProgress) => void
  /** Stops the copy after a batch. */
  readonly signal?: AbortSignal
}

interface CopiedRows {
  readonly table: string
  readonly rows: number
  /** SHA-256 of the rows as JSON lines in key order, 64 hex digits. */
  readonly checksum: string
}

/** How a copy starts. `copied`: the target is already a finished copy, which is only verified. */
type CopyStart = 'anew' | 'resumed' | 'copied'

export interface CopyReport {
  readonly start: CopyStart
  readonly tables: readonly CopiedRows[]
}

/**
 * Copies all tables with their ids, then verifies that both stores have the same rows. An interrupted copy continues
 * after the last batch of each table if the source is unchanged; otherwise it starts again.
 *
 * @param target empty, or a copy of this source
 * @throws DigestError('storeForeign') with nothing changed if the target has other rows; 'storeFailed' if the source
 *   was written meanwhile or the stores differ; the abort reason after an abort
 */
export async function copyStore(
  source: TableStore,
  target: TableStore,
  options: CopyOptions = {},
): Promise<CopyReport> {
  const { start, seq } = await source.snapshot(async (from) => {
    const state = await from.state()
    const begun = copyStart(source.place, state, target.place, await target.snapshot((to) => to.state()))
    if (begun !== 'copied') {
      await target.begin(begun, await headOf(from), state.seq)
      await copyTables(from, target, begun, options)
    }
    return { start: begun, seq: state.seq }
  })
  const compared = await compareStores(source, target, seq, options)
  if (compared.failure !== undefined) {
    // A finished copy may be in use already, so it stays unchanged.
    if (start === 'copied') throw usedSince(target.place)
    await target.note(ANEW)
    throw new DigestError('storeFailed', compared.failure)
  }
  if (start !== 'copied') await target.note(undefined)
  return { start, tables: compared.tables }
}

/**
 * Copies a snapshot of all tables while others write to the source, then verifies the copy against the snapshot.
 *
 * @param target empty
 * @throws DigestError('storeFailed') if the copy differs; 'storeForeign' if the source is an unfinished copy; the
 *   abort reason after an abort. The target then stays an unfinished copy
 */
export async function copyState(
  source: TableStore,
  target: TableStore,
  options: CopyOptions = {},
): Promise<readonly CopiedRows[]> {
  const { tables, failure } = await source.snapshot(async (from) => {
    const state = await from.state()
    copyStart(source.place, state, target.place, await target.snapshot((to) => to.state()))
    await target.begin('anew', await headOf(from), state.seq)
    await copyTables(from, target, 'anew', options)
    return target.snapshot((to) => compareTables(from, to, [source.place, target.place], options))
  })
  if (failure !== undefined) throw new DigestError('storeFailed', failure)
  await target.note(undefined)
  return tables
}

/** Decides how a copy starts. @throws DigestError('storeForeign') if the target must not be written */
export function copyStart(from: string, source: CopyState, to: string, target: CopyState): CopyStart {
  if (source.unfinishedSeq !== undefined) {
    throw new DigestError(
      'storeForeign',
      `${from} is an unfinished copy: finish it first, or copy its source`,
    )
  }
  if (target.storeId !== source.storeId) {
    if (target.isEmpty && target.unfinishedSeq === undefined) return 'anew'
    const what = target.unfinishedSeq === undefined ? 'has the items' : 'is an unfinished copy'
    throw new DigestError('storeForeign', `${to} ${what} of another store; it was left as it is`)
  }
  if (target.unfinishedSeq !== undefined) return target.unfinishedSeq === source.seq ? 'resumed' : 'anew'
  if (target.seq === source.seq) return 'copied'
  throw usedSince(to)
}

function usedSince(place: string): DigestError {
  return new DigestError(
    'storeForeign',
    `${place} is a finished copy, and one of the two stores has changed since; it was left as it is. Name an empty store`,
  )
}

async function headOf(from: TableReader): Promise<Map<CopiedTable, Row[]>> {
  const head = new Map<CopiedTable, Row[]>()
  for (const table of HEAD_TABLES) {
    const rows: Row[] = []
    for await (const batch of from.batches(table)) rows.push(...batch)
    head.set(table, rows)
  }
  return head
}

async function copyTables(
  from: TableReader,
  target: TableStore,
  start: CopyStart,
  { onProgress, signal }: CopyOptions,
): Promise<void> {
  const progress = await progressOf('copied', from, DATA_TABLES, onProgress)
  for (const table of DATA_TABLES) {
    const [after, before] =
      start === 'anew'
        ? [undefined, 0]
        : await target.snapshot(async (to) => [await to.lastKey(table), await to.count(table)])
    progress(table, before)
    for await (const rows of from.batches(table, after)) {
      signal?.throwIfAborted()
      await target.append(table, rows)
      progress(table, rows.length)
    }
    if (table.isNumbered) await target.continueAfter(table, await from.lastNumber(table))
  }
}

interface Comparison {
  readonly tables: readonly CopiedRows[]
  /** The first difference; `undefined` if there is none. */
  readonly failure: string | undefined
}

/** New snapshots show what was written during the copy. */
async function compareStores(
  source: TableStore,
  target: TableStore,
  seq: number,
  options: CopyOptions,
): Promise<Comparison> {
  return source.snapshot((from) =>
    target.snapshot(async (to) => {
      if ((await from.state()).seq !== seq) {
        const failure = `${source.place} was written while it was copied: stop what writes, and run the command again`
        return { tables: [], failure }
      }
      return compareTables(from, to, [source.place, target.place], options)
    }),
  )
}

async function compareTables(
  from: TableReader,
  to: TableReader,
  places: readonly [from: string, to: string],
  { onProgress, signal }: CopyOptions,
): Promise<Comparison> {
  const tables: CopiedRows[] = []
  const progress = await progressOf('verified', from, ALL_TABLES, onProgress)
  for (const table of ALL_TABLES) {
    const sums = [
      sumOf(from, table, signal, (rows) => progress(table, rows)),
      sumOf(to, table, signal),
    ] as const
    // If one fails, the other ends first: a store that is being read cannot be closed.
    await Promise.allSettled(sums)
    const [expected, copied] = await Promise.all(sums)
    if (copied.rows !== expected.rows || copied.checksum !== expected.checksum) {
      const counts = `${expected.rows} rows in ${places[0]}, ${copied.rows} in ${places[1]}`
      const failure = `the table ${table.name} differs (${counts}): stop what writes to either store, and run the command again`
      return { tables, failure }
    }
    tables.push(expected)
  }
  return { tables, failure: undefined }
}

async function sumOf(
  reader: TableReader,
  table: CopiedTable,
  signal: AbortSignal | undefined,
  onRows: (rows: number) => void = () => undefined,
): Promise<CopiedRows> {
  const hash = createHash('sha256')
  let rows = 0
  onRows(0)
  for await (const batch of reader.batches(table)) {
    signal?.throwIfAborted()
    hash.update(batch.map((row) => `${JSON.stringify(row.map(jsonCell))}\n`).join(''))
    rows += batch.length
    onRows(batch.length)
  }
  return { table: table.name, rows, checksum: hash.digest('hex') }
}

/** @returns a function that reports further rows of a table */
async function progressOf(
  kind: CopyProgress['kind'],
  from: TableReader,
  tables: readonly CopiedTable[],
  onProgress: CopyOptions['onProgress'] = () => undefined,
): Promise<(table: CopiedTable, rows: number) => void> {
  const counts = new Map<CopiedTable, number>()
  for (const table of tables) counts.set(table, await from.count(table))
  const rowsOfAll = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const done = new Map<CopiedTable, number>()
  let doneOfAll = 0
  return (table, rows) => {
    const doneOfTable = (done.get(table) ?? 0) + rows
    done.set(table, doneOfTable)
    doneOfAll += rows
    onProgress({
      kind,
      table: table.name,
      done: doneOfTable,
      rows: counts.get(table) ?? 0,
      doneOfAll,
      rowsOfAll,
    })
  }
}
