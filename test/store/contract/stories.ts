import { describe, expect, it } from 'vitest'
import { EVERYTHING } from '../../../src/domain/filter.ts'
import type { TrendItems } from '../../../src/domain/story.ts'
import { HOUR_MS } from '../../../src/domain/time.ts'
import type { Store } from '../../../src/store/store.ts'
import type { NewPlace } from '../contract.ts'
import { aSource } from '../../a-source.ts'
import { FIRST_PAGE, NOW, aDraft, aFirstVisit, aScore, aSighting, aVisit, anInsert } from '../drafts.ts'

const SOURCES = [aSource('paper'), aSource('hn', { weight: 2 }), aSource('blog')]

/** Stories: their counts, moves and merges, and what clustering and trends ask. */
export function storiesContract(newPlace: NewPlace): void {
  async function openWithStories(): Promise<Store> {
    const store = await (await newPlace()).open()
    await store.syncSources(SOURCES, NOW)
    await store.saveVisit(aFirstVisit('paper', { 1: aDraft('one'), 2: aDraft('two') }))
    const three = aDraft('three', { language: 'de', publishedAt: NOW - 5 * HOUR_MS })
    const join = {
      inserts: [anInsert(3, 1, three)],
      sightings: [aSighting(3, three)],
      scores: [aScore(3, 20, 3)],
    }
    await store.saveVisit(aVisit('hn', join))
    return store
  }

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
          publishedAt: NOW - 5 * HOUR_MS,
          score: 20,
          parts: { weight: 1, coverage: 1, engagement: 0 },
        },
        expect.objectContaining({ itemId: 1, sourceId: 'paper' }),
      ])
    })
  })

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
        titleKey: 'title of three',
        summary: 'Summary of three.',
        language: 'de',
        publishedAt: NOW - 5 * HOUR_MS,
        firstSeenAt: NOW,
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
      const place = await newPlace()
      const store = await place.open()
      await store.syncSources(SOURCES, NOW)
      const empty = await store.listPlacementChanges(0)
      await store.saveVisit(aFirstVisit('paper', { 1: aDraft('one'), 2: aDraft('two') }))
      const { mark } = await store.listPlacementChanges(0)
      const other = await place.open()
      await other.saveVisit(aVisit('hn', { moves: [{ itemId: 2, storyId: 1 }] }))
      await other.saveVisit(aFirstVisit('hn', { 3: aDraft('three', { publishedAt: NOW - HOUR_MS }) }))
      await other.saveCorrections({ at: NOW, deletes: [1], corrections: [] })

      const fromFirst = await store.listPlacementChanges(0, empty.mark)
      const since = await store.listPlacementChanges(0, mark)
      const again = await store.listPlacementChanges(0, since.mark)

      expect(new Set(fromFirst.itemIds)).toEqual(new Set([1, 2, 3]))
      expect(new Set(since.itemIds)).toEqual(new Set([1, 2, 3]))
      expect(new Map(since.placements.map(({ itemId, storyId }) => [itemId, storyId]))).toEqual(
        new Map([
          [2, 1],
          [3, 3],
        ]),
      )
      expect(again).toEqual({ mark: since.mark, isSaved: true, itemIds: [], placements: [] })
      await other.close()
      await store.close()
    })

    it('lists of what changed only what can still be joined', async () => {
      const store = await openWithStories()
      const mark = (await store.listPlacementChanges(0)).mark
      await store.saveVisit(aFirstVisit('paper', { 4: aDraft('four', { publishedAt: NOW - 5 * HOUR_MS }) }))

      const since = await store.listPlacementChanges(NOW + 1, mark)

      expect(since.itemIds).toEqual([4])
      expect(since.placements).toEqual([])
    })

    it('does not know what changed since a mark of another store', async () => {
      const store = await openWithStories()
      const { mark } = await store.listPlacementChanges(0)
      const [created = '', seq = '', at = ''] = mark.split(' ')

      const elsewhere = [
        `${created}1 ${seq} ${at}`,
        `${created} ${seq}9 ${at}`,
        `${created} ${seq} ${at}1`,
        'no',
      ]
      const told = await Promise.all(elsewhere.map((other) => store.listPlacementChanges(0, other)))

      expect(told.map(({ itemIds }) => itemIds)).toEqual([undefined, undefined, undefined, undefined])
    })

    it('says that what stands in a group is not yet saved', async () => {
      const store = await openWithStories()

      const inGroup = await store.together(() => store.listPlacementChanges(0))

      expect(inGroup.isSaved).toBe(false)
    })

    it('can be kept from one opening to the next, and what was kept last is what there is', async () => {
      const place = await newPlace()
      const store = await place.open()
      const before = await store.readLiveStories()
      await store.keepLiveStories(Uint8Array.of(1, 2, 3))
      await store.keepLiveStories(Uint8Array.of(4, 5))
      await store.close()

      const again = await place.open()

      expect(before).toBeUndefined()
      expect([...((await again.readLiveStories()) ?? [])]).toEqual([4, 5])
      await again.close()
    })

    it('finds items by their title, edited ones by the new title only, and none by an empty one', async () => {
      const store = await openWithStories()
      await store.saveVisit(aFirstVisit('blog', { 4: aDraft('four', { titleKey: '' }) }))
      const edited = aDraft('two', { titleKey: 'another' })
      await store.saveVisit(aVisit('paper', { edits: [{ itemId: 2, draft: edited, updatedAt: NOW }] }))

      const found = async (...keys: string[]) =>
        (await store.findByTitleKeys(keys)).map(({ itemId }) => itemId).sort((a, b) => a - b)

      expect(await found('title of one', 'title of three', 'title of one')).toEqual([1, 3])
      expect(await found('title of two')).toEqual([])
      expect(await found('another', '')).toEqual([2])
    })
  })

  describe('what trends are made of', () => {
    it('is the items of a time, in its order, with publisher, sources and weight', async () => {
      const store = await openWithStories()
      await store.saveVisit(aVisit('blog', { sightings: [aSighting(3, aDraft('three'))] }))
      const parts = { weight: 1, coverage: 1, engagement: 2.5 }
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
      expect(all.publisher[0]).toBe(all.publisher[1])
    })

    it('is only of items that pass the filter', async () => {
      const store = await openWithStories()
      const german = { ...EVERYTHING, language: { include: ['de'], exclude: [] } }

      const items = await store.listTrendItems(german, 0, NOW)

      expect(Array.from(items.itemId)).toEqual([3])
    })

    it('is only of the stories that are meant, and says when their sources began', async () => {
      const store = await openWithStories()

      const items = await store.listTrendItems(EVERYTHING, 0, NOW, Uint32Array.of(0, 1))

      expect(Array.from(items.itemId)).toEqual([3, 1])
      expect(Array.from(items.carrier, (number) => items.carriers.get(number)?.begunAt)).toEqual([NOW, NOW])
    })

    it('follows what is saved and deleted later', async () => {
      const store = await openWithStories()
      await store.listTrendItems(EVERYTHING, 0, NOW)
      const other = aDraft('four', { url: 'https://other.example/four' })
      await store.saveVisit(aFirstVisit('blog', { 4: other }))
      const parts = { weight: 1, coverage: 1, engagement: 7 }
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
