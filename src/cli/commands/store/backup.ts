import { mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Writable } from 'node:stream'
import type { Command } from 'commander'
import { displayPath } from '../../../config/files/settings-file.ts'
import { loadConfig } from '../../../config/load.ts'
import { placeOf } from '../../../model/store-address.ts'
import { requireRoom } from '../../../store/backup/room.ts'
import { type CopyTo, streamBackup, writeBackup } from '../../../store/backup/write-backup.ts'
import { engineOf } from '../../../store/engine-of.ts'
import { describeBackup, summaryJson } from '../../describe-backup.ts'
import {
  type CommandDeps,
  type ExitCode,
  interrupted,
  invalid,
  jsonText,
  processDeps,
  withStopSignal,
} from '../../io.ts'
import { hasStore } from '../../open-store.ts'
import { type Flags, withConfigOptions } from '../../options.ts'
import { nameSample } from '../../without-settings.ts'

/** Means stdout, or stdin for `restore`. */
export const STANDARD_STREAM = '-'

export function registerBackup(program: Command, deps: CommandDeps = processDeps()): void {
  const command = program
    .command('backup')
    .description('write a backup of the store, at one moment, while the service runs')
    .argument('<file>', 'a new file; - is standard output')
    .option('--json', 'print what is in the backup as JSON', false)
  withConfigOptions(command).action(async (file: string, flags: Flags<'json'>) =>
    deps.exit(await withStopSignal((signal) => backup(file, flags, deps, signal))),
  )
}

/**
 * Writes a backup of the configured store and reports its content. A backup in a file is verified.
 *
 * @param output target of `-`
 * @returns 1 if interrupted
 * @throws DigestError('parameterInvalid') if there is no store, or the file exists; 'storeFailed' if the store is
 *   damaged, the disk has too little room, or the backup cannot be written; also the errors of the settings
 */
export async function backup(
  name: string,
  { json = false, ...flags }: Flags<'json'>,
  { io, cwd, env }: CommandDeps,
  signal: AbortSignal,
  output: Writable = process.stdout,
): Promise<ExitCode> {
  const config = loadConfig({ flags, env, cwd, withSecrets: false })
  const { store, dataDir } = config
  nameSample(config, io)
  if (!(await hasStore({ store }))) throw invalid(`there is no store at ${placeOf(store)}`)
  const file = name === STANDARD_STREAM ? undefined : resolve(cwd, name)
  if (json && file === undefined) throw invalid('--json needs a file: standard output is the backup with -')
  const folder = file === undefined ? dataDir : dirname(file)
  const made = mkdirSync(folder, { recursive: true })
  // The name may be mistyped, or the disk not mounted.
  if (made !== undefined) io.stderr.write(`There was no folder ${made}; it was made\n`)
  await requireRoom(folder, await (await engineOf(store)).bytes())
  const copyTo: CopyTo = async (copy, until) => (await engineOf(store)).copyTo(copy, until)
  try {
    const report =
      file === undefined
        ? await streamBackup(copyTo, join(folder, 'backup'), output, signal)
        : await writeBackup(copyTo, file, signal)
    const { summary, ...archived } = report
    if (json) io.stdout.write(jsonText({ file, ...summaryJson(summary), ...archived }))
    else io.stderr.write(`${describeBackup(report).join('\n')}\n`)
    if (file !== undefined) io.stderr.write(`Wrote ${displayPath(file, cwd)} and verified it\n`)
    return 0
  } catch (cause) {
    return interrupted(cause, signal, 'interrupted; no backup was made', { io, json })
  }
}
