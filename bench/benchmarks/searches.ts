import { buildSearchIndex, collectionOf, serveCollection } from '../feeds/collection.ts'
import type { Benchmark, Figure } from '../harness/benchmark.ts'
import { askServer } from '../harness/latency.ts'

const ITEMS = 100_000
const QUICK_ITEMS = 3_000

/** Queries grouped by what makes them expensive. Their words are those of the sample newsroom, in five languages. */
const CLASSES: readonly { readonly name: string; readonly queries: readonly string[] }[] = [
  {
    name: 'common words',
    queries: ['company', 'people', 'new', 'years', 'city', 'minister', 'week', 'night'],
  },
  {
    name: 'rarer words',
    queries: ['Quantessa', 'salamander', 'Ottokar', 'astrolabe', 'Tessivar', 'Isfjordby', 'Candela'],
  },
  {
    name: 'two words',
    queries: ['storm homes', 'takeover price', 'election turnout', 'probe orbit', 'museum ladder'],
  },
  {
    name: 'phrases',
    queries: ['"chief executive"', '"without power"', '"on Tuesday"', '"the central bank"'],
  },
  { name: 'prefixes', queries: ['gove*', 'elec*', 'mus*', 'resea*'] },
  {
    name: 'sentences',
    queries: [
      'storm leaves thousands of homes without power',
      'central bank raises interest rate after inflation',
      'probe reaches orbit of distant moon on tuesday',
    ],
  },
  { name: 'Chinese and Japanese', queries: ['地震', '收购', '利率', '決勝', '停電', '博物馆'] },
  {
    name: 'with filters',
    queries: ['storm category:world', 'title:election', 'lang:de Sturm', 'company -profit'],
  },
]

/**
 * Searches in the running service over HTTP. Each class is measured apart, since slow queries would hide the others.
 */
export const benchmark: Benchmark = {
  name: 'searches',
  description: `searches among ${ITEMS} items over HTTP, by class of query`,
  run: async (context) => {
    const { quick, log } = context
    const collection = await collectionOf(quick ? QUICK_ITEMS : ITEMS, context)
    log('search index')
    await buildSearchIndex(collection)
    const served = await serveCollection(collection)
    const figures: Figure[] = []
    try {
      for (const { name, queries } of CLASSES) {
        log(name)
        const result = await askServer(served, {
          paths: uniqueSearches(queries),
          seconds: quick ? 1 : 5,
          clients: 2,
        })
        figures.push(
          { name: `${name}: p50`, value: result.p50Ms, unit: 'ms' },
          { name: `${name}: p99`, value: result.p99Ms, unit: 'ms' },
          { name: `${name}: CPU an answer`, value: result.cpuMilliseconds, unit: 'ms' },
        )
      }
      log('suggestions')
      const typed = await askServer(served, {
        paths: Array.from({ length: 40 }, (_, round) =>
          TYPED.map((text) => `/api/suggest?q=${encodeURIComponent(text)}&limit=${5 + round}`),
        ).flat(),
        seconds: quick ? 1 : 5,
        clients: 1,
      })
      figures.push(
        { name: 'suggestions: p50', value: typed.p50Ms, unit: 'ms' },
        { name: 'suggestions: p99', value: typed.p99Ms, unit: 'ms' },
        { name: 'suggestions: CPU an answer', value: typed.cpuMilliseconds, unit: 'ms' },
      )
      return [
        ...figures,
        { name: 'memory after all', value: (await served.usage()).rssMegabytes, unit: 'MB' },
      ]
    } finally {
      await served.stop()
    }
  },
}

/** What people have typed when they ask for suggestions. Each request has another limit. */
const TYPED = [
  's',
  'st',
  'sto',
  'stor',
  'e',
  'el',
  'ele',
  'elec',
  'g',
  'go',
  'gov',
  'm',
  'mi',
  'the s',
  'central b',
]

/** No address repeats, so that no cache answers. Limit and offset vary; the work stays the same. */
function uniqueSearches(queries: readonly string[]): string[] {
  return Array.from({ length: 2_000 }, (_, round) =>
    queries.map(
      (query) =>
        `/api/search?q=${encodeURIComponent(query)}&limit=${11 + (round % 20)}&offset=${Math.floor(round / 20)}`,
    ),
  ).flat()
}
