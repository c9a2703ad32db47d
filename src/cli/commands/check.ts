import type { Command } from 'commander'
import type { CollectConfig, Config } from '../../config/config.ts'
import { displayPath } from '../../config/files/settings-file.ts'
import { loadConfig } from '../../config/load.ts'
import { formatDuration } from '../../config/units.ts'
import { inParallel } from '../../fetch/in-parallel.ts'
import type { FetchResult } from '../../model/entry.ts'
import { countEach } from '../../model/group-by.ts'
import type { Source } from '../../model/source.ts'
import { placeOf } from '../../model/store-address.ts'
import { toIsoOrNull, type EpochMs } from '../../model/time.ts'
import { type Collector, createCollector } from '../../sources/sources.ts'
import { hostAndPort } from '../../url/host.ts'
import { publicUrl } from '../../url/public-url.ts'
import { closing, type CommandDeps, type ExitCode, jsonText, processDeps, withStopSignal } from '../io.ts'
import { type Flags, withStoreOptions } from '../options.ts'
import { QUERY_CHECKS } from '../query-checks.ts'
import { relativeTime, printable } from '../terminal.ts'

type CheckOptions = Flags<'live' | 'json' | 'rules'>

export interface CheckDeps extends CommandDeps {
  readonly openCollector: (config: CollectConfig) => Pick<Collector, 'collect' | 'close'>
}

export function registerCheck(
  program: Command,
  deps: CheckDeps = { ...processDeps(), openCollector: createCollector },
): void {
  const command = program
    .command('check')
    .description(
      'check the settings; with --live, visit each source once; with --rules, try the rules on stored items',
    )
    .option('--config <file>', 'settings (default: digest.yaml)')
    .option('--live', 'visit each enabled source once; nothing is stored')
    .option('--json', 'print what was found as JSON')
    .option('--rules', 'show which stored items each rule would change; nothing is changed')
  withStoreOptions(command, 'with --rules').action(async (options: CheckOptions) =>
    deps.exit(await withStopSignal((signal) => check(options, deps, signal), ['SIGINT'])),
  )
}

/**
 * Checks the settings and, with `live`, every enabled source.
 *
 * @returns 1 if a source failed
 * @throws DigestError('configInvalid') with all errors of the settings
 */
export async function check(options: CheckOptions, deps: CheckDeps, signal: AbortSignal): Promise<ExitCode> {
  const { io, cwd, env, now } = deps
  const { config: file, data, store } = options
  const config = loadConfig({ flags: { config: file, data, store }, env, cwd, queries: QUERY_CHECKS })
  for (const warning of config.warnings) io.stderr.write(`warning: ${warning}\n`)
  if (options.json === true) return checkForPrograms(config, options, deps, signal)
  io.stdout.write(summary(config, cwd))
  if (options.rules === true) {
    // Most checks need no store, so its code is loaded only here.
    const { applyToStored } = await import('./apply-rules.ts')
    const code = await applyToStored(config, { dryRun: true }, deps, signal)
    if (code !== 0) return code
  }
  if (options.live !== true) return 0
  const found = await visitAll(config, deps, signal, io.stderr.isTTY === true)
  io.stdout.write(liveReport(found, now()))
  return liveCode(found, signal)
}

/** With `live` alone it prints the list of findings, for compatibility; otherwise one object. */
async function checkForPrograms(
  config: Config,
  { live, rules }: CheckOptions,
  deps: CheckDeps,
  signal: AbortSignal,
): Promise<ExitCode> {
  const rulesFound =
    rules === true ? await (await import('./apply-rules.ts')).rulesJsonOf(config, deps, signal) : undefined
  const found = live === true ? await visitAll(config, deps, signal, false) : undefined
  const { file = null, warnings, sources, store } = config
  const all = {
    valid: true,
    file,
    warnings,
    sources: sources.length,
    enabled: sources.filter(({ enabled }) => enabled).length,
    store: placeOf(store),
    ...(rulesFound === undefined ? {} : { rules: rulesFound }),
    ...(found === undefined ? {} : { live: found }),
  }
  deps.io.stdout.write(jsonText(found !== undefined && rulesFound === undefined ? found : all))
  return rulesFound?.complete === false ? 1 : liveCode(found ?? [], signal)
}

function liveCode(found: readonly SourceFinding[], signal: AbortSignal): ExitCode {
  return found.some(({ status }) => status === 'failed') || signal.aborted ? 1 : 0
}

/** @returns findings in the order of the sources. After an abort, sources that were not visited are missing. */
async function visitAll(
  config: Config,
  { io: { stderr }, openCollector }: CheckDeps,
  signal: AbortSignal,
  showsProgress: boolean,
): Promise<SourceFinding[]> {
  const enabled = config.sources.filter((source) => source.enabled)
  let visited = 0
  return closing(openCollector(config.collect), async (collector) => {
    const findings = await inParallel(enabled, config.collect.concurrency, async (source) => {
      const collected = await visit(source, collector.collect.bind(collector), signal)
      if (collected === undefined) return undefined
      if (showsProgress) stderr.write(`\r${++visited} of ${enabled.length} visited`)
      return findingOf(source, collected)
    })
    if (showsProgress) stderr.write('\n')
    return findings.filter((finding) => finding !== undefined)
  })
}

