import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../../src/model/time.ts'
import type { NewStoreFixture } from '../contract.ts'
import { NOW, aDraft, aFirstVisit, aVisit } from '../drafts.ts'
import { openStories, SOURCES } from '../with-stories.ts'

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

    it('is told by what changed since it was last asked, also by another process, and by what went', async () => {
      const fixture = await newFixture()
      const store = await fixture.open()
      await store.syncSources(SOURCES, NOW)
      const empty = await store.listPlacementChanges(0)
      await store.saveVisit(aFirstVisit('paper', { 1: aDraft('one'), 2: aDraft('two') }))
      const { version } = await store.listPlacementChanges(0)
      const other = await fixture.open()
      await other.saveVisit(aVisit('hn', { moves: [{ itemId: 2, storyId: 1 }] }))
      await other.saveVisit(aFirstVisit('hn', { 3: aDraft('three', { publishedAt: NOW - HOUR_MS }) }))
      await other.saveCorrections({ at: NOW, deletes: [1], corrections: [] })

      const fromFirst = await store.listPlacementChanges(0, empty.version)
      const since = await store.listPlacementChanges(0, version)
      const again = await store.listPlacementChanges(0, since.version)

      expect(new Set(fromFirst.itemIds)).toEqual(new Set([1, 2, 3]))
      expect(new Set(since.itemIds)).toEqual(new Set([1, 2, 3]))
      expect(new Map(since.placements.map(({ itemId, storyId }) => [itemId, storyId]))).toEqual(
        new Map([
          [2, 1],
          [3, 3],
        ]),
      )
      expect(again).toEqual({ version: since.version, isSaved: true, itemIds: [], placements: [] })
      await other.close()
      await store.close()
    })

    it('lists of what changed only what can still be joined', async () => {
      const store = await openWithStories()
      const version = (await store.listPlacementChanges(0)).version
      await store.saveVisit(aFirstVisit('paper', { 4: aDraft('four', { publishedAt: NOW - 5 * HOUR_MS }) }))

      const since = await store.listPlacementChanges(NOW + 1, version)

      expect(since.itemIds).toEqual([4])
      expect(since.placements).toEqual([])
    })

    it('does not know what changed since a mark of another store', async () => {
      const store = await openWithStories()
      const { version } = await store.listPlacementChanges(0)
      const [created = '', seq = '', at = ''] = version.split(' ')

      const foreignVersions = [
        `${created}1 ${seq} ${at}`,
        `${created} ${seq}9 ${at}`,
        `${created} ${seq} ${at}1`,
        'no',
      ]
      const changes = await Promise.all(foreignVersions.map((other) => store.listPlacementChanges(0, other)))

      expect(changes.map(({ itemIds }) => itemIds)).toEqual([undefined, undefined, undefined, undefined])
    })

    it('says that what stands in a group is not yet saved', async () => {
      const store = await openWithStories()

      const inGroup = await store.together(() => store.listPlacementChanges(0))

      expect(inGroup.isSaved).toBe(false)
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
