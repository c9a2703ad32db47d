import type { EpochMs } from '../../model/time.ts'
import { assign } from './assign.ts'
import { createJournal } from './journal.ts'
import { LINK_MODEL } from './link-model.ts'
import type { LinkModel } from './link-odds.ts'
import { byTime, newLiveStory, type LiveItem, type LiveStory } from './live-item.ts'
import { LiveSet } from './live-set.ts'
import { OperatingPoint } from './operating-point.ts'
import { SPARE_STORIES, type StoryPlacer } from './story-placer.ts'

/** Document frequencies of fewer items are unreliable. So the first items of a collection are assigned repeatedly. */
const YOUNG_ITEMS = 3_000

/** One of the first items is assigned again after at least 60 more items, and at least 50 % more than at its last look. */
const YOUNG_LOOK_AFTER = 60
const YOUNG_GROWTH = 0.5

/** Repeated looks with each batch: at most 3 for each of its items, and 20 more. */
const LOOKS_AN_ITEM = 3
const LOOKS_A_BATCH = 20

/**
 * Keeps the live stories in memory and decides which story each new item tells.
 *
 * @param fixed log odds from which a report joins a story. By default they follow the collection.
 */
export function createStoryPlacer(model: LinkModel = LINK_MODEL, fixed?: number): StoryPlacer {
  const live = new LiveSet(model)
  const point = new OperatingPoint()
  const journal = createJournal()
  /** Items that wait for another look, the next first. */
  let young: LiveItem[] = []
  let arrived = 0

  function lookAgain(max: number): void {
    let taken = 0
    let looks = 0
    for (; looks < max && taken < young.length; taken++) {
      const item = young[taken] as LiveItem
      if (!live.items.has(item.itemId)) continue
      const since = arrived - item.lookedAt
      if (since < YOUNG_LOOK_AFTER || since < item.lookedAt * YOUNG_GROWTH) break
      live.index(item)
      live.link(item)
      item.story.dissolveAt = 0
      assign(item, journal, fixed ?? point.threshold)
      queue(item)
      looks++
    }
    young = young.slice(taken)
  }

  function queue(item: LiveItem): void {
    item.lookedAt = arrived
    if (arrived < YOUNG_ITEMS) young.push(item)
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
        point.restore(snapshot.point)
        for (const item of items) item.story.items.push(item)
        young = Array.from(snapshot.young, (itemId) => live.items.get(itemId)).filter(
          (item) => item !== undefined,
        )
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
    snapshot: () => ({
      ...live.snapshot(),
      arrived,
      point: point.state(),
      young: Float64Array.from(
        young.filter(({ itemId }) => live.items.has(itemId)),
        ({ itemId }) => itemId,
      ),
    }),
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
        assign(item, journal, fixed ?? point.threshold)
        queue(item)
      }
      if (fixed === undefined) point.follow(live.items, arrived)
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
        story.anchored = true
      }
      if (expired.size > 0) live.remove(expired)
      live.forget(before)
    },
  }
}
