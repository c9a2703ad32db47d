import { resolve } from 'node:path'
import cliProgress from 'cli-progress'
import type { Command } from 'commander'
import { readStoreAddress } from '../../config/store-setting.ts'
import { DigestError } from '../../model/errors.ts'
import { placeOf, type StoreAddress } from '../../model/store-address.ts'
import { type CopyProgress, type CopyReport, copyStart, copyStore } from '../../store/copy/copy-store.ts'
import type { TableStore } from '../../store/copy/table-store.ts'
import { type CommandDeps, type ExitCode, processDeps } from '../io.ts'
import { hasStore, lockStore, openTables, openTablesForWriting } from '../open-store.ts'

interface CopyFlags {
  readonly from: string
  readonly to: string
}

export function registerStore(program: Command, deps: CommandDeps = processDeps()): void {
  program
    .command('store')
    .description('work on whole stores')
    .command('copy')
    .description('copy a store into an empty one, of the same or the other engine, and verify the copy')
    .requiredOption('--from <store>', 'what to copy: sqlite: and a file, or postgres:// and a database')
    .requiredOption('--to <store>', 'where to, written alike; a copy that was interrupted goes on')
    .action(async (flags: CopyFlags) => {
      const stop = new AbortController()
      const onSignal = (): void => stop.abort()
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, onSignal)
      try {
        deps.exit(await copyBetween(flags, deps, stop.signal))
      } finally {
        for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, onSignal)
      }
    })
}

/**
 * Copies a store, and reports the rows and the checksum of each table. It refuses if somebody collects into either store.
 *
 * @returns 1 if it was interrupted
 * @throws DigestError('parameterInvalid') if an address is invalid or there is no store to copy; `storeInUse`; the errors
 *   of opening a store and of `copyStore`
 */
async function copyBetween(flags: CopyFlags, deps: CommandDeps, signal: AbortSignal): Promise<ExitCode> {
  const { io, cwd } = deps
  const from = addressOf('--from', flags.from, cwd)
  const to = addressOf('--to', flags.to, cwd)
  if (isSame(from, to)) throw new DigestError('parameterInvalid', '--from and --to name the same store')
  if (!(await hasStore({ store: from })))
    throw new DigestError('parameterInvalid', `--from: there is no store at ${placeOf(from)}`)

  const closing: (() => void | Promise<void>)[] = []
  const keep = (store: TableStore): TableStore => {
    closing.push(() => store.close())
    return store
  }
  try {
    const source = keep(await openTables(from))
    if (await hasStore({ store: to })) await checkTarget(source, to)
    closing.push(await lock(from))
    const target = keep(await openTablesForWriting(to))
    closing.push(await lock(to))
    const progress = progressTo(io.stderr)
    try {
      io.stdout.write(reportOf(await copyStore(source, target, { signal, onProgress: progress.show }), to))
      return 0
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      progress.end()
    }
    io.stderr.write('interrupted; the same command goes on\n')
    return 1
  } finally {
    for (const close of closing.toReversed()) await close()
  }
}

function addressOf(flag: string, text: string, cwd: string): StoreAddress {
  const written = readStoreAddress(text)
  if (typeof written === 'string') throw new DigestError('parameterInvalid', `${flag} ${written}`)
  // Copying makes no files beside a database.
  return { ...written, file: resolve(cwd, written.kind === 'sqlite' ? written.file : 'digest') }
}

function isSame(one: StoreAddress, other: StoreAddress): boolean {
  if (one.kind === 'postgres') return other.kind === 'postgres' && one.url === other.url
  return other.kind === 'sqlite' && one.file === other.file
}

/** Refuses a target by reading alone: opening it for writing could migrate a store of others. */
async function checkTarget(source: TableStore, to: StoreAddress): Promise<void> {
  const target = await openTables(to)
  try {
    const [sourceState, targetState] = [
      await source.snapshot((from) => from.state()),
      await target.snapshot((into) => into.state()),
    ]
    copyStart(source.place, sourceState, target.place, targetState)
  } finally {
    await target.close()
  }
}

/** @returns what releases the lock */
async function lock(store: StoreAddress): Promise<() => void | Promise<void>> {
  try {
    const held = await lockStore(store)
    return () => held.release()
  } catch (cause) {
    if (!(cause instanceof DigestError && cause.code === 'storeInUse')) throw cause
    const message = `a service collects into ${placeOf(store)}: stop it while the store is copied`
    throw new DigestError('storeInUse', message, { cause })
  }
}

const VERBS = { copied: 'copying', verified: 'verifying' } as const

/** Shows a bar on a terminal, else a line for each table. */
function progressTo(stderr: CommandDeps['io']['stderr']) {
  if (stderr.isTTY !== true) {
    return {
      show: ({ kind, table, done, rows }: CopyProgress): void => {
        if (done === rows) stderr.write(`${kind} ${table}: ${rows} rows\n`)
      },
      end: () => undefined,
    }
  }
  const bar = new cliProgress.SingleBar({
    format: '{verb} {bar} {value}/{total} rows {table}',
    hideCursor: true,
    stream: process.stderr,
  })
  let shown: CopyProgress['kind'] | undefined
  return {
    show: ({ kind, table, doneOfAll, rowsOfAll }: CopyProgress): void => {
      const payload = { verb: VERBS[kind], table }
      if (shown === kind) bar.update(doneOfAll, payload)
      else bar.start(rowsOfAll, doneOfAll, payload)
      shown = kind
    },
    end: () => bar.stop(),
  }
}

const STARTS = {
  anew: 'copied',
  resumed: 'copied, after an earlier part',
  copied: 'was copied already',
} as const

/** The report for people. Ends with a newline. */
function reportOf({ start, tables }: CopyReport, to: StoreAddress): string {
  const width = Math.max(...tables.map(({ table }) => table.length))
  return [
    ...tables.map(
      ({ table, rows, checksum }) =>
        `${table.padEnd(width)}  ${String(rows).padStart(10)}  ${checksum.slice(0, 16)}`,
    ),
    `${placeOf(to)}: ${STARTS[start]}; the rows of both stores are the same`,
    '',
  ].join('\n')
}
