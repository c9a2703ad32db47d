import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { SECOND_MS } from '../../src/model/time.ts'
import type { Figure } from '../harness/benchmark.ts'
import { runMeasured, script } from '../harness/child.ts'
import { ask, type Question } from './ask.ts'
import type { MadeCollection } from './collection.ts'
import { type Known, knownOf } from './known.ts'
import { openLoop } from './open-loop.ts'
import { LIST_CLASSES, type QuestionClass, questionsOf, seedOf } from './questions.ts'
import { SEARCH_CLASSES } from './searches.ts'
import { startMeasured } from './served.ts'
import type { Written } from './written.ts'

export interface MixedLoad {
  readonly pagesPerSecond: number
  readonly searchesPerSecond: number
  readonly itemsPerSecond: number
  readonly seconds: number
}

/** Of ten requests for pages, this many are for first pages, which repeat. The others are sent once. */
const FIRST_PAGES = 6
const WARM_UP = 300

/**
 * Requests pages and searches at fixed rates while another process saves items into the same store. The store is a copy
 * in `scratch`.
 *
 * @param size such as `1M`
 */
export async function mixedLoad(
  kept: MadeCollection,
  size: string,
  load: MixedLoad,
  scratch: string,
): Promise<Figure[]> {
  const folder = join(scratch, size)
  cpSync(join(kept.data, '..'), folder, { recursive: true })
  const collection = { ...kept, config: join(folder, 'digest.yaml'), data: join(folder, 'data') }
  const known = knownOf(collection)
  const { served } = await startMeasured(collection)
  try {
    const pages = mixedPages(known, WARM_UP + load.pagesPerSecond * load.seconds)
    const searches = mixedSearches(known, WARM_UP + load.searchesPerSecond * load.seconds)
    for (const questions of [pages, searches]) {
      await ask(served, { questions: questions.slice(0, WARM_UP), connections: 2, mostSeconds: 5 })
    }
    const { itemsPerSecond, seconds } = load
    const before = await served.usage()
    const writing = runMeasured(
      script(
        'million/write-items.ts',
        join(collection.data, 'digest.db'),
        String(itemsPerSecond),
        String(seconds),
      ),
    )
    const started = performance.now()
    const [ofPages, ofSearches] = await openLoop(served.url, [
      { questions: pages.slice(WARM_UP), perSecond: load.pagesPerSecond },
      { questions: searches.slice(WARM_UP), perSecond: load.searchesPerSecond },
    ])
    const elapsedSeconds = (performance.now() - started) / SECOND_MS
    const after = await served.usage()
    const written = JSON.parse((await writing).stdout) as Written
    if (ofPages === undefined || ofSearches === undefined) throw new Error('a stream has no result')
    const figure = (name: string, value: number, unit: Figure['unit']): Figure => ({
      name: `mixed load: ${name}, ${size}`,
      value,
      unit,
    })
    return [
      figure('p50 of pages', ofPages.p50Ms, 'ms'),
      figure('p99 of pages', ofPages.p99Ms, 'ms'),
      figure('pages that failed', ofPages.failed + ofPages.refused, 'answers'),
      figure('p50 of searches', ofSearches.p50Ms, 'ms'),
      figure('p99 of searches', ofSearches.p99Ms, 'ms'),
      figure('searches that failed', ofSearches.failed + ofSearches.refused, 'answers'),
      figure('items saved meanwhile', written.items, 'items'),
      figure('an item is saved after it was due within', written.latestMs, 'ms'),
      figure('CPU of the service in a second', (after.cpuSeconds - before.cpuSeconds) / elapsedSeconds, 's'),
      figure('CPU of the writer in a second', written.cpuSeconds / written.seconds, 's'),
    ]
  } finally {
    await served.stop()
  }
}

export function mixedPages(knownOfRandom: (random: () => number) => Known, count: number): Question[] {
  const random = seedOf('mixed pages')
  const known = knownOfRandom(random)
  const once = mixed(
    LIST_CLASSES.filter(({ part }) => part === 'lists' || part === 'filters'),
    knownOfRandom,
    count,
  )
  return once.map((question) =>
    random() * 10 < FIRST_PAGES ? { path: `/api/items?limit=50${firstPage(known)}` } : question,
  )
}

/** Parameters of the first page of the newest or the hottest items, of all categories or of one. */
function firstPage(known: Known): string {
  const order = known.random() < 0.5 ? '' : '&sort=hot'
  return known.random() < 0.5 ? order : `&category=${known.category()}${order}`
}

export function mixedSearches(known: (random: () => number) => Known, count: number): Question[] {
  return mixed(SEARCH_CLASSES, known, count)
}

/** Requests of several classes in turn. */
function mixed(
  classes: readonly QuestionClass[],
  known: (random: () => number) => Known,
  count: number,
): Question[] {
  const each = Math.ceil(count / classes.length)
  const lists = classes.map((one) => questionsOf(one, known(seedOf(`mixed ${one.name}`)), each))
  return Array.from({ length: each }, (_, at) => lists.flatMap((list) => list[at] ?? []))
    .flat()
    .slice(0, count)
}
