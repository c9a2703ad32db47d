import { randomUUID } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import type { Command } from 'commander'
import { placeOf, type StoreAddress } from '../../../model/store-address.ts'
import {
  beginAnotherCourse,
  type OpenBackup,
  type OpenedBackup,
  restoreToFile,
  withUnpacked,
} from '../../../store/backup/restore.ts'
import { engineOf } from '../../../store/engine-of.ts'
import { copyInto } from '../../copy-into.ts'
import { describeBackup, summaryJson } from '../../describe-backup.ts'
import {
  closing,
  type CommandDeps,
  type ExitCode,
  interrupted,
  invalid,
  jsonText,
  processDeps,
  withStopSignal,
} from '../../io.ts'
import { addressOf } from '../../open-store.ts'
import type { Flags } from '../../options.ts'
import { STANDARD_STREAM } from './backup.ts'

type RestoreFlags = Flags<'dryRun' | 'json', 'to'>

export function registerRestore(program: Command, deps: CommandDeps = processDeps()): void {
  program
    .command('restore')
    .description('restore a backup to a place without a store, and verify it')
    .argument('<file>', 'a backup; - is standard input')
    .option('--to <store>', 'where to: sqlite: and a new file, or postgres:// and an empty database')
    .option('--dry-run', 'only verify the backup and show what is in it', false)
    .option('--json', 'print what is in the backup as JSON', false)
    .action(async (file: string, flags: RestoreFlags) =>
      deps.exit(await withStopSignal((signal) => restore(file, flags, deps, signal))),
    )
}

/**
 * Restores a backup, or shows its content. Never overwrites anything.
 *
 * @param input source of `-`
 * @returns 1 if interrupted
 * @throws DigestError('parameterInvalid') if there is no backup or no place to restore to; 'storeForeign' if something
 *   exists there, or the file is no backup; 'storeNewer'; 'storeInUse'; 'storeFailed' if the backup is damaged
 */
export async function restore(
  name: string,
  { to, dryRun = false, json = false }: RestoreFlags,
  { io, cwd }: CommandDeps,
  signal: AbortSignal,
  input: Readable = process.stdin,
): Promise<ExitCode> {
  if (to === undefined && !dryRun)
    throw invalid('say where to with --to, or --dry-run to see what is in the backup')
  const file = resolve(cwd, name)
  if (name !== STANDARD_STREAM && !existsSync(file)) throw invalid(`there is no backup at ${file}`)
  const given = to === undefined ? undefined : addressOf('--to', to, cwd)
  const target = dryRun ? undefined : given
  const from: OpenBackup = () => (name === STANDARD_STREAM ? input : createReadStream(file))
  try {
    if (target === undefined) report(await withUnpacked(from, scratchFile(), (backup) => backup, signal))
    else if (target.kind === 'sqlite') report(await restoreToFile(from, target.file, signal))
    else report(await restoreToDatabase(from, target, io, signal))
  } catch (cause) {
    return interrupted(cause, signal, 'interrupted; nothing was restored', { io, json })
  }
  if (!json)
    io.stdout.write(
      target === undefined
        ? 'the backup is whole; nothing was restored\n'
        : `${placeOf(target)}: restored and verified\n`,
    )
  return 0

  function report({ summary, ...archived }: OpenedBackup): void {
    const place = target === undefined ? null : placeOf(target)
    io.stdout.write(
      json
        ? jsonText({ place, ...summaryJson(summary), ...archived })
        : `${describeBackup({ summary, ...archived }).join('\n')}\n`,
    )
  }
}

/** Copies the unpacked store. Until the copy is verified, the target cannot be opened as a store. */
function restoreToDatabase(
  from: OpenBackup,
  to: StoreAddress,
  io: CommandDeps['io'],
  signal: AbortSignal,
): Promise<OpenedBackup> {
  const draft = scratchFile()
  const copy = async (backup: OpenedBackup): Promise<OpenedBackup> => {
    beginAnotherCourse(draft)
    return closing(await (await engineOf({ kind: 'sqlite', file: draft })).openTables(), async (source) => {
      await copyInto(source, to, 'while a backup is restored', io, signal)
      return backup
    })
  }
  return withUnpacked(from, draft, copy, signal)
}

/** Where a backup is unpacked; `TMPDIR` moves it. */
function scratchFile(): string {
  return join(tmpdir(), `digest-restore-${randomUUID()}.db`)
}
