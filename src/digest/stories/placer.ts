import type { EpochMs } from '../../domain/time.ts'
import type { Score } from './agglomerate.ts'
import { createJournal } from './journal.ts'
import { linkScore } from './link.ts'
import { byTime } from './live-item.ts'
import type { LiveItem, Strand } from './live-item.ts'
import { createLiveSet } from './live-set.ts'
import { settle } from './settle.ts'
import { SPARE_STORIES } from './story-placer.ts'
import type { StoryPlacer } from './story-placer.ts'

/** An item is looked at again when so many more items have come: what came later may tell its story too. */
const LOOK_AGAIN_AFTER = [100, 1_500] as const

/** The first so many items were weighed with little knowledge of what is rare. */
const YOUNG = 3_000

/** Second looks that come with a batch, for each of its items and besides. */
const LOOKS_AN_ITEM = 2
const LOOKS_A_BATCH = 20

/** Keeps the live stories in memory and decides which story each new item tells. */
export function createStoryPlacer(score: Score = linkScore()): StoryPlacer {
  const live = createLiveSet()
  const journal = createJournal()
  const due: LiveItem[][] = LOOK_AGAIN_AFTER.map(() => [])
  let arrived = 0

  /** Placed when rarities were counted from few items, and since then from far more. */
  function isYoung(item: LiveItem): boolean {
    return item.arrivedAt < YOUNG && live.counted > 2 * item.arrivedAt
  }

  function lookAgain(most: number): void {
    let left = most
    due.forEach((queue, round) => {
      let done = 0
      while (left > 0 && done < queue.length) {
        const item = queue[done] as LiveItem
        if (arrived - item.arrivedAt < (LOOK_AGAIN_AFTER[round] ?? 0)) break
        done++
        if (!live.items.has(item.itemId)) continue
        due[round + 1]?.push(item)
        if (item.strand.items.length > 1 && !isYoung(item)) continue
        left--
        live.index(item)
        live.meet(item)
        settle(item, live, journal, score)
      }
      queue.splice(0, done)
    })
  }

  return {
    restore(placed) {
      const strands = new Map<number, Strand>()
      const restored = placed.toSorted((a, b) => a.itemId - b.itemId)
      const items = restored.map((item) => {
        let strand = strands.get(item.storyId)
        if (strand === undefined) strands.set(item.storyId, (strand = emptyStrand(item.storyId)))
        const added = live.add(item, strand)
        strand.items.push(added)
        return added
      })
      for (const strand of strands.values()) strand.dissolveAt = strand.items.length
      for (const item of items) live.index(item)
      for (const item of items) live.meet(item)
    },
    place(batch, newStoryId) {
      const fresh = batch.filter(({ itemId }) => !live.items.has(itemId)).toSorted(byTime)
      const distinct = fresh.filter(({ itemId }, at) => fresh[at - 1]?.itemId !== itemId)
      journal.open(distinct.length + SPARE_STORIES)
      const items = distinct.map((item) => {
        const strand = emptyStrand(0)
        const added = live.add(item, strand)
        strand.items.push(added)
        journal.found(added)
        return added
      })
      for (const item of items) live.index(item)
      for (const item of items) live.meet(item)
      for (const item of items) {
        item.arrivedAt = ++arrived
        due[0]?.push(item)
        settle(item, live, journal, score)
      }
      lookAgain(LOOKS_A_BATCH + LOOKS_AN_ITEM * items.length)
      const changes = journal.close(newStoryId)
      const placements = batch.map(({ itemId }) => ({
        itemId,
        storyId: live.items.get(itemId)?.strand.storyId ?? 0,
      }))
      return { placements, ...changes }
    },
    forget(before: EpochMs) {
      for (const item of live.items.values()) {
        if (item.publishedAt >= before || item.firstSeenAt >= before) continue
        const { strand } = item
        strand.items = strand.items.filter((other) => other !== item)
        strand.cluster = undefined
        strand.anchored = true
        live.remove(item)
      }
      live.forget(before)
    },
  }
}

function emptyStrand(storyId: number): Strand {
  return { storyId, items: [], cluster: undefined, dissolveAt: 0, anchored: false }
}
