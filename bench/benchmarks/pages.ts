import { request } from 'undici'
import { buildSearchIndex, collectionOf, serveCollection } from '../feeds/collection.ts'
import { benchOutlet } from '../feeds/feed-documents.ts'
import type { Benchmark, Figure } from '../harness/benchmark.ts'
import { script, startServed } from '../harness/child.ts'
import { loadServer, type Load, type LoadResult } from '../harness/load.ts'

const ITEMS = 100_000
const QUICK_ITEMS = 3_000
const LIMIT = 50
const UNIQUE = 20_000

/**
 * Requests lists from the running service over HTTP. The reference, plain node:http, sends a Buffer of the same size.
 */
export const benchmark: Benchmark = {
  name: 'pages',
  description: `pages of ${LIMIT} among ${ITEMS} items over HTTP: the same page, unique ones, filtered ones, 304`,
  run: async (context) => {
    const { quick, log } = context
    const items = quick ? QUICK_ITEMS : ITEMS
    const collection = await collectionOf(items, context)
    log('search index')
    await buildSearchIndex(collection)
    const load = { seconds: quick ? 1 : 6, connections: 16 }
    const served = await serveCollection(collection)
    try {
      const page = await request(`${served.url}${SAME}`)
      const bytes = (await page.body.arrayBuffer()).byteLength
      const plain = await startServed(script('references/plain-http.ts', String(bytes)))
      try {
        log(`reference: plain node:http, ${bytes} bytes`)
        const ceiling = await loadServer(plain, { ...load, paths: ['/'] })
        const measure = async (name: string, more: Pick<Load, 'paths' | 'headers'>): Promise<Figure[]> => {
          log(name)
          return figures(name, await loadServer(served, { ...load, ...more }), ceiling)
        }
        return [
          { name: 'plain node:http', value: ceiling.perSecond, unit: 'answers/s' },
          { name: 'plain node:http: CPU an answer', value: ceiling.cpuMicroseconds, unit: 'µs' },
          ...(await measure('the same page', { paths: [SAME] })),
          ...(await measure('known page (304)', {
            paths: [SAME],
            headers: { 'if-none-match': String(page.headers['etag']) },
          })),
          ...(await measure('unique pages', { paths: uniquePages(items) })),
          ...(await measure('unique filtered pages', { paths: filteredPages() })),
          { name: 'memory after all', value: (await served.usage()).rssMegabytes, unit: 'MB' },
        ]
      } finally {
        await plain.stop()
      }
    } finally {
      await served.stop()
    }
  },
}

const SAME = `/api/items?limit=${LIMIT}`

/** Each path gives another part of the list. */
function uniquePages(items: number): string[] {
  const reachable = Math.floor(items * 0.8)
  return Array.from({ length: UNIQUE }, (_, index) => `${SAME}&offset=${(index * 37) % reachable}`)
}

/** Filters as readers combine them. No query repeats. */
function filteredPages(): string[] {
  return Array.from({ length: UNIQUE }, (_, index) => {
    const { id, category } = benchOutlet(index % 1_000)
    const offset = `&offset=${Math.floor(index / 1_000)}`
    switch (index % 4) {
      case 0:
        return `${SAME}&category=${category}&sort=hot&offset=${index}`
      case 1:
        return `${SAME}&source=${id}${offset}`
      case 2:
        return `${SAME}&category=-${category}&sinceDays=${1 + (index % 29)}${offset}`
      default:
        return `${SAME}&category=${category}&sort=score${offset}&sinceHours=${1 + (index % 700)}`
    }
  })
}

function figures(name: string, result: LoadResult, ceiling: LoadResult): Figure[] {
  return [
    {
      name,
      value: result.perSecond,
      unit: 'answers/s',
      reference: { name: 'plain node:http', value: ceiling.perSecond },
    },
    { name: `${name}: p50`, value: result.p50Ms, unit: 'ms' },
    { name: `${name}: p99`, value: result.p99Ms, unit: 'ms' },
    { name: `${name}: CPU an answer`, value: result.cpuMicroseconds, unit: 'µs' },
  ]
}
