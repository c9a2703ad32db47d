import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Rounds } from '../feeds/collect-in-rounds.ts'
import { type FeedFarm, startFeedFarm } from '../feeds/feed-farm.ts'
import type { BenchContext, Benchmark, Figure } from '../harness/benchmark.ts'
import { cpuSecondsOf, insertSecondsOf, runMeasured, script, service } from '../harness/child.ts'

const FEEDS = 1_000
const QUICK_FEEDS = 60
const ITEMS = 30
/** New items of a feed that changed. */
const CHANGED_ITEMS = 3

/** Collects with the command that a user would run, from feeds that another process serves. */
export const benchmark: Benchmark = {
  name: 'collect',
  description: `${FEEDS} feeds of ${ITEMS} items into SQLite: first visit, nothing changed, a tenth changed`,
  run: async ({ scratch, quick, log }) => {
    const feeds = quick ? QUICK_FEEDS : FEEDS
    log(`inventing ${feeds} feeds`)
    const farm = await startFeedFarm(feeds, ITEMS)
    try {
      const config = farm.writeSettings(scratch)
      const visit = async (what: string, ...which: readonly string[]): Promise<Visited> => {
        log(`collecting: ${what}`)
        const { usage, wallSeconds, stdout } = await runMeasured(
          service('collect', ...which, '--json', '--config', config, '--data', join(scratch, 'data')),
        )
        return { ...(JSON.parse(stdout) as Summary), usage, wallSeconds }
      }

      const first = await visit('first visit', '--all')
      // All sources were just visited, so none is due. This measures the start, which a running service pays once.
      const start = await visit('no source due')
      if (start.visited > 0) throw new Error(`${start.visited} feeds were visited although none was due`)
      const unchanged = await visit('nothing changed', '--all')
      await farm.change(feeds / 10)
      const tenth = await visit('a tenth changed', '--all')
      expectWholeCollection(first, unchanged, tenth, feeds)

      const references = await measureReferences(farm, scratch, feeds * ITEMS, log)
      log('the same rounds in one running process')
      const rounds = await collectInRounds(join(scratch, 'rounds'), feeds)

      const databaseBytes = statSync(join(scratch, 'data/digest.db')).size
      return figuresOf({ farm, first, start, unchanged, tenth, references, rounds, databaseBytes })
    } finally {
      await farm.stop()
    }
  },
}

/** CPU seconds of the least work that could give the same result. */
interface References {
  readonly parseSeconds: number
  readonly insertSeconds: number
}

async function measureReferences(
  farm: FeedFarm,
  scratch: string,
  items: number,
  log: BenchContext['log'],
): Promise<References> {
  log('reference: fetching and parsing alone')
  const urls = join(scratch, 'urls.txt')
  writeFileSync(urls, farm.feedUrls.join('\n'))
  const parseSeconds = await cpuSecondsOf(script('references/fetch-and-parse.ts', urls))
  log('reference: inserting alone')
  return { parseSeconds, insertSeconds: await insertSecondsOf(items, scratch) }
}

interface Measured {
  readonly farm: FeedFarm
  readonly first: Visited
  readonly start: Visited
  readonly unchanged: Visited
  readonly tenth: Visited
  readonly references: References
  readonly rounds: Rounds
  readonly databaseBytes: number
}

function figuresOf(measured: Measured): Figure[] {
  const { farm, first, start, unchanged, tenth, references, rounds, databaseBytes } = measured
  return [
    { name: 'feeds together', value: farm.bytes / 1e6, unit: 'MB' },
    {
      name: 'first visit: CPU',
      value: first.usage.cpuSeconds,
      unit: 's',
      reference: { name: 'parse + insert alone', value: references.parseSeconds + references.insertSeconds },
    },
    beyondStart('first visit', first, start),
    { name: 'first visit: wall', value: first.wallSeconds, unit: 's' },
    {
      name: 'first visit: items a second of CPU',
      value: first.added / first.usage.cpuSeconds,
      unit: 'items/s',
    },
    { name: 'first visit: memory at most', value: first.usage.maxRssMegabytes, unit: 'MB' },
    { name: 'nothing changed: CPU', value: unchanged.usage.cpuSeconds, unit: 's' },
    beyondStart('nothing changed', unchanged, start),
    { name: 'nothing changed: wall', value: unchanged.wallSeconds, unit: 's' },
    { name: 'a tenth changed: CPU', value: tenth.usage.cpuSeconds, unit: 's' },
    beyondStart('a tenth changed', tenth, start),
    { name: 'a tenth changed: new items', value: tenth.added, unit: 'items' },
    { name: 'in a service that runs, nothing changed: CPU', value: rounds.unchanged, unit: 's' },
    { name: 'in a service that runs, a tenth changed: CPU', value: rounds.changed, unit: 's' },
    { name: 'start with no source due: CPU', value: start.usage.cpuSeconds, unit: 's' },
    { name: 'fetch and parse alone: CPU', value: references.parseSeconds, unit: 's' },
    { name: 'insert alone: CPU', value: references.insertSeconds, unit: 's' },
    { name: 'database', value: databaseBytes / 1e6, unit: 'MB' },
  ]
}

async function collectInRounds(folder: string, feeds: number): Promise<Rounds> {
  mkdirSync(folder)
  const farm = await startFeedFarm(feeds, ITEMS)
  try {
    farm.writeSettings(folder)
    const { stdout } = await runMeasured(
      script('feeds/collect-in-rounds.ts', folder, farm.url, String(feeds / 10)),
    )
    const rounds = JSON.parse(stdout) as Rounds
    if (rounds.added !== CHANGED_ITEMS * (feeds / 10))
      throw new Error(
        `The last round added ${rounds.added} items. Expected: ${CHANGED_ITEMS * (feeds / 10)}.`,
      )
    return rounds
  } finally {
    await farm.stop()
  }
}

/** The fields of the output of `collect --json` that this benchmark reads. */
interface Summary {
  readonly visited: number
  readonly added: number
  readonly unchanged: number
  readonly failed: number
}

interface Visited extends Summary {
  readonly usage: Awaited<ReturnType<typeof runMeasured>>['usage']
  readonly wallSeconds: number
}

/** CPU of the visits without the start of the command: a running service pays this. */
function beyondStart(what: string, visited: Visited, start: Visited): Figure {
  return {
    name: `${what}: CPU beyond the start`,
    value: visited.usage.cpuSeconds - start.usage.cpuSeconds,
    unit: 's',
  }
}

/** @throws Error if work was left out, since its speed would mean nothing */
function expectWholeCollection(first: Summary, unchanged: Summary, tenth: Summary, feeds: number): void {
  const problems = [
    first.failed > 0 && `${first.failed} of ${feeds} feeds failed`,
    first.added < feeds * ITEMS * 0.9 && `only ${first.added} of ${feeds * ITEMS} items were added`,
    unchanged.unchanged !== feeds && `only ${unchanged.unchanged} feeds were unchanged`,
    unchanged.added > 0 && `${unchanged.added} items were added from unchanged feeds`,
    tenth.unchanged !== feeds * 0.9 && `${tenth.unchanged} feeds were unchanged, not ${feeds * 0.9}`,
  ].filter((problem) => problem !== false)
  if (problems.length > 0) throw new Error(`The collection is incomplete: ${problems.join('; ')}.`)
}
