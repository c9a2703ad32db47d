import { setMaxListeners } from 'node:events'
import type { Command } from 'commander'
import { createCollector } from '../collect/collect.ts'
import type { CollectConfig, Config } from '../config/config.ts'
import { formatDuration } from '../config/units.ts'
import { loadConfig } from '../config/load.ts'
import { shownPath } from '../config/settings-file.ts'
import { checkSources, type Collect } from './check-live.ts'
import { liveReport } from './check-report.ts'
import { type CommandDeps, type ExitCode, processDeps } from './io.ts'

export interface CheckOptions {
  readonly config?: string | undefined
  readonly live?: boolean | undefined
  readonly json?: boolean | undefined
  readonly rules?: boolean | undefined
  readonly data?: string | undefined
  readonly store?: string | undefined
}

export interface CheckDeps extends CommandDeps {
  readonly openCollector: (config: CollectConfig) => { readonly collect: Collect; close(): Promise<void> }
}

export function registerCheck(
  program: Command,
  deps: CheckDeps = { ...processDeps(), openCollector: createCollector },
): void {
  program
    .command('check')
    .description(
      'check the settings; with --live, visit each source once; with --rules, hold the rules against what is stored',
    )
    .option('--config <file>', 'settings (default: digest.yaml)')
    .option('--live', 'visit each enabled source once; nothing is stored')
    .option('--json', 'with --live: print what was found as JSON')
    .option('--rules', 'tell which stored items each rule would touch; nothing is changed')
    .option('--data <dir>', 'with --rules: folder of what the service writes')
    .option('--store <address>', 'with --rules: where items are kept')
    .action(async (options: CheckOptions) => {
      const stop = new AbortController()
      // Every visit under way listens to it.
      setMaxListeners(0, stop.signal)
      const onSignal = (): void => stop.abort()
      process.once('SIGINT', onSignal)
      try {
        deps.exit(await check(options, deps, stop.signal))
      } finally {
        process.off('SIGINT', onSignal)
      }
    })
}

/**
 * Checks the settings and, with `live`, every enabled source.
 *
 * @returns 1 where a source failed
 * @throws DigestError('configInvalid') with every fault of the settings
 */
export async function check(options: CheckOptions, deps: CheckDeps, signal: AbortSignal): Promise<ExitCode> {
  const { io, cwd, env, now } = deps
  const { config: file, data, store } = options
  const config = loadConfig({ flags: { config: file, data, store }, env, cwd })
  for (const warning of config.warnings) io.stderr.write(`warning: ${warning}\n`)
  const quiet = options.live === true && options.json === true
  if (!quiet) io.stdout.write(summary(config, cwd))
  if (options.rules === true) {
    // Most checks need no store: it is loaded only here.
    const { applyToStored } = await import('./apply-rules.ts')
    const code = await applyToStored(config, { dryRun: true }, deps, signal)
    if (code !== 0) return code
  }
  if (options.live !== true) return 0

  const showsProgress = !quiet && io.stderr.isTTY === true
  const enabled = config.sources.filter((source) => source.enabled)
  const collector = deps.openCollector(config.collect)
  try {
    const live = {
      collect: collector.collect.bind(collector),
      concurrency: config.collect.concurrency,
      onVisit(done: number) {
        if (showsProgress) io.stderr.write(`\r${done} of ${enabled.length} visited`)
      },
    }
    const found = await checkSources(enabled, live, signal)
    if (showsProgress) io.stderr.write('\n')
    io.stdout.write(quiet ? `${JSON.stringify(found, null, 2)}\n` : liveReport(found, now()))
    return found.some(({ status }) => status === 'failed') || signal.aborted ? 1 : 0
  } finally {
    await collector.close()
  }
}

function summary(config: Config, cwd: string): string {
  const { sources } = config
  const paused = sources.filter(({ enabled }) => !enabled).length
  const from =
    config.file === undefined ? 'no digest.yaml here: defaults' : `${shownPath(config.file, cwd)} is valid`
  return [
    from,
    `  sources     ${sources.length}${paused === 0 ? '' : ` (${paused} not enabled)`}`,
    `  kinds       ${counts(sources.map(({ type }) => type))}`,
    `  categories  ${counts(sources.map(({ category }) => category))}`,
    `  regions     ${counts(sources.map(({ region }) => region ?? '-'))}`,
    `  languages   ${counts(sources.map(({ language }) => language ?? '-'))}`,
    `  rules       ${rulesOf(config)}`,
    `  visits      every ${formatDuration(config.collect.everyMs)}, ${config.collect.concurrency} at once`,
    `  store       ${config.store.kind}:${config.store.file}`,
    `  address     http://${config.server.host}:${config.server.port}${config.server.baseUrl === undefined ? '' : ` as ${config.server.baseUrl}`}`,
    `  keys        ${config.server.apiKeys.length || 'none asked for'}`,
    '',
  ].join('\n')
}

function rulesOf({ rules, sources }: Config): string {
  const own = sources.flatMap((source) => source.rules ?? []).length
  return rules.length + own === 0 ? 'none' : `${rules.length} for all, ${own} of single sources`
}

/** `technology 7, world 9`, the most first. */
function counts(names: readonly string[]): string {
  const byName = new Map<string, number>()
  for (const name of names) byName.set(name, (byName.get(name) ?? 0) + 1)
  const sorted = [...byName].sort(([a, m], [b, n]) => n - m || a.localeCompare(b))
  return sorted.map(([name, count]) => `${name} ${count}`).join(', ') || 'none'
}
