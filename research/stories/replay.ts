import { toEnd } from '../../src/model/in-steps.ts'
import type { StoryItem } from '../../src/model/story.ts'
import { HOUR_MS } from '../../src/model/time.ts'
import type { LinkModel } from '../../src/stories/cluster/link-odds.ts'
import { StoryPlacer } from '../../src/stories/cluster/placer.ts'
import { decodeSnapshot, encodeSnapshot } from '../../src/stories/cluster/snapshot.ts'

/** The order in which items reach the clusterer, visit by visit. */
export type Order = 'by source' | 'by time'

/** Items of a visit, at most. */
const VISIT_ITEMS = 40

/** What a replay may change of the clusterer. */
interface Changes {
  readonly model?: LinkModel
  readonly threshold?: number
  /** The clusterer is restored from a snapshot after this many visits. */
  readonly restartEvery?: number
}

/**
 * Lets the clusterer place items visit by visit, as the service does: either source by source within each hour, or in
 * the order of publication.
 *
 * @returns the story of each item at the end, in the order of `items`
 */
export function replay(
  items: readonly StoryItem[],
  order: Order,
  { model, threshold, restartEvery = Infinity }: Changes = {},
): number[] {
  let placer = new StoryPlacer(model, threshold)
  const storyOf = new Map<number, number>()
  const mergedInto = new Map<number, number>()
  let last = 0
  for (const [number, visit] of visitsOf(items, order).entries()) {
    if (number > 0 && number % restartEvery === 0) placer = restarted(placer, model)
    const { placements, moves, merges } = toEnd(placer.place(visit, () => ++last))
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
  const snapshot = decodeSnapshot(Buffer.concat(encodeSnapshot(placer.snapshot())))
  if (snapshot === undefined) throw new Error('the snapshot of the clusterer cannot be read back')
  const next = new StoryPlacer(model)
  toEnd(next.restore([], { snapshot, storyIds: snapshot.storyId }))
  return next
}

/** The visits in which items come, in their order. */
export function visitsOf(items: readonly StoryItem[], order: Order): StoryItem[][] {
  const ordered = items.toSorted((a, b) =>
    order === 'by time'
      ? a.publishedAt - b.publishedAt || a.itemId - b.itemId
      : hourOf(a) - hourOf(b) || compareText(a.sourceId, b.sourceId) || a.itemId - b.itemId,
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

/** The hour of an item's visit. */
function hourOf({ firstSeenAt }: StoryItem): number {
  return Math.floor(firstSeenAt / HOUR_MS)
}

function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
