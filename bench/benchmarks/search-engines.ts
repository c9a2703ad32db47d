import type { Benchmark, Figure } from '../harness/benchmark.ts'
import { runMeasured, script } from '../harness/child.ts'
import type { EngineReport } from '../searches/timing.ts'

/** `DIGEST_BENCH_SEARCH_ITEMS` sets another number of items. Ten million items take an hour and 6 GB. */
const ITEMS = Number(process.env['DIGEST_BENCH_SEARCH_ITEMS'] ?? 1_000_000)
const QUICK_ITEMS = 20_000
/** With more items MiniSearch needs gigabytes of memory. */
const FEW_ITEMS = 100_000
/** PostgreSQL loads this many items within some minutes. */
const MAX_IN_POSTGRES = 1_000_000

/** Measures the search engine by itself among a million items, and other engines with the same queries. */
export const benchmark: Benchmark = {
  name: 'search-engines',
  description: `the search engine in one process among ${ITEMS} items of 35 words, best 20 and exact total, beside PostgreSQL's full text; among ${FEW_ITEMS} beside MiniSearch`,
  run: async ({ quick, log, scratch }) => {
    const items = quick ? QUICK_ITEMS : ITEMS
    const few = Math.min(items, FEW_ITEMS)
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
    const ownAmongFew = await run('own', few)
    const postgres = items > MAX_IN_POSTGRES ? undefined : await run('postgres', items)
    const miniSearch = await run('minisearch', few)
    return [
      ...classFigures(own, undefined, '', `among ${items}`),
      ...otherFigures(own, `among ${items}`),
      ...(postgres === undefined
        ? []
        : classFigures(own, postgres, 'PostgreSQL', `among ${items}, beside PostgreSQL`)),
      ...classFigures(ownAmongFew, miniSearch, 'MiniSearch', `among ${few}`),
    ]
  },
}

function classFigures(
  own: EngineReport | undefined,
  other: EngineReport | undefined,
  name: string,
  size: string,
): Figure[] {
  const beside = (value: number | undefined) => (value === undefined ? undefined : { name, value })
  return (own?.classes ?? []).flatMap((each): Figure[] => {
    const its = other?.classes.find((one) => one.name === each.name)
    // The other engine does not answer this class. The figures of our engine alone have it.
    if (other !== undefined && its === undefined) return []
    const figures: Figure[] = [
      { name: `${size}, ${each.name}: p50`, value: each.p50Ms, unit: 'ms', reference: beside(its?.p50Ms) },
      { name: `${size}, ${each.name}: p99`, value: each.p99Ms, unit: 'ms', reference: beside(its?.p99Ms) },
    ]
    if (other !== undefined) return figures
    return [
      ...figures,
      { name: `${size}, ${each.name}: processor time p50`, value: each.cpuP50Ms, unit: 'ms' },
      { name: `${size}, ${each.name}: processor time p99`, value: each.cpuP99Ms, unit: 'ms' },
    ]
  })
}

function otherFigures(own: EngineReport | undefined, size: string): Figure[] {
  if (own === undefined) return []
  const figureOf = (name: string, value: number | undefined, unit: Figure['unit']): Figure => ({
    name: `${size}: ${name}`,
    value: value ?? Number.NaN,
    unit,
  })
  const more = own.more ?? {}
  return [
    figureOf('suggestions for 1 to 4 letters, p50', more['completionP50Ms'], 'ms'),
    figureOf('suggestions for 1 to 4 letters, p99', more['completionP99Ms'], 'ms'),
    figureOf('2,000 hostile queries, p99', more['hostileP99Ms'], 'ms'),
    figureOf('2,000 hostile queries, slowest', more['hostileWorstMs'], 'ms'),
    figureOf('index in memory', own.indexMegabytes, 'MB'),
    figureOf('indexing', own.items / own.buildSeconds, 'items/s'),
    figureOf('reading the index from its file', more['readFileMs'], 'ms'),
  ]
}
