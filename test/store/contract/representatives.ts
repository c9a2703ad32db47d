import { describe, expect, it } from 'vitest'
import { EVERYTHING, type ItemFilter, type ItemOrder } from '../../../src/model/filter.ts'
import { ORDINARY } from '../../../src/model/score.ts'
import { HOUR_MS } from '../../../src/model/time.ts'
import type { ReadStore } from '../../../src/store/read-store.ts'
import type { Store } from '../../../src/store/store.ts'
import type { NewStoreFixture } from '../contract.ts'
import { FIRST_PAGE, NOW, aDraft, aScore, aSighting, aVisit, anInsert } from '../drafts.ts'
import { openStories } from '../with-stories.ts'

/** Which item stands for a story. */
export function representativesContract(newFixture: NewStoreFixture): void {
  const openWithStories = () => openStories(newFixture)

  describe('what stands for a story', () => {
    const bySeveral = async () => {
      const store = await openWithStories()
      const parts = { ...ORDINARY, coverage: 4 }
      const scores = [1, 3].map((itemId) => ({ itemId, score: 40, hot: 10 + itemId, parts }))
      await store.saveVisit(
        aVisit('hn', {
          representatives: [{ storyId: 1, itemId: 1 }],
          scores: [...scores, aScore(2, 20, 11.9)],
        }),
      )
      return store
    }
    const idsOf = async (store: Store, order: ItemOrder, filter: Partial<ItemFilter> = {}) =>
      (await store.select({ ...EVERYTHING, ...filter }, order, FIRST_PAGE)).ids
    const represented = async (store: Store) => [...(await store.findRepresentatives([1, 2, 99]))]

    it('is what was saved, and of a story of one item nothing', async () => {
      expect(await represented(await bySeveral())).toEqual([[1, 1]])
    })

    it('is its earliest item of known age where nothing was saved', async () => {
      const store = await openWithStories()
      const four = aDraft('four', { publishedAt: NOW - 9 * HOUR_MS })
      const unknown = { ...anInsert(4, 1, four), rankedAt: 0 }

      await store.saveVisit(aVisit('blog', { inserts: [unknown], sightings: [aSighting(4, four)] }))

      expect(await represented(store)).toEqual([[1, 3]])
    })

    it('is another one when it moves, and stays with what another story takes in', async () => {
      const store = await bySeveral()

      await store.saveVisit(aVisit('hn', { moves: [{ itemId: 1, storyId: 2 }] }))
      const moved = await represented(store)
      await store.saveVisit(aVisit('hn', { merges: [{ from: 1, into: 2 }] }))

      // Of equals the lower id is the earlier one.
      expect(moved).toEqual([
        [1, 3],
        [2, 1],
      ])
      expect(await represented(store)).toEqual([[2, 1]])
    })

    it('is another one when it is deleted', async () => {
      const store = await bySeveral()
      const four = aDraft('four')
      await store.saveVisit(
        aVisit('blog', { inserts: [anInsert(4, 1, four)], sightings: [aSighting(4, four)] }),
      )

      await store.saveCorrections({ at: NOW, deletes: [1], corrections: [] })

      expect(await represented(store)).toEqual([[1, 3]])
    })

    it('is the one that fits where two are named for stories that were merged', async () => {
      const store = await bySeveral()
      await store.saveVisit(aVisit('hn', { merges: [{ from: 2, into: 1 }] }))

      const named = [
        { storyId: 1, itemId: 3 },
        { storyId: 2, itemId: 99 },
      ]
      await store.saveVisit(aVisit('hn', { representatives: named }))

      expect(await represented(store)).toEqual([[1, 3]])
    })

    it('is never an item of another story', async () => {
      const store = await bySeveral()

      await store.saveVisit(aVisit('hn', { representatives: [{ storyId: 1, itemId: 2 }] }))

      expect(await represented(store)).toEqual([[1, 1]])
    })

    it('is the story’s item in every order that has one a story, else the first that passes', async () => {
      const store = await bySeveral()
      const distinctStory = true

      for (const order of ['newest', 'oldest', 'score', 'hot'] as const)
        expect((await idsOf(store, order, { distinctStory })).toSorted((a, b) => a - b)).toEqual([1, 2])
      const german = { distinctStory, language: { include: ['de'], exclude: [] } }
      expect(await idsOf(store, 'hot', german)).toEqual([3])
      expect((await store.findRepresentatives([1], { ...EVERYTHING, ...german })).size).toBe(0)
    })

    it('has the story’s coverage alone where its items stand side by side by hot', async () => {
      const store = await bySeveral()

      const before = await idsOf(store, 'hot')
      await store.saveVisit(aVisit('hn', { representatives: [{ storyId: 1, itemId: 3 }] }))

      // Coverage 4 is worth 0.7 · 2 half-lives: 3 has 13 or 11.6, 1 has 11 or 9.6, and 2 has 11.9.
      expect(before).toEqual([2, 3, 1])
      expect(await idsOf(store, 'hot')).toEqual([3, 2, 1])
      expect(await idsOf(store, 'hot', { distinctStory: true })).toEqual([3, 2])
    })

    it('is known to a reader that opens the store later, and to one that follows it', async () => {
      const fixture = await newFixture()
      const store = await openStories(() => Promise.resolve(fixture))
      const reader = await fixture.openReader()
      const found = (from: ReadStore) =>
        from.select({ ...EVERYTHING, distinctStory: true }, 'newest', FIRST_PAGE)
      await store.saveVisit(aVisit('hn', { representatives: [{ storyId: 1, itemId: 1 }] }))
      await reader.refresh()

      expect((await found(reader)).ids).toEqual([2, 1])
      expect((await found(await fixture.openReader())).ids).toEqual([2, 1])
    })
  })
}
