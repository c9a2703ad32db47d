import { buildSearchIndex, collectionOf, serveCollection } from '../feeds/collection.ts'
import type { Benchmark, Figure } from '../harness/benchmark.ts'
import type { Served } from '../harness/child.ts'
import { loadServer } from '../harness/load.ts'
import { classTable } from '../searches/class-table.ts'
import { partsOf } from '../searches/parts.ts'

const ITEMS = 100_000
const QUICK_ITEMS = 3_000

interface QueryClass {
  readonly name: string
  readonly queries: readonly string[]
  /** Further parameters. */
  readonly more?: string
}

/** Queries grouped by what makes them expensive. Their words are those of the sample newsroom, in five languages. */
const CLASSES: readonly QueryClass[] = [
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
  { name: 'typing errors', queries: ['electoin', 'goverment', 'salamnder', 'inflatoin'] },
  { name: 'newest first', queries: ['company', 'people', 'storm homes'], more: '&sort=newest' },
  { name: 'of one week', queries: ['company', 'people', 'storm homes'], more: '&sinceDays=7' },
]

/**
 * Searches in the running service over HTTP. Each class is measured apart, since slow queries would hide the others.
 */
export const benchmark: Benchmark = {
  name: 'searches',
  description: `searches among ${ITEMS} items over HTTP, 20 results, by class of query`,
  table: classTable,
  run: async (context) => {
    const { quick, log } = context
    const collection = await collectionOf(quick ? QUICK_ITEMS : ITEMS, context)
    log('search index')
    await buildSearchIndex(collection)
    const served = await serveCollection(collection)
    const figures: Figure[] = []
    try {
      for (const each of CLASSES) {
        log(each.name)
        figures.push(...(await measured(served, each, quick ? 1 : 5)))
      }
      log('suggestions')
      const typed = await loadServer(served, {
        areUnique: true,
        paths: Array.from({ length: 40 }, (_, round) =>
          TYPED.map((text) => `/api/suggest?q=${encodeURIComponent(text)}&limit=${5 + round}`),
        ).flat(),
        seconds: quick ? 1 : 5,
        connections: 1,
      })
      figures.push(
        { name: 'suggestions: p50', value: typed.p50Ms, unit: 'ms' },
        { name: 'suggestions: p99', value: typed.p99Ms, unit: 'ms' },
        { name: 'suggestions: CPU an answer', value: typed.cpuMicroseconds / 1000, unit: 'ms' },
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

/** The speed of a class, its CPU, and what that is spent on by a profile of other searches of the class. */
async function measured(
  served: Served,
  { name, queries, more }: QueryClass,
  seconds: number,
): Promise<Figure[]> {
  const paths = uniqueSearches(queries, more)
  const [profiled, timed] = [paths.slice(0, PROFILED), paths.slice(PROFILED)]
  const load = { areUnique: true, seconds }
  const profile = await served.profiled(() =>
    loadServer(served, { ...load, paths: profiled, connections: 1 }),
  )
  const result = await loadServer(served, { ...load, paths: timed, connections: 2 })
  const cpuMilliseconds = result.cpuMicroseconds / 1000
  const milliseconds = (measure: string, value: number): Figure => ({
    name: `${name}: ${measure}`,
    value,
    unit: 'ms',
  })
  return [
    milliseconds('p50', result.p50Ms),
    milliseconds('p99', result.p99Ms),
    milliseconds('CPU an answer', cpuMilliseconds),
    ...Array.from(partsOf(profile), ([part, share]) => milliseconds(part, share * cpuMilliseconds)),
  ]
}

const PROFILED = 400
const ROUNDS = 2_000

/** No address repeats, so that no cache answers: the case of letters varies, and seldom the offset. The work stays the same. */
function uniqueSearches(queries: readonly string[], more = ''): string[] {
  return Array.from({ length: ROUNDS }, (_, round) =>
    queries.map((query) => {
      const letters = /[a-z]*(?=[^a-z]*$)/i.exec(query)?.[0].length ?? 0
      const variants = 2 ** Math.min(letters, 8)
      const text = query.replace(/[a-z]+(?=[^a-z]*$)/i, (word) => inCase(word, round % variants))
      return `/api/search?q=${encodeURIComponent(text)}&limit=20&offset=${Math.floor(round / variants)}${more}`
    }),
  ).flat()
}

/** A word whose letters are upper case where a number has a bit. */
function inCase(word: string, bits: number): string {
  return Array.from(word, (letter, at) =>
    ((bits >>> at) & 1) === 1 ? letter.toUpperCase() : letter.toLowerCase(),
  ).join('')
}
