import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../../src/model/time.ts'
import type { NewStoreFixture } from '../contract.ts'
import { NOW } from '../drafts.ts'
import { openStories } from '../with-stories.ts'

/** What putting items into stories asks of a store. */
export function clusteringContract(newFixture: NewStoreFixture): void {
  const openWithStories = () => openStories(newFixture)

  describe('what clustering asks', () => {
    it('is answered by time, with the story of each item, published or first seen since', async () => {
      const store = await openWithStories()

      const items = await store.listStoryItems(NOW - 5 * HOUR_MS)

      expect(items.map(({ itemId, storyId }) => [itemId, storyId])).toEqual([
        [3, 1],
        [1, 1],
        [2, 2],
      ])
      expect(items[0]).toEqual({
        itemId: 3,
        storyId: 1,
        sourceId: 'hn',
        publisher: 'paper.example',
        url: 'https://paper.example/three',
        title: 'Title of three',
        summary: 'Summary of three.',
        language: 'de',
        publishedAt: NOW - 5 * HOUR_MS,
        firstSeenAt: NOW,
        dated: true,
      })
      expect(await store.listStoryItems(NOW + 1)).toEqual([])
    })

    it('is answered without texts too, and item by item', async () => {
      const store = await openWithStories()

      const placements = await store.listStoryPlacements(NOW - 5 * HOUR_MS)
      const items = await store.findStoryItems([3, 99])

      expect(placements.toSorted((a, b) => a.itemId - b.itemId)).toEqual([
        { itemId: 1, storyId: 1, firstSeenAt: NOW },
        { itemId: 2, storyId: 2, firstSeenAt: NOW },
        { itemId: 3, storyId: 1, firstSeenAt: NOW },
      ])
      expect(items).toEqual((await store.listStoryItems(0)).filter(({ itemId }) => itemId === 3))
    })

    it('can be kept from one opening to the next, and what was kept last is what there is', async () => {
      const fixture = await newFixture()
      const store = await fixture.open()
      const before = await store.readLiveStories()
      await store.keepLiveStories([Uint8Array.of(1, 2, 3)])
      await store.keepLiveStories([Uint8Array.of(4), Uint8Array.of(5)])
      await store.close()

      const again = await fixture.open()

      expect(before).toBeUndefined()
      expect([...((await again.readLiveStories()) ?? [])]).toEqual([4, 5])
      await again.close()
    })
  })
}
