import type { Benchmark, Figure } from '../harness/benchmark.ts'
import { runMeasured, script } from '../harness/child.ts'
import type { EngineReport } from '../searches/timing.ts'

const ITEMS = 1_000_000
const QUICK_ITEMS = 20_000
/** As many as MiniSearch can bear without taking gigabytes. */
const MINISEARCH_ITEMS = 100_000

/** The search engine by itself among a million items, and what others take for the same. */
export const benchmark: Benchmark = {
  name: 'search-engines',
  description: `the search engine in one process among ${ITEMS} items of 35 words, best 20 and exact total, beside PostgreSQL's full text and MiniSearch (at ${MINISEARCH_ITEMS})`,
  run: async ({ quick, log, scratch }) => {
    const items = quick ? QUICK_ITEMS : ITEMS
    const few = Math.min(items, MINISEARCH_ITEMS)
    const run = async (engine: string, size: number): Promise<EngineReport | undefined> => {
      log(`${engine} among ${size} items`)
      try {
        const { stdout } = await runMeasured([
          '--max-old-space-size=8192',
          ...script(`searches/${engine}.ts`, String(size), scratch),
        ])
        return JSON.parse(stdout) as EngineReport
      } catch (cause) {
        log(`${engine} did not run: ${cause instanceof Error ? cause.message.slice(-300) : String(cause)}`)
        return undefined
      }
    }
    const own = await run('own', items)
    const postgres = await run('postgres', items)
    const ownAmongFew = await run('own', few)
    const miniSearch = await run('minisearch', few)
    return [
      ...figuresOf(own, postgres, `PostgreSQL 15`, `among ${items}`),
      ...figuresOf(ownAmongFew, miniSearch, 'MiniSearch', `among ${few}`),
    ]
  },
}

function figuresOf(
  own: EngineReport | undefined,
  other: EngineReport | undefined,
  name: string,
  size: string,
): Figure[] {
  if (own === undefined) return []
  const beside = (value: number | undefined) => (value === undefined ? undefined : { name, value })
  const classes = own.classes.flatMap((each): Figure[] => {
    const its = other?.classes.find((one) => one.name === each.name)
    return [
      { name: `${size}, ${each.name}: p50`, value: each.p50Ms, unit: 'ms', reference: beside(its?.p50Ms) },
      { name: `${size}, ${each.name}: p99`, value: each.p99Ms, unit: 'ms', reference: beside(its?.p99Ms) },
      { name: `${size}, ${each.name}: processor time p50`, value: each.cpuP50Ms, unit: 'ms' },
      { name: `${size}, ${each.name}: processor time p99`, value: each.cpuP99Ms, unit: 'ms' },
    ]
  })
  const more = own.more ?? {}
  return [
    ...classes,
    { name: `${size}: completion of 1 to 4 letters, p99`, value: more['completionP99Ms'] ?? 0, unit: 'ms' },
    { name: `${size}: 2,000 hostile queries, p99`, value: more['hostileP99Ms'] ?? 0, unit: 'ms' },
    { name: `${size}: 2,000 hostile queries, slowest`, value: more['hostileWorstMs'] ?? 0, unit: 'ms' },
    {
      name: `${size}: index in memory`,
      value: own.indexMegabytes,
      unit: 'MB',
      reference: beside(other?.indexMegabytes),
    },
    {
      name: `${size}: indexing`,
      value: own.items / own.buildSeconds,
      unit: 'items/s',
      reference: beside(other && other.items / other.buildSeconds),
    },
    { name: `${size}: reading the index from its file`, value: more['readFileMs'] ?? 0, unit: 'ms' },
  ]
}
