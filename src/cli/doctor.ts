import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import type { Config } from '../config/config.ts'
import { loadConfig } from '../config/load.ts'
import type { SourceReport } from '../domain/source.ts'
import { diagnose, isIll } from './diagnose.ts'
import { doctorJson, doctorReport } from './doctor-report.ts'
import { type CommandDeps, type ExitCode, processDeps } from './io.ts'
import { openReadStore } from './open-store.ts'
import { type configOf, withConfigOptions } from './options.ts'

export type DoctorFlags = Parameters<typeof configOf>[0] & { readonly json?: boolean | undefined }

export function registerDoctor(program: Command, deps: CommandDeps = processDeps()): void {
  const command = program
    .command('doctor')
    .description('tell what is wrong with which source, why, and what to do; visits nothing')
    .option('--json', 'print the findings as JSON', false)
  withConfigOptions(command).action(async (flags: DoctorFlags) => deps.exit(await doctor(flags, deps)))
}

/**
 * Prints what is wrong with which source, worst first, from what the store knows of the last visits.
 *
 * @returns 1 where a source fails, or visits are overdue
 * @throws DigestError('configInvalid') with every fault of the settings; what opening the store throws
 */
export async function doctor(flags: DoctorFlags, { io, cwd, env, now }: CommandDeps): Promise<ExitCode> {
  const { json = false, ...settings } = flags
  const config = loadConfig({ flags: settings, env, cwd })
  for (const warning of config.warnings) io.stderr.write(`warning: ${warning}\n`)
  const diagnosis = diagnose(config.sources, await reportsOf(config, now()), now())
  io.stdout.write(json ? doctorJson(diagnosis, now()) : doctorReport(diagnosis, now()))
  return isIll(diagnosis) ? 1 : 0
}

/** Nothing is known before the first collection. */
async function reportsOf(config: Config, now: number): Promise<SourceReport[]> {
  if (!existsSync(config.store.file)) return []
  const store = await openReadStore(config)
  try {
    return await store.listSources(now)
  } finally {
    await store.close()
  }
}
