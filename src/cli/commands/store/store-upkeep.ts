import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Command } from 'commander'
import type { Config } from '../../../config/config.ts'
import { loadConfig } from '../../../config/load.ts'
import { placeOf } from '../../../model/store-address.ts'
import { engineOf } from '../../../store/engine-of.ts'
import type { StoreInfo, TableSize } from '../../../store/engine.ts'
import { describeSummary, sizeText, summaryJson } from '../../describe-backup.ts'
import { type CommandDeps, type ExitCode, invalid, jsonText } from '../../io.ts'
import { hasStore, lockStopped } from '../../open-store.ts'
import { type Flags, withConfigOptions } from '../../options.ts'

export function registerUpkeep(store: Command, deps: CommandDeps): void {
  withConfigOptions(store.command('info'))
    .description('show what the store contains and its size on disk')
    .option('--json', 'as JSON', false)
    .action(async (flags: Flags<'json'>) => deps.exit(await info(flags, deps)))
  withConfigOptions(store.command('vacuum'))
    .description('free the space of deleted items; with SQLite, stop the service first')
    .option('--json', 'as JSON', false)
    .action(async (flags: Flags<'json'>) => deps.exit(await vacuumStore(flags, deps)))
}

/** @throws DigestError('parameterInvalid') if there is no store; also the errors of the settings and of opening it */
export async function info(
  { json = false, ...flags }: Flags<'json'>,
  { io, cwd, env }: CommandDeps,
): Promise<ExitCode> {
  const { store } = await configured(flags, { cwd, env })
  const found = await (await engineOf(store)).info()
  const files = filesBeside(store.file)
  const place = placeOf(store)
  const { summary, ...sizes } = found
  io.stdout.write(
    json ? jsonText({ place, ...summaryJson(summary), ...sizes, files }) : infoText(found, place, files),
  )
  return 0
}

/**
 * Frees the space of deleted rows and reports how much. SQLite rewrites the whole file, so nobody may collect into it;
 * PostgreSQL continues meanwhile.
 *
 * @throws DigestError('storeInUse'); also the errors of `info`
 */
export async function vacuumStore(
  { json = false, ...flags }: Flags<'json'>,
  { io, cwd, env }: CommandDeps,
): Promise<ExitCode> {
  const { store } = await configured(flags, { cwd, env })
  const release =
    store.kind === 'sqlite' ? await lockStopped(store, 'while its store is vacuumed') : undefined
  try {
    const before = await (await engineOf(store)).bytes()
    await (await engineOf(store)).vacuum()
    const after = await (await engineOf(store)).bytes()
    const place = placeOf(store)
    if (json)
      io.stdout.write(jsonText({ place, bytesBefore: before, bytes: after, bytesGained: before - after }))
    else io.stdout.write(`${place}: ${sizeText(before)} before, ${sizeText(after)} now\n`)
    return 0
  } finally {
    await release?.()
  }
}

async function configured(
  flags: Flags,
  { cwd, env }: Pick<CommandDeps, 'cwd' | 'env'>,
): Promise<Pick<Config, 'store'>> {
  const { store } = loadConfig({ flags, env, cwd, withSecrets: false })
  if (await hasStore({ store })) return { store }
  throw invalid(`there is no store at ${placeOf(store)}`)
}

/** Caches and locks beside a store, by name. */
function filesBeside(file: string): TableSize[] {
  try {
    return readdirSync(dirname(file))
      .filter((name) => name.startsWith(`${basename(file)}-`))
      .sort()
      .map((name) => ({ name, bytes: statSync(join(dirname(file), name)).size }))
  } catch {
    // The folder beside a database does not exist before the first start.
    return []
  }
}

function infoText(found: StoreInfo, place: string, files: readonly TableSize[]): string {
  const { engine, summary, tables, bytes, freeBytes } = found
  const width = Math.max(...[...tables, ...files].map(({ name }) => name.length))
  const sizes = (list: readonly TableSize[]): string[] =>
    list.map((each) => `  ${each.name.padEnd(width)}  ${sizeText(each.bytes).padStart(12)}`)
  return [
    `place      ${place} (${engine})`,
    ...describeSummary(summary),
    `size       ${sizeText(bytes)}${freeBytes === undefined ? '' : `, ${sizeText(freeBytes)} of it free`}`,
    'tables, with their indexes',
    ...sizes(tables),
    ...(files.length === 0 ? [] : ['files beside it', ...sizes(files)]),
    '',
  ].join('\n')
}
