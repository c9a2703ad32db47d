import type { EpochMs } from '../../model/time.ts'
import { hasBetterStory, assign } from './assign.ts'
import { createJournal } from './journal.ts'
import { LINK_MODEL, linkScore, type LinkModel } from './link/link.ts'
import { byTime, newLiveStory, type LiveItem, type LiveStory } from './live-item.ts'
import { createLiveSet } from './live-set.ts'
import { SPARE_STORIES, type StoryPlacer } from './story-placer.ts'

/** Document frequencies of fewer items are unreliable. So the first items of a collection are assigned repeatedly. */
const YOUNG_ITEMS = 3_000

/** One of the first items is assigned again after at least 60 more items, and at least 50 % more than at its last look. */
const YOUNG_LOOK_AFTER = 60
const YOUNG_GROWTH = 0.5

/** An item is looked at again after this many more items, since later ones may tell its story too. */
const LOOK_AFTER = 1_000

/** Repeated looks with each batch: at most 3 for each of its items, and 20 more. */
const LOOKS_AN_ITEM = 3
const LOOKS_A_BATCH = 20

/** Keeps the live stories in memory and decides which story each new item tells. */
export function createStoryPlacer(model: LinkModel = LINK_MODEL): StoryPlacer {
  const live = createLiveSet()
  const score = linkScore(model, live)
  const journal = createJournal()
  const young: LiveItem[] = []
  const grown: LiveItem[] = []
  let arrived = 0

  function lookAgain(max: number): void {
    const looks = dequeue(young, max, (item) => {
      const since = arrived - item.lookedAt
      if (since < YOUNG_LOOK_AFTER || since < item.lookedAt * YOUNG_GROWTH) return false
      live.index(item)
      live.link(item)
      item.story.dissolveAt = 0
      assign(item, live, journal, score)
      queue(item)
      return true
    })
    dequeue(grown, max - looks, (item) => {
      if (arrived - item.lookedAt < LOOK_AFTER) return false
      const isDue = item.hasNewNeighbours && item.story.items.length === 1
      if (isDue && hasBetterStory(item, live, score)) assign(item, live, journal, score)
      return true
    })
  }

  function queue(item: LiveItem): void {
    item.lookedAt = arrived
    if (arrived < YOUNG_ITEMS) young.push(item)
    else grown.push(item)
  }

  function enqueueAll(queued: LiveItem[], itemIds: Float64Array): void {
    for (const itemId of itemIds) {
      const item = live.items.get(itemId)
      if (item !== undefined) queued.push(item)
    }
  }

  /** Ids of the queued items that are still live. */
  function waiting(queued: readonly LiveItem[]): Float64Array {
    const itemIds = queued.map(({ itemId }) => itemId)
    return Float64Array.from(itemIds.filter((itemId) => live.items.has(itemId)))
  }

  /** Takes items from the head of the queue until `look` returns false: the item is not yet due. */
  function dequeue(queued: LiveItem[], max: number, look: (item: LiveItem) => boolean): number {
    let looks = 0
    let taken = 0
    while (looks < max && taken < queued.length) {
      const item = queued[taken] as LiveItem
      if (live.items.has(item.itemId)) {
        if (!look(item)) break
        looks++
      }
      taken++
    }
    queued.splice(0, taken)
    return looks
  }

  return {
    restore(placed, known) {
      const stories = new Map<number, LiveStory>()
      const storyOf = (storyId: number): LiveStory => {
        let story = stories.get(storyId)
        if (story === undefined) stories.set(storyId, (story = newLiveStory(storyId)))
        return story
      }
      if (known !== undefined) {
        const { snapshot, storyIds } = known
        const items = live.restore(snapshot, (row) => {
          const storyId = storyIds[row] ?? 0
          return storyId === 0 ? undefined : storyOf(storyId)
        })
        arrived = snapshot.arrived
        for (const item of items) item.story.items.push(item)
        enqueueAll(young, snapshot.young)
        enqueueAll(grown, snapshot.grown)
      }
      const missing = placed.filter(({ itemId }) => !live.items.has(itemId))
      const items = missing
        .toSorted((a, b) => a.itemId - b.itemId)
        .map((item) => {
          const story = storyOf(item.storyId)
          const added = live.add(item, story)
          story.items.push(added)
          return added
        })
      for (const { story } of items) story.dissolveAt = story.items.length
      for (const item of items) live.index(item)
      for (const item of items) live.link(item)
      arrived = Math.max(arrived + items.length, live.items.size)
    },
    snapshot: () => ({ ...live.snapshot(), arrived, young: waiting(young), grown: waiting(grown) }),
    place(batch, newStoryId) {
      const fresh = batch.filter(({ itemId }) => !live.items.has(itemId)).toSorted(byTime)
      const distinct = fresh.filter(({ itemId }, at) => fresh[at - 1]?.itemId !== itemId)
      journal.begin(distinct.length + SPARE_STORIES)
      const items = distinct.map((item) => {
        const story = newLiveStory(0)
        const added = live.add(item, story)
        story.items.push(added)
        journal.created(added)
        return added
      })
      for (const item of items) live.index(item)
      for (const item of items) live.link(item)
      for (const item of items) {
        arrived++
        item.arrivedAt = arrived
        assign(item, live, journal, score)
        queue(item)
      }
      lookAgain(LOOKS_A_BATCH + LOOKS_AN_ITEM * items.length)
      const changes = journal.end(newStoryId)
      const placements = batch.map(({ itemId }) => ({
        itemId,
        storyId: live.items.get(itemId)?.story.storyId ?? 0,
      }))
      return { placements, ...changes }
    },
    forget(before: EpochMs) {
      const expired = new Set<LiveItem>()
      for (const item of live.items.values()) {
        if (item.publishedAt < before && item.firstSeenAt < before) expired.add(item)
      }
      for (const { story } of expired) {
        story.items = story.items.filter((item) => !expired.has(item))
        story.cluster = undefined
        story.anchored = true
      }
      if (expired.size > 0) live.remove(expired)
      live.forget(before)
    },
  }
}
