import type { Command } from 'commander'
import { DigestError } from '../../../model/errors.ts'
import { placeOf, type StoreAddress } from '../../../model/store-address.ts'
import type { CopyReport } from '../../../store/copy/copy-store.ts'
import { engineOf } from '../../../store/engine-of.ts'
import { copyInto } from '../../copy-into.ts'
import {
  type CommandDeps,
  type ExitCode,
  interrupted,
  invalid,
  jsonText,
  processDeps,
  withStopSignal,
} from '../../io.ts'
import { addressOf, hasStore, lockStopped } from '../../open-store.ts'
import { registerUpkeep } from './store-upkeep.ts'

interface CopyFlags {
  readonly from: string
  readonly to: string
  readonly json?: boolean
}

export function registerStore(program: Command, deps: CommandDeps = processDeps()): void {
  const store = program.command('store').description('show, copy or compact a store')
  store
    .command('copy')
    .description('copy a store into an empty one, of the same or the other engine, and verify the copy')
    .requiredOption('--from <store>', 'what to copy: sqlite: and a file, or postgres:// and a database')
    .requiredOption('--to <store>', 'where to, in the same form; an interrupted copy is continued')
    .option('--json', 'print the rows and checksums as JSON', false)
    .action(async (flags: CopyFlags) =>
      deps.exit(await withStopSignal((signal) => copyBetween(flags, deps, signal))),
    )
  registerUpkeep(store, deps)
}

/** Completes "stop the service …". */
const COPYING = 'while the store is copied'

/**
 * Copies a store, and reports rows and checksum of each table. It refuses if somebody collects into either store.
 *
 * @returns 1 if interrupted
 * @throws DigestError('parameterInvalid') if an address is invalid or there is no store to copy; `storeInUse`; the
 *   errors of opening a store and of `copyStore`
 */
async function copyBetween(flags: CopyFlags, deps: CommandDeps, signal: AbortSignal): Promise<ExitCode> {
  const { io, cwd } = deps
  const from = addressOf('--from', flags.from, cwd)
  const to = addressOf('--to', flags.to, cwd)
  if (isSame(from, to)) throw invalid('--from and --to name the same store')
  if (!(await hasStore({ store: from }))) throw invalid(`--from: there is no store at ${placeOf(from)}`)

  const source = await (await engineOf(from)).openTables()
  try {
    const release = await lockStopped(from, COPYING)
    try {
      const report = await copyInto(source, to, COPYING, io, signal)
      io.stdout.write(
        flags.json === true ? jsonText({ place: placeOf(to), ...report }) : reportOf(report, to),
      )
      return 0
    } finally {
      await release()
    }
  } catch (error) {
    const json = flags.json === true
    if (error instanceof DigestError && error.code === 'storeFailed' && error.cause !== undefined)
      throw new DigestError(
        error.code,
        `${error.message}; fix this, then run the same command again to continue`,
        {
          cause: error,
        },
      )
    return interrupted(error, signal, 'interrupted; run the same command again to continue', { io, json })
  } finally {
    await source.close()
  }
}

function isSame(one: StoreAddress, other: StoreAddress): boolean {
  if (one.kind === 'postgres') return other.kind === 'postgres' && one.url === other.url
  return other.kind === 'sqlite' && one.file === other.file
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
