import { describe, expect, it } from 'vitest'
import { EVERYTHING } from '../../../src/model/filter.ts'
import { ORDINARY } from '../../../src/model/score.ts'
import type { TrendItems } from '../../../src/model/story.ts'
import { HOUR_MS } from '../../../src/model/time.ts'
import type { NewStoreFixture } from '../contract.ts'
import { NOW, aDraft, aFirstVisit, aSighting, aVisit } from '../drafts.ts'
import { openStories } from '../with-stories.ts'

/** What trends ask. */
export function trendsContract(newFixture: NewStoreFixture): void {
  const openWithStories = () => openStories(newFixture)

  describe('what trends are made of', () => {
    it('is the items of a time, in its order, with publisher, sources and weight', async () => {
      const store = await openWithStories()
      await store.saveVisit(aVisit('blog', { sightings: [aSighting(3, aDraft('three'))] }))
      const parts = { ...ORDINARY, engagement: 2.5, share: 0.25 }
      await store.saveVisit(aVisit('paper', { scores: [{ itemId: 3, score: 30, hot: 1, parts }] }))

      const items = await store.listTrendItems(EVERYTHING, NOW - 5 * HOUR_MS, NOW - HOUR_MS)
      const all = await store.listTrendItems(EVERYTHING, 0, NOW)

      expect(rowsOf(items)).toEqual([
        {
          storyId: 1,
          itemId: 3,
          publishedAt: NOW - 5 * HOUR_MS,
          firstSeenAt: NOW,
          engagement: 2.5,
          sources: ['hn', 'blog'],
          weight: 2,
        },
      ])
      expect(rowsOf(all).map(({ itemId }) => itemId)).toEqual([3, 1, 2])
      expect(Array.from(all.share)).toEqual([0.25, 1, 1])
      expect(all.publisher[0]).toBe(all.publisher[1])
    })

    it('is only of items that pass the filter', async () => {
      const store = await openWithStories()
      const german = { ...EVERYTHING, language: { include: ['de'], exclude: [] } }

      const items = await store.listTrendItems(german, 0, NOW)

      expect(Array.from(items.itemId)).toEqual([3])
    })

    it('is only of the stories that are meant', async () => {
      const store = await openWithStories()

      const items = await store.listTrendItems(EVERYTHING, 0, NOW, new Set([1]))

      expect(Array.from(items.itemId)).toEqual([3, 1])
    })

    it('follows what is saved and deleted later', async () => {
      const store = await openWithStories()
      await store.listTrendItems(EVERYTHING, 0, NOW)
      const other = aDraft('four', { url: 'https://other.example/four' })
      await store.saveVisit(aFirstVisit('blog', { 4: other }))
      const parts = { ...ORDINARY, engagement: 7 }
      await store.saveVisit(aVisit('paper', { scores: [{ itemId: 1, score: 30, hot: 1, parts }] }))

      const items = await store.listTrendItems(EVERYTHING, 0, NOW)

      expect(rowsOf(items).map(({ itemId, engagement }) => [itemId, engagement])).toEqual([
        [3, 0],
        [1, 7],
        [2, 0],
        [4, 0],
      ])
      expect(items.publisher[3]).not.toBe(items.publisher[0])
    })
  })
}

function rowsOf(items: TrendItems) {
  return Array.from(items.itemId, (itemId, row) => {
    const carrier = items.carriers.get(items.carrier[row] ?? 0)
    return {
      itemId,
      storyId: items.storyId[row],
      publishedAt: items.publishedAt[row],
      firstSeenAt: items.firstSeenAt[row],
      engagement: items.engagement[row],
      sources: carrier?.sources,
      weight: carrier?.weight,
    }
  })
}
