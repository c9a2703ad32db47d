import type { StoryItem } from '../../src/model/story.ts'
import { DAY_MS } from '../../src/model/time.ts'
import type { LinkModel } from '../../src/stories/cluster/link/network.ts'
import { createStoryPlacer } from '../../src/stories/cluster/placer.ts'
import { decodeSnapshot, encodeSnapshot } from '../../src/stories/cluster/snapshot/snapshot.ts'
import type { StoryPlacer } from '../../src/stories/cluster/story-placer.ts'
import { byDays } from './labelled-set.ts'

/** The order in which items reach the clusterer, visit by visit. */
export type Order = 'by source' | 'by time'

/** Items of a visit, at most. */
const VISIT_ITEMS = 40

/**
 * Lets the clusterer place items visit by visit, as the service does: either source by source within each day, or in
 * the order of publication.
 *
 * @param restartEvery the clusterer is restored from a snapshot after this many visits
 * @returns the story of each item at the end, in the order of `items`
 */
export function replay(
  items: readonly StoryItem[],
  order: Order,
  model?: LinkModel,
  restartEvery = Infinity,
): number[] {
  let placer = createStoryPlacer(model)
  const storyOf = new Map<number, number>()
  const mergedInto = new Map<number, number>()
  let last = 0
  for (const [number, visit] of visitsOf(items, order).entries()) {
    if (number > 0 && number % restartEvery === 0) placer = restarted(placer, model)
    const { placements, moves, merges } = placer.place(visit, () => ++last)
    for (const { itemId, storyId } of [...placements, ...moves]) storyOf.set(itemId, storyId)
    for (const { from, into } of merges) mergedInto.set(from, into)
  }
  return items.map(({ itemId }) => {
    let story = storyOf.get(itemId) ?? 0
    for (let into = mergedInto.get(story); into !== undefined; into = mergedInto.get(story)) story = into
    return story
  })
}

function restarted(placer: StoryPlacer, model: LinkModel | undefined): StoryPlacer {
  const kept = decodeSnapshot(encodeSnapshot(placer.snapshot(), null))
  if (kept === undefined) throw new Error('the snapshot of the clusterer cannot be read back')
  const next = createStoryPlacer(model)
  next.restore([], { snapshot: kept.snapshot, storyIds: kept.snapshot.storyId })
  return next
}

/**
 * Splits items into collections of `days` days, and places each without knowledge of the others.
 *
 * @returns the story of each item, in the order of `items`
 */
export function byCollection<Item extends StoryItem>(
  items: readonly Item[],
  days: number | undefined,
  place: (items: readonly Item[]) => number[],
): number[] {
  if (days === undefined) return place(items)
  const collections = byDays(items, days)
  const stories = new Map<Item, string>()
  for (const [number, collection] of collections) {
    place(collection).forEach((story, at) => stories.set(collection[at] as Item, `${number} ${story}`))
  }
  const numbers = new Map([...new Set(stories.values())].map((story, number) => [story, number]))
  return items.map((item) => numbers.get(stories.get(item) ?? '') ?? 0)
}

function visitsOf(items: readonly StoryItem[], order: Order): StoryItem[][] {
  const ordered = items.toSorted((a, b) =>
    order === 'by time'
      ? a.publishedAt - b.publishedAt || a.itemId - b.itemId
      : dayOf(a) - dayOf(b) || compareText(a.sourceId, b.sourceId) || a.itemId - b.itemId,
  )
  const visits: StoryItem[][] = []
  for (const item of ordered) {
    const visit = visits.at(-1)
    const fits =
      visit !== undefined &&
      visit.length < VISIT_ITEMS &&
      (order === 'by time' || visit[0]?.sourceId === item.sourceId)
    if (fits) visit.push(item)
    else visits.push([item])
  }
  return visits
}

/** The day of an item's visit: each source is visited once a day. */
function dayOf({ firstSeenAt }: StoryItem): number {
  return Math.floor(firstSeenAt / DAY_MS)
}

function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
