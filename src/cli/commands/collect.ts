import cliProgress from 'cli-progress'
import type { Command } from 'commander'
import type { Config } from '../../config/config.ts'
import { isOfNetwork, networkAdvice } from '../../model/advice.ts'
import { messageOf } from '../../model/errors.ts'
import { didYouMean } from '../../model/nearest.ts'
import type { Source } from '../../model/source.ts'
import { HOUR_MS } from '../../model/time.ts'
import { dueAt } from '../../pipeline/schedule/next-visit.ts'
import type { Visit } from '../../pipeline/visit/digest-arrival.ts'
import { keepIndexFile } from '../../search/index-file.ts'
import type { Store } from '../../store/store.ts'
import { closing, invalid, jsonText, withStopSignal } from '../io.ts'
import { openStore } from '../open-store.ts'
import { configOf, type Flags, withConfigOptions } from '../options.ts'
import { printable } from '../terminal.ts'
import { nameMissingFile } from '../without-settings.ts'

export function registerCollect(program: Command): void {
  const command = program
    .command('collect')
    .description('visit all due sources once, and print a summary')
    .argument('[sources...]', 'ids of the sources to visit (default: all)')
    .option('--now', 'due or not: overrides backoff, Retry-After and every other wait', false)
    .option('--all', 'every source, due or not', false)
    .option('--strict', 'exit with 1 if a source failed', false)
    .option('--json', 'print the summary as JSON', false)
  withConfigOptions(command).action(async (sources: string[], flags: CollectFlags) => {
    await collect(configOf(flags), sources, flags)
  })
}

type CollectFlags = Flags<'now' | 'all' | 'json' | 'strict'>

async function collect(config: Config, ids: readonly string[], flags: CollectFlags): Promise<void> {
  if (flags.all && ids.length > 0) throw invalid('--all visits every source: leave out the ids, or --all')
  const sources = chosenSources(config.sources, ids)
  const which = flags.all || flags.now ? 'all' : 'due'
  const startedAt = performance.now()
  if (config.file === undefined) {
    // An existing store has the sources of other settings; they stay.
    nameMissingFile(config, process)
    print(newSummary(), flags)
    return
  }
  const summary = newSummary()
  const notes: string[] = []
  const isEnded = await closing(await openStore(config), async (store) => {
    await store.syncSources(config.sources, Date.now())
    await store.keepHalfLife(config.ranking.halfLifeHours * HOUR_MS)
    return withStopSignal(async (signal) => {
      if (!(await isIdle(sources, which, store)))
        notes.push(...(await visitAll({ ...config, sources }, which, store, summary, flags, signal)))
      if (signal.aborted) notes.push('interrupted; the next run visits the sources that are left')
      else notes.push(...(await keepSearchIndex(store)))
      return !signal.aborted
    })
  })
  for (const note of notes) process.stderr.write(`${note}\n`)
  summary.seconds = Math.round((performance.now() - startedAt) / 10) / 100
  summary.failures.sort((a, b) => a.source.localeCompare(b.source))
  const notDue = which === 'due' && isEnded ? ids.length - summary.visited : 0
  if (notDue > 0) process.stderr.write(`${notDue} not due yet; --now visits them all the same\n`)
  print(summary, flags)
  const isUnsaved = summary.failures.some(({ code }) => code === UNSAVED)
  if (!isEnded || isUnsaved || (flags.strict && summary.failed > 0)) process.exitCode = 1
}

/** Whether no source is due. Then nothing is fetched, and no server confirms the time. */
async function isIdle(sources: readonly Source[], which: 'due' | 'all', store: Store): Promise<boolean> {
  const enabled = sources.filter((source) => source.enabled)
  if (which === 'all' || enabled.length === 0) return false
  const states = new Map((await store.listSourceStates()).map((state) => [state.sourceId, state]))
  return enabled.every(({ id }) => dueAt(states.get(id), Date.now()) > Date.now())
}

