import { describe, expect, it } from 'vitest'
import { EVERYTHING } from '../../../src/domain/filter.ts'
import { HOUR_MS } from '../../../src/domain/time.ts'
import type { Store } from '../../../src/store/store.ts'
import type { NewPlace } from '../contract.ts'
import {
  FIRST_PAGE,
  NOW,
  aDraft,
  aFirstVisit,
  aScore,
  aSighting,
  aSource,
  aVisit,
  anInsert,
} from '../drafts.ts'

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
    it('is answered by time, with the story of each item', async () => {
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
        title: 'Title of three',
        titleKey: 'title of three',
        summary: 'Summary of three.',
        language: 'de',
        publishedAt: NOW - 5 * HOUR_MS,
      })
      expect((await store.listStoryItems(NOW - HOUR_MS)).map(({ itemId }) => itemId)).toEqual([1, 2])
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

  describe('trend events', () => {
    it('are the sightings of a time, with the weight of their source', async () => {
      const store = await openWithStories()
      const one = aDraft('one')
      const publishedAt = NOW - 2 * HOUR_MS
      await store.saveVisit(aVisit('hn', { sightings: [aSighting(1, one, { entryKey: 'h', publishedAt })] }))
      const parts = { weight: 1, coverage: 1, engagement: 2.5 }
      await store.saveVisit(aVisit('paper', { scores: [{ itemId: 1, score: 30, hot: 1, parts }] }))

      const events = await store.listTrendEvents(EVERYTHING, publishedAt, NOW - HOUR_MS)
      const all = await store.listTrendEvents(EVERYTHING, 0, NOW)

      expect(events).toEqual([
        {
          storyId: 1,
          itemId: 1,
          sourceId: 'hn',
          publisher: 'paper.example',
          publishedAt,
          firstSeenAt: NOW,
          weight: 2,
          engagement: 2.5,
        },
      ])
      expect(all).toHaveLength(4)
    })

    it('are of items that pass the filter', async () => {
      const store = await openWithStories()
      const german = { ...EVERYTHING, language: { include: ['de'], exclude: [] } }

      const events = await store.listTrendEvents(german, 0, NOW)

      expect(events.map(({ itemId }) => itemId)).toEqual([3])
    })
  })
}
