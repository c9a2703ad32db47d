import { hasBrowser, launchBrowser, type Browser } from '../../test/browser.ts'
import { firstContent, layoutShift, transferredBytes, watchLayout } from '../../test/page/measures.ts'
import { alive, openReader } from '../../test/page/reader.ts'
import { collectionOf, serveCollection } from '../feeds/collection.ts'
import type { Benchmark, Figure } from '../harness/benchmark.ts'
import { quantile } from '../harness/quantile.ts'

const ITEMS = 100_000
const QUICK_ITEMS = 3_000
const LOADS = 9

/** The measured views. List, search and sources get another address for each load, so that no cache answers. */
const VIEWS: readonly { readonly name: string; readonly address: (load: number) => string }[] = [
  { name: 'front page', address: () => '/' },
  { name: 'list', address: (load) => `/list?sort=hot&sinceHours=${100 + load}` },
  { name: 'search', address: (load) => `/search?q=president&sinceHours=${100 + load}` },
  { name: 'sources', address: (load) => `/sources?name=${'aeiourstn'.charAt(load % LOADS)}` },
  { name: 'statistics', address: () => '/stats' },
]

/** Loads the page in Chromium. Each load has its own browser context with an empty cache. */
export const benchmark: Benchmark = {
  name: 'page',
  description: `views of the page among ${ITEMS} items in Chromium, ${LOADS} loads each with an empty cache, the median`,
  run: async (context) => {
    if (!hasBrowser('the benchmark of the page')) return []
    const collection = await collectionOf(context.quick ? QUICK_ITEMS : ITEMS, context)
    const served = await serveCollection(collection)
    const browser = await launchBrowser()
    try {
      const figures: Figure[] = []
      for (const view of VIEWS) {
        context.log(view.name)
        const loads = []
        for (let load = 0; load < LOADS; load += 1) {
          loads.push(await loadOnce(browser, served.url, view.address(load)))
        }
        figures.push(...figuresOf(view.name, loads))
      }
      return figures
    } finally {
      await browser.close()
      await served.stop()
    }
  },
}

interface Load {
  readonly contentMs: number
  readonly shift: number
  readonly bytes: number
}

async function loadOnce(browser: Browser, base: string, address: string): Promise<Load> {
  const reader = await openReader(browser, { base })
  await watchLayout(reader.page)
  await reader.page.goto(base + address)
  const contentMs = await firstContent(reader.page)
  await alive(reader.page)
  const shift = await layoutShift(reader.page)
  const { bytes } = await transferredBytes(reader.page)
  await reader.close()
  return { contentMs, shift, bytes }
}

function figuresOf(view: string, loads: readonly Load[]): Figure[] {
  return [
    { name: `${view}: first content`, value: median(loads, ({ contentMs }) => contentMs), unit: 'ms' },
    {
      name: `${view}: layout shift, worst`,
      value: Math.max(...loads.map(({ shift }) => shift)),
      unit: 'ratio',
    },
    { name: `${view}: transferred`, value: median(loads, ({ bytes }) => bytes) / 1e6, unit: 'MB' },
  ]
}

function median(loads: readonly Load[], of: (load: Load) => number): number {
  return quantile(loads.map(of), 0.5)
}
