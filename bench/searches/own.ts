// The search engine of the service by itself, in its own process. Prints an EngineReport.

import { rmSync, statSync } from 'node:fs'
import { EVERYTHING } from '../../src/model/filter.ts'
import { SearchIndex } from '../../src/search/index/search-index.ts'
import { readSnapshot, writeSnapshot } from '../../src/search/index/snapshot.ts'
import { parseQuery } from '../../src/search/query/parse.ts'
import { selectItems } from '../../src/search/select-items.ts'
import { complete } from '../../src/search/suggestions.ts'
import { Columns } from '../../src/store/columns/columns.ts'
import { cpuSecondsSince } from '../harness/cpu.ts'
import { quantile } from '../harness/quantile.ts'
import { hostileQueries } from './hostile.ts'
import { invent, NOW, queryClasses } from './synthetic.ts'
import { type EngineReport, timeClasses } from './timing.ts'

const [, , size = '100000', scratch = '/tmp'] = process.argv
const items = Number(size)
const invented = invent(items)
const index = new SearchIndex()
const columns = new Columns()
const codes = Array.from({ length: 10 }, (_, i) =>
  columns.facets.code({ category: `c${i}`, region: null, language: 'en', sources: ['s'] }),
)

let buildMs = 0
for (let from = 0; from < items; from += 16_000) {
  const documents = invented.documents(from, Math.min(items, from + 16_000))
  const started = performance.now()
  index.put(documents)
  while (index.mergeStep());
  buildMs += performance.now() - started
  for (const { id, publishedAt } of documents) {
    columns.append({
      id,
      publishedAt,
      rankedAt: publishedAt,
      firstSeenAt: publishedAt,
      hot: id,
      lift: 0,
      score: 20,
      storyId: id,
      facet: codes[id % 10] ?? 0,
      points: 0,
      minutes: 1,
      publisher: 'a.example',
      share: 1,
      engagement: 0,
      isUndated: false,
    })
  }
}
columns.sort()

const classes = await timeClasses(queryClasses(invented), ask)
const completions = invented.words.slice(0, 2_000).map((word, i) => word.slice(0, 1 + (i % 4)))
const completionTimes = await timesOf(completions, async (beginning) =>
  complete(index.segments, beginning, 20),
)
const hostileTimes = await timesOf(hostileQueries(), (query) => ask(query, undefined))

const file = `${scratch}/own.index`
const version = { seq: 1, at: 1 }
const writing = performance.now()
await writeSnapshot(file, version, index.segments)
const reading = performance.now()
await readSnapshot(file)
const read = performance.now()
const fileBytes = statSync(file).size
rmSync(file)

const report: EngineReport = {
  items,
  buildSeconds: buildMs / 1_000,
  indexMegabytes: fileBytes / 1e6,
  classes,
  more: {
    segments: index.segments.length,
    completionP50Ms: quantile(completionTimes, 0.5),
    completionP99Ms: quantile(completionTimes, 0.99),
    hostileP99Ms: quantile(hostileTimes, 0.99),
    hostileWorstMs: Math.max(...hostileTimes),
    writeFileMs: reading - writing,
    readFileMs: read - reading,
  },
}
process.stdout.write(`${JSON.stringify(report)}\n`)

async function ask(query: string, category: string | undefined): Promise<number> {
  const { node } = parseQuery(query)
  if (node === undefined) return 0
  const filter =
    category === undefined ? EVERYTHING : { ...EVERYTHING, category: { include: [category], exclude: [] } }
  const window = { limit: 20, offset: 0, after: undefined }
  const request = { filter, order: 'relevance', window, now: NOW, explain: false } as const
  const selection = await selectItems({ index, columns }, node, request)
  return selection.relaxed === true || selection.corrected !== undefined ? 0 : selection.total
}

/** Processor time of each text, the least of three runs; milliseconds. */
async function timesOf(
  texts: readonly string[],
  work: (text: string) => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = []
  for (const text of texts) {
    let least = Infinity
    for (let run = 0; run < 3; run += 1) {
      const before = process.cpuUsage()
      await work(text)
      least = Math.min(least, 1_000 * cpuSecondsSince(before))
    }
    times.push(least)
  }
  return times
}
