import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createStoryPlacer } from '../../src/digest/stories/placer.ts'
import type { StoryItem } from '../../src/domain/story.ts'
import { MINUTE_MS } from '../../src/domain/time.ts'
import { createWorld } from '../../src/newsroom/world.ts'
import type { Benchmark, BenchContext, Figure } from '../harness/benchmark.ts'

const LIVE_ITEMS = 37_000
const MORE_ITEMS = 6_000
const SUMMARY_LENGTH = 250
const NOW = Date.UTC(2026, 4, 4, 12)

/** What placing an item costs with four busy days in memory. */
export const benchmark: Benchmark = {
  name: 'stories',
  description: 'placing items with titles and 250-character summaries among 37,000 live ones',
  run: (context) => Promise.resolve(measureStories(context)),
}

function measureStories({ log, quick }: BenchContext): Figure[] {
  const live = quick ? 3_000 : LIVE_ITEMS
  const more = quick ? 500 : MORE_ITEMS
  const items = inventedItems(live + more)
  log(`${items.length} items invented`)
  const placer = createStoryPlacer()
  let last = 0
  const memoryBefore = memoryOf()
  for (let at = 0; at < live; at += 40) placer.place(items.slice(at, Math.min(live, at + 40)), () => ++last)
  const memory = memoryOf() - memoryBefore

  const times: number[] = []
  const before = process.cpuUsage()
  for (const item of items.slice(live)) {
    const started = performance.now()
    placer.place([item], () => ++last)
    times.push(performance.now() - started)
  }
  const { user, system } = process.cpuUsage(before)
  times.sort((a, b) => a - b)
  return [
    {
      name: 'placing one by one: items per second of CPU',
      value: (more * 1e6) / (user + system),
      unit: 'items/s',
    },
    { name: 'placing one: median', value: percentile(times, 0.5), unit: 'ms' },
    { name: 'placing one: p99', value: percentile(times, 0.99), unit: 'ms' },
    { name: `memory of ${live} live items`, value: memory / 1e6, unit: 'MB' },
  ]
}

/** Items of several invented worlds, as they would come in: by time. */
function inventedItems(count: number): StoryItem[] {
  const items: StoryItem[] = []
  for (let world = 0; items.length < count; world++) {
    for (const article of createWorld({ seed: `bench ${world}` }).articles(NOW)) {
      const { outlet, publishedAt } = article
      const { title, summary } = article.text(false)
      items.push({
        itemId: 0,
        sourceId: `${outlet.id}-${world}`,
        publisher: `${world}.${outlet.host}`,
        title,
        titleKey: '',
        summary: summary.padEnd(SUMMARY_LENGTH, ` ${summary}`).slice(0, SUMMARY_LENGTH),
        language: outlet.language,
        publishedAt,
        firstSeenAt: publishedAt + MINUTE_MS,
      })
    }
  }
  const ordered = items.toSorted((a, b) => a.publishedAt - b.publishedAt).slice(-count)
  return ordered.map((item, at) => ({ ...item, itemId: at + 1 }))
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0
}

function memoryOf(): number {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