function summary(config: Config, cwd: string): string {
  const { sources } = config
  const { host, port, baseUrl } = config.server
  const paused = sources.filter(({ enabled }) => !enabled).length
  const from =
    config.file === undefined ? 'no digest.yaml here: defaults' : `${displayPath(config.file, cwd)} is valid`
  return [
    from,
    `  sources     ${sources.length}${paused === 0 ? '' : ` (${paused} not enabled)`}`,
    `  kinds       ${counts(sources.map(({ type }) => type))}`,
    `  categories  ${counts(sources.map(({ category }) => category))}`,
    `  regions     ${counts(sources.map(({ region }) => region ?? 'unset'))}`,
    `  languages   ${counts(sources.map(({ language }) => language ?? 'unset'))}`,
    `  rules       ${rulesOf(config)}`,
    `  visits      every ${formatDuration(config.collect.everyMs)}, ${config.collect.concurrency} at once`,
    `  store       ${config.store.kind === 'sqlite' ? 'sqlite:' : ''}${placeOf(config.store)}`,
    `  address     http://${hostAndPort(host, port)}${baseUrl === undefined ? '' : ` as ${baseUrl}`}`,
    `  keys        ${config.server.apiKeys.length || 'none asked for'}`,
    '',
  ].join('\n')
}

function rulesOf({ rules, sources }: Config): string {
  const own = sources.flatMap((source) => source.rules ?? []).length
  return rules.length + own === 0 ? 'none' : `${rules.length} for all, ${own} of single sources`
}

/** Counts each name, the most frequent first: `world 9, technology 7`. */
function counts(names: readonly string[]): string {
  const sorted = [...countEach(names)].sort(([a, m], [b, n]) => n - m || a.localeCompare(b))
  return sorted.map(([name, count]) => `${name} ${count}`).join(', ') || 'none'
}

/** The shape that `check --live --json` prints for one source. */
type SourceFinding = ReturnType<typeof findingOf>

async function visit(
  source: Source,
  collect: Collector['collect'],
  signal: AbortSignal,
): Promise<FetchResult | undefined> {
  if (signal.aborted) return undefined
  try {
    return await collect(source, undefined, signal)
  } catch (cause) {
    if (signal.aborted) return undefined
    throw cause
  }
}

function findingOf(source: Source, collected: FetchResult) {
  const { exchange } = collected
  const entries = collected.kind === 'entries' ? collected.entries : []
  const feed = collected.kind === 'entries' ? collected.feed : undefined
  const times = entries.flatMap(({ publishedAt, updatedAt }) => publishedAt ?? updatedAt ?? [])
  const status: keyof typeof STATUS_LABELS =
    collected.kind === 'failed' ? 'failed' : entries.length === 0 ? 'empty' : 'ok'
  return {
    id: source.id,
    status,
    /** `null` if there was no response. */
    httpStatus: exchange.status,
    latencyMs: Math.round(exchange.latencyMs),
    title: feed?.title ?? null,
    language: feed?.language ?? null,
    entries: entries.length,
    /** `null` if no entry has a time. */
    newestAt: toIsoOrNull(times.length === 0 ? null : times.reduce((a, b) => Math.max(a, b))),
    /** The final address after redirects, without secrets; `null` without redirects. */
    movedTo: movedTo(source, exchange.finalUrl),
    error: collected.kind === 'failed' ? collected.error : null,
  }
}

/** Differences in user names or in the format of a Reddit listing are not moves. */
function movedTo(source: Source, finalUrl: string): string | null {
  const requestedUrl = publicUrl(source.url)
  const answered = publicUrl(finalUrl)
  if (answered === '' || answered === requestedUrl) return null
  if (source.type === 'reddit' && new URL(answered).origin === new URL(requestedUrl).origin) return null
  return answered
}

/** The findings for people, one line per source. Ends with a newline. */
function liveReport(findings: readonly SourceFinding[], now: EpochMs): string {
  const width = Math.max(0, ...findings.map(({ id }) => id.length))
  const lines = findings.flatMap((finding) => {
    const line = `${STATUS_LABELS[finding.status]}  ${finding.id.padEnd(width)}  ${describeFinding(finding, now)}`
    const moved = `         ${' '.repeat(width)}moved to ${String(finding.movedTo)}`
    return finding.movedTo === null ? [line] : [line, moved]
  })
  const count = (status: SourceFinding['status']): number =>
    findings.filter((finding) => finding.status === status).length
  lines.push(
    `${findings.length} sources visited: ${count('ok')} ok, ${count('empty')} without entries, ${count('failed')} failed`,
  )
  return `${lines.map(printable).join('\n')}\n`
}

const STATUS_LABELS = { ok: 'ok   ', empty: 'empty', failed: 'FAIL ' } as const

function describeFinding(finding: SourceFinding, now: EpochMs): string {
  const { error, title, entries, newestAt, latencyMs } = finding
  const answer =
    finding.httpStatus === null ? `after ${latencyMs} ms` : `${finding.httpStatus} in ${latencyMs} ms`
  if (error !== null) return `${error.code}: ${error.message} (${answer})`
  const newest = newestAt === null ? 'without times' : `newest ${relativeTime(Date.parse(newestAt), now)}`
  return `${entries} entries, ${newest}, ${answer}, ${title === null ? 'untitled' : `"${title}"`}`
}
