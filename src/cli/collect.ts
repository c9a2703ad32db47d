import cliProgress from 'cli-progress'
import type { Command } from 'commander'
import type { Config } from '../config/config.ts'
import { DigestError, messageOf } from '../domain/errors.ts'
import { HOUR_MS } from '../domain/time.ts'
import { chosenSources } from './chosen-sources.ts'
import { openCollecting } from './collecting.ts'
import { collectSummary, summaryTable, toldOf, type VisitTold } from './collect-summary.ts'
import { configOf, withConfigOptions } from './options.ts'
import { openStore } from './open-store.ts'

export function registerCollect(program: Command): void {
  const command = program
    .command('collect')
    .description('visit all due sources once, and tell what came')
    .argument('[sources...]', 'ids of the sources to visit (default: all)')
    .option('--now', 'whether due or not: overrides backoff, Retry-After and every other waiting', false)
    .option('--all', 'every source, due or not', false)
    .option('--strict', 'end with 1 where a source failed', false)
    .option('--json', 'print the summary as JSON', false)
  withConfigOptions(command).action(async (sources: string[], flags: CollectFlags) => {
    await collect(configOf(flags), sources, flags)
  })
}

type CollectFlags = Parameters<typeof configOf>[0] & {
  readonly now: boolean
  readonly all: boolean
  readonly json: boolean
  readonly strict: boolean
}

async function collect(config: Config, ids: readonly string[], flags: CollectFlags): Promise<void> {
  if (flags.all && ids.length > 0)
    throw new DigestError('parameterInvalid', '--all visits every source: leave out the ids, or --all')
  const sources = chosenSources(config.sources, ids)
  const which = flags.all || flags.now ? 'all' : 'due'
  const startedAt = performance.now()
  const store = await openStore(config)
  const visits: VisitTold[] = []
  const unsaved: { source: string; message: string }[] = []
  const bar = new cliProgress.SingleBar({
    format: 'collecting {bar} {value}/{total} {source}',
    hideCursor: true,
    stream: process.stderr,
  })
  try {
    await store.syncSources(config.sources, Date.now())
    await store.keepHalfLife(config.ranking.halfLifeHours * HOUR_MS)
    const collecting = await openCollecting({ ...config, sources }, store, {
      onVisit(visit) {
        visits.push(toldOf(visit))
        bar.increment({ source: visit.sourceId })
      },
      onError(source, cause) {
        unsaved.push({ source: source.id, message: messageOf(cause) })
        bar.increment({ source: source.id })
      },
    })
    const stop = new AbortController()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
    if (!flags.json) bar.start(collecting.schedule.count(which), 0, { source: '' })
    try {
      await collecting.schedule.runOnce(which, stop.signal)
      await collecting.prune()
    } finally {
      await collecting.close()
    }
  } finally {
    bar.stop()
    await store.close()
  }
  const summary = collectSummary(visits, unsaved, performance.now() - startedAt)
  const notDue = which === 'due' ? ids.length - summary.visited : 0
  if (notDue > 0) process.stderr.write(`${notDue} not due yet; --now visits them all the same\n`)
  process.stdout.write(flags.json ? `${JSON.stringify(summary, null, 2)}\n` : summaryTable(summary))
  if (unsaved.length > 0 || (flags.strict && summary.failed > 0)) process.exitCode = 1
}
