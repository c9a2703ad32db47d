import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { canonicalUrl } from '../../sample/world/article.ts'
import { createWorld } from '../../sample/world/world.ts'
import { toEnd } from '../../src/model/in-steps.ts'
import type { StoryItem } from '../../src/model/story.ts'
import { MINUTE_MS } from '../../src/model/time.ts'
import { type StoryPlacement, StoryPlacer } from '../../src/stories/cluster/placer.ts'
import { decodeSnapshot, encodeSnapshot } from '../../src/stories/cluster/snapshot.ts'
import type { Benchmark, Figure } from '../harness/benchmark.ts'
import { insertSecondsOf } from '../harness/child.ts'
import { cpuSecondsSince } from '../harness/cpu.ts'
import { quantile } from '../harness/quantile.ts'

const ITEMS = { live: 37_000, more: 6_000 }
const QUICK_ITEMS = { live: 3_000, more: 500 }
/** Items that one or two visits bring. */
const BATCH = 40
const SUMMARY_LENGTH = 250
const NOW = Date.UTC(2026, 4, 4, 12)

/** Measures the placing of items into stories with four busy days in memory. */
export const benchmark: Benchmark = {
  name: 'stories',
  description:
    'placing items with titles and 250-character summaries among 37,000 live ones, and reading those back',
  run: async ({ log, quick, scratch }) => {
    const count = quick ? QUICK_ITEMS : ITEMS
    log('reference: inserting alone')
    const insertSeconds = await insertSecondsOf(count.live, scratch)
    const items = inventedItems(count.live + count.more)
    log(`${items.length} items invented`)
    return measureStories(items, count, { name: 'insert alone', value: count.live / insertSeconds })
  },
}

function measureStories(
  items: readonly StoryItem[],
  { live, more }: typeof ITEMS,
  reference: Figure['reference'],
): Figure[] {
  const placer = new StoryPlacer()
  let last = 0
  const storyOf = new Map<number, number>()
  const keep = ({ placements, moves }: StoryPlacement): void => {
    for (const { itemId, storyId } of [...placements, ...moves]) storyOf.set(itemId, storyId)
  }
  const memoryBefore = memoryOf()
  const placeBatches = (from: number, until: number): number => {
    const before = process.cpuUsage()
    for (let at = from; at < until; at += BATCH)
      keep(toEnd(placer.place(items.slice(at, Math.min(until, at + BATCH)), () => ++last)))
    return cpuSecondsSince(before)
  }
  const many = live - more
  const firstSeconds = placeBatches(0, many)
  const lastSeconds = placeBatches(many, live)
  const memory = memoryOf() - memoryBefore

  const placed = items.slice(0, live).map((item) => ({ ...item, storyId: storyOf.get(item.itemId) ?? 0 }))
  const beforeKeeping = process.cpuUsage()
  const kept = Buffer.concat(encodeSnapshot(placer.snapshot()))
  const keepingSeconds = cpuSecondsSince(beforeKeeping)

  // Measured before other placers exist: a service has one, and compiled code that serves several is slower.
  memoryOf()
  const times: number[] = []
  const beforeEach = process.cpuUsage()
  for (const item of items.slice(live)) {
    const started = performance.now()
    toEnd(placer.place([item], () => ++last))
    times.push(performance.now() - started)
  }
  const eachSeconds = cpuSecondsSince(beforeEach)

  memoryOf()
  const beforeRestoring = process.cpuUsage()
  const snapshot = decodeSnapshot(kept)
  if (snapshot === undefined) throw new Error('the snapshot cannot be read back')
  toEnd(new StoryPlacer().restore([], { snapshot, storyIds: snapshot.storyId }))
  const restoringSeconds = cpuSecondsSince(beforeRestoring)
  memoryOf()
  const beforeReading = process.cpuUsage()
  toEnd(new StoryPlacer().restore(placed))
  const readingSeconds = cpuSecondsSince(beforeReading)

  return [
    {
      name: `placing the first ${live}, ${BATCH} at once: items per second of CPU`,
      value: live / (firstSeconds + lastSeconds),
      unit: 'items/s',
      reference,
    },
    {
      name: `the last ${more} of these: items per second of CPU`,
      value: more / lastSeconds,
      unit: 'items/s',
      reference,
    },
    {
      name: 'placing one by one: items per second of CPU',
      value: more / eachSeconds,
      unit: 'items/s',
      reference,
    },
    { name: 'placing one: median', value: quantile(times, 0.5), unit: 'ms' },
    { name: 'placing one: p99', value: quantile(times, 0.99), unit: 'ms' },
    { name: `memory of ${live} live items`, value: memory / 1e6, unit: 'MB' },
    { name: 'reading them back from what was kept: CPU', value: restoringSeconds, unit: 's' },
    { name: 'reading them back from their texts: CPU', value: readingSeconds, unit: 's' },
    { name: 'keeping them: CPU', value: keepingSeconds, unit: 's' },
    { name: 'what is kept', value: kept.length / 1e6, unit: 'MB' },
  ]
}

/** Items of several invented worlds, ordered by time. */
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
        url: canonicalUrl(article),
        title,
        summary: summary.padEnd(SUMMARY_LENGTH, ` ${summary}`).slice(0, SUMMARY_LENGTH),
        language: outlet.language,
        publishedAt,
        firstSeenAt: publishedAt + MINUTE_MS,
        dated: true,
      })
    }
  }
  const ordered = items.toSorted((a, b) => a.publishedAt - b.publishedAt).slice(-count)
  // JSON makes flat strings, as collected texts are. Otherwise V8 would join the parts of a text when it is first read.
  return ordered.map((item, at) => JSON.parse(JSON.stringify({ ...item, itemId: at + 1 })) as StoryItem)
}

function memoryOf(): number {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
