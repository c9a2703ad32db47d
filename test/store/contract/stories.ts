import { describe, expect, it } from 'vitest'
import { EVERYTHING } from '../../../src/model/filter.ts'
import { ORDINARY } from '../../../src/model/score.ts'
import { HOUR_MS } from '../../../src/model/time.ts'
import type { Store } from '../../../src/store/store.ts'
import type { NewStoreFixture } from '../contract.ts'
import { FIRST_PAGE, NOW, aDraft, aFirstVisit, aSighting, aVisit, anInsert } from '../drafts.ts'
import { openStories } from '../with-stories.ts'

/** Stories: their counts, moves and merges. */
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
}