/** Visits sources and applies the retention settings. @returns messages about both */
async function visitAll(
  config: Config,
  which: 'due' | 'all',
  store: Store,
  summary: CollectSummary,
  flags: CollectFlags,
  signal: AbortSignal,
): Promise<string[]> {
  // Loaded here, since a run without due sources needs none of it.
  const { describeRetained, describeVisit, openCollecting } = await import('../collecting.ts')
  // One line per saved visit replaces the bar.
  const isVerbose = ['debug', 'trace'].includes(config.log.level)
  const bar = new cliProgress.SingleBar({
    format: 'collecting {bar} {value}/{total} {source}',
    hideCursor: true,
    stream: process.stderr,
  })
  const collecting = await openCollecting(config, store, {
    onVisit(visit) {
      countVisit(summary, visit)
      if (isVerbose) process.stderr.write(`${printable(describeVisit(visit))}\n`)
      bar.increment({ source: visit.sourceId })
    },
    onError(source, cause) {
      summary.visited += 1
      countFailure(summary, source.id, UNSAVED, messageOf(cause))
      bar.increment({ source: source.id })
    },
  })
  if (!flags.json && !isVerbose) bar.start(collecting.schedule.count(which), 0, { source: '' })
  try {
    await collecting.schedule.runOnce(which, signal)
    const { deleted, warning } = describeRetained(await collecting.prune(), config)
    return [...deleted, ...(warning === undefined ? [] : [warning])]
  } finally {
    await collecting.close()
    bar.stop()
  }
}

function print(summary: CollectSummary, { json }: CollectFlags): void {
  process.stdout.write(json ? jsonText(summary) : summaryTable(summary))
}

/**
 * Updates the index file, also after a run without news, so that the next start need not build it.
 *
 * @returns messages; a failure does not affect the saved news
 */
async function keepSearchIndex({ searchSource }: Store): Promise<string[]> {
  try {
    await keepIndexFile(searchSource)
    return []
  } catch (cause) {
    process.exitCode = 1
    return [`the search index of the store could not be brought up to date: ${messageOf(cause)}`]
  }
}

/**
 * The configured sources with these ids; all sources if no id is given.
 *
 * @throws DigestError('parameterInvalid') for ids that are not configured or not enabled, one line per id
 */
export function chosenSources(sources: readonly Source[], ids: readonly string[]): readonly Source[] {
  if (ids.length === 0) return sources
  const byId = new Map(sources.map((source) => [source.id, source]))
  const errors = [...new Set(ids)].flatMap((id) => errorOf(id, byId) ?? [])
  if (errors.length > 0) throw invalid(errors.join('\n'))
  return sources.filter(({ id }) => ids.includes(id))
}

function errorOf(id: string, byId: ReadonlyMap<string, Source>): string | undefined {
  const source = byId.get(id)
  if (source === undefined) return `no source has the id '${id}'${didYouMean(id, [...byId.keys()])}`
  return source.enabled ? undefined : `source '${id}' is not enabled in the settings`
}

/** What one run of `collect` did: the shape that `--json` prints. */
function newSummary() {
  return {
    visited: 0,
    entries: 0,
    added: 0,
    edited: 0,
    /** Known articles that another source now carries. */
    sighted: 0,
    unchanged: 0,
    failed: 0,
    seconds: 0,
    failures: [] as { readonly source: string; readonly code: string; readonly message: string }[],
  }
}

export type CollectSummary = ReturnType<typeof newSummary>

/** Code of a visit whose result could not be stored. */
const UNSAVED = 'storeFailed'

function countVisit(
  summary: CollectSummary,
  { sourceId, added, edited, sighted, collected, listed }: Visit,
): void {
  summary.visited += 1
  summary.entries += listed
  summary.added += added
  summary.edited += edited
  summary.sighted += sighted
  if (collected.kind === 'unchanged') summary.unchanged += 1
  if (collected.kind === 'failed')
    countFailure(summary, sourceId, collected.error.code, collected.error.message)
}

function countFailure(summary: CollectSummary, source: string, code: string, message: string): void {
  summary.failed += 1
  summary.failures.push({ source, code, message })
}

/** The summary for people. Ends with a newline. */
export function summaryTable(summary: CollectSummary): string {
  const rows: [string, number][] = [
    ['visited', summary.visited],
    ['new items', summary.added],
    ['edited', summary.edited],
    ['seen in one more source', summary.sighted],
    ['unchanged', summary.unchanged],
    ['failed', summary.failed],
  ]
  const width = Math.max(...rows.map(([label]) => label.length))
  const lines = rows.map(([label, count]) => `${label.padEnd(width)}  ${String(count).padStart(8)}`)
  lines.push(`in ${summary.seconds} s`)
  const network = networkAdvice(summary.failures, summary.visited)
  if (network !== undefined) lines.push('', network, 'content-digest doctor has each of them.')
  const listed =
    network === undefined ? summary.failures : summary.failures.filter((each) => !isOfNetwork(each))
  if (listed.length > 0) {
    const widest = Math.max(...listed.map(({ source }) => source.length))
    lines.push('', 'failed, and why:')
    for (const { source, code, message } of listed) {
      lines.push(`  ${source.padEnd(widest)}  ${code}: ${message}`)
    }
  }
  return `${lines.join('\n')}\n`
}
