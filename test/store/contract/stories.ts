import { describe, expect, it } from 'vitest'
import { EVERYTHING, type ItemFilter, type ItemOrder } from '../../../src/model/filter.ts'
import { ORDINARY } from '../../../src/model/score.ts'
import type { TrendItems } from '../../../src/model/story.ts'
import { HOUR_MS } from '../../../src/model/time.ts'
import type { ReadStore } from '../../../src/store/read-store.ts'
import type { Store } from '../../../src/store/store.ts'
import type { NewStoreFixture } from '../contract.ts'
import { FIRST_PAGE, NOW, aDraft, aFirstVisit, aScore, aSighting, aVisit, anInsert } from '../drafts.ts'
import { openStories } from '../with-stories.ts'

/** Stories: their counts, moves and merges, and what trends ask. */
export function storiesContract(newFixture: NewStoreFixture): void {
  const openWithStories = () => openStories(newFixture)

  async function storiesOf(store: Store, ids: number[]) {
    return (await store.findItems(ids)).map(({ story }) => [story.id, story.itemCount, story.sourceCount])
  }

  describe('a story', () => {
    it('counts its items and the sources that tell it', async () => {
      const store = await openWithStories()

      expect(await storiesOf(store, [1, 2, 3])).toEqual([
        [1, 2, 2],
        [2, 1, 1],
        [1, 2, 2],
      ])
    })

    it('counts a source once, whether it brings another item or shows an old one', async () => {
      const store = await openWithStories()
      const [four, five, six] = [aDraft('four'), aDraft('five'), aDraft('six')]
      await store.saveVisit(
        aVisit('hn', {
          inserts: [anInsert(4, 1, four), anInsert(5, 1, five)],
          sightings: [aSighting(4, four), aSighting(5, five), aSighting(1, aDraft('one'))],
        }),
      )

      await store.saveVisit(
        aVisit('blog', {
          inserts: [anInsert(6, 1, six)],
          sightings: [aSighting(6, six), aSighting(2, aDraft('two'))],
        }),
      )

      expect(await storiesOf(store, [1, 2])).toEqual([
        [1, 5, 3],
        [2, 1, 2],
      ])
      await store.saveVisit(aVisit('paper', { merges: [{ from: 2, into: 1 }] }))
      expect(await storiesOf(store, [6])).toEqual([[1, 6, 3]])
    })

    it('loses and gains what moves', async () => {
      const store = await openWithStories()

      await store.saveVisit(aVisit('hn', { moves: [{ itemId: 3, storyId: 2 }] }))

      expect(await storiesOf(store, [1, 2, 3])).toEqual([
        [1, 1, 1],
        [2, 2, 2],
        [2, 2, 2],
      ])
    })

    it('is no more when its last item moves away', async () => {
      const store = await openWithStories()

      await store.saveVisit(aVisit('hn', { moves: [{ itemId: 2, storyId: 1 }] }))

      expect(await store.resolveStoryId(2)).toBeUndefined()
      expect(await storiesOf(store, [2])).toEqual([[1, 3, 2]])
    })

    it('takes all of another in a merge, whose id still leads there', async () => {
      const store = await openWithStories()

      await store.saveVisit(aVisit('hn', { merges: [{ from: 2, into: 1 }] }))

      expect(await storiesOf(store, [1, 2, 3])).toEqual([
        [1, 3, 2],
        [1, 3, 2],
        [1, 3, 2],
      ])
      expect([await store.resolveStoryId(1), await store.resolveStoryId(2)]).toEqual([1, 1])
      expect(await store.resolveStoryId(99)).toBeUndefined()
    })

    it('leads on through a chain of merges, and takes what is still placed under an old id', async () => {
      const store = await openWithStories()
      await store.saveVisit(aFirstVisit('blog', { 4: aDraft('four') }))
      await store.saveVisit(aVisit('hn', { merges: [{ from: 4, into: 2 }] }))
      await store.saveVisit(aVisit('hn', { merges: [{ from: 2, into: 1 }] }))

      const late = aDraft('late')
      await store.saveVisit(
        aVisit('blog', { inserts: [anInsert(5, 4, late)], sightings: [aSighting(5, late)] }),
      )

      expect(await store.resolveStoryId(4)).toBe(1)
      expect(await storiesOf(store, [5])).toEqual([[1, 5, 3]])
      expect(await store.select({ ...EVERYTHING, storyId: 1 }, 'newest', FIRST_PAGE)).toMatchObject({
        total: 5,
      })
    })

    it('may grow by one merge of a visit and go by the next, also under an old id', async () => {
      const store = await openWithStories()
      await store.saveVisit(aFirstVisit('blog', { 4: aDraft('four'), 5: aDraft('five'), 6: aDraft('six') }))
      await store.saveVisit(aVisit('hn', { merges: [{ from: 6, into: 5 }] }))

      await store.saveVisit(
        aVisit('hn', {
          merges: [
            { from: 4, into: 2 },
            { from: 2, into: 1 },
            { from: 6, into: 4 },
            { from: 5, into: 1 },
          ],
        }),
      )

      expect(await Promise.all([2, 4, 5, 6].map((id) => store.resolveStoryId(id)))).toEqual([1, 1, 1, 1])
      expect(await storiesOf(store, [1, 2, 4, 5, 6])).toEqual(Array.from({ length: 5 }, () => [1, 6, 3]))
      expect((await store.stats(NOW)).stories.total).toBe(1)
    })

    it('may be new in the very visit that merges it', async () => {
      const store = await openWithStories()
      const four = aDraft('four')

      await store.saveVisit(
        aVisit('blog', {
          inserts: [anInsert(4, 4, four)],
          sightings: [aSighting(4, four)],
          merges: [{ from: 4, into: 2 }],
        }),
      )

      expect(await storiesOf(store, [4])).toEqual([[2, 2, 2]])
      expect(await store.resolveStoryId(4)).toBe(2)
      expect((await store.stats(NOW)).stories.total).toBe(2)
    })

    it('gives its items with what their scores came from', async () => {
      const store = await openWithStories()

      const members = await store.listStoryMembers([1, 99])

      expect(members).toEqual([
        {
          storyId: 1,
          itemId: 3,
          sourceId: 'hn',
          publisher: 'paper.example',
          title: 'Title of three',
          summary: 'Summary of three.',
          language: 'de',
          publishedAt: NOW - 5 * HOUR_MS,
          rankedAt: NOW - 5 * HOUR_MS,
          isTimeStated: true,
          hot: 3,
          parts: ORDINARY,
        },
        expect.objectContaining({ itemId: 1, sourceId: 'paper' }),
      ])
    })
  })

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
