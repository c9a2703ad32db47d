import { describe, expect, it } from 'vitest'
import { EVERYTHING } from '../../../src/model/filter.ts'
import { DAY_MS, HOUR_MS } from '../../../src/model/time.ts'
import { parseQuery } from '../../../src/search/query/parse.ts'
import type { NewStoreFixture } from '../contract.ts'
import { FIRST_PAGE, NOW, aDraft, aScore, aVisit } from '../drafts.ts'
import { searchIn } from '../search-in.ts'
import { found, NEUTRAL, openWith, search, word } from '../searches.ts'

/** Search: how what is found is filtered, ranked and paged, and follows changes. */
export function searchResultsContract(newFixture: NewStoreFixture): void {
  describe('what a search finds', () => {
    it('follows an item that gets a picture', async () => {
      const store = await openWith(newFixture, { 1: { title: 'sun' } })
      const searched = searchIn(store)
      const byPicture = async () => {
        const node = parseQuery('has:image').node ?? word('')
        return (await searched.find(node, EVERYTHING, 'relevance', FIRST_PAGE, NOW)).total
      }
      expect(await byPicture()).toBe(0)

      const draft = aDraft('1', { ...NEUTRAL, title: 'sun', imageUrl: 'https://paper.example/1.jpg' })
      await store.saveVisit(aVisit('paper', { edits: [{ itemId: 1, draft, updatedAt: NOW }] }))

      expect(await byPicture()).toBe(1)
    })

    it('combines with the filters of lists', async () => {
      const store = await openWith(newFixture, {
        1: { title: 'sun' },
        2: { title: 'sun', region: 'uk' },
        3: { title: 'moon' },
      })

      const filtered = await search(
        store,
        word('sun'),
        'relevance',
        {},
        { region: { include: ['uk'], exclude: [] } },
      )

      expect(filtered.hits.map(({ id }) => id)).toEqual([2])
      expect(filtered.total).toBe(1)
    })

    it('ranks a title over a summary over a content, and the newer of equals first', async () => {
      const old = { publishedAt: NOW - 5 * DAY_MS }
      const store = await openWith(newFixture, {
        1: { title: 'x', contentText: 'volcano', contentHtml: 'volcano' },
        2: { title: 'x', summary: 'volcano' },
        3: { title: 'volcano' },
        4: { title: 'volcano', ...old },
        5: { title: 'x' },
        6: { title: 'y' },
        7: { title: 'z' },
        8: { title: 'w' },
        9: { title: 'v' },
      })

      const { hits } = await search(store, word('volcano'))

      const ids = hits.map(({ id }) => id)
      expect(ids[0]).toBe(3)
      expect(ids.indexOf(3)).toBeLessThan(ids.indexOf(4))
      expect(ids.indexOf(2)).toBeLessThan(ids.indexOf(1))
      expect(hits[0]?.relevance).toBe(1)
      expect(hits.every(({ relevance }) => relevance > 0 && relevance <= 1)).toBe(true)
    })

    it('orders and pages what was found as a list', async () => {
      const store = await openWith(
        newFixture,
        Object.fromEntries(
          [1, 2, 3, 4, 5, 6, 7].map((id) => [id, { title: `sun ${id}`, publishedAt: NOW - id * HOUR_MS }]),
        ),
      )
      await store.saveVisit(
        aVisit('paper', { scores: [aScore(5, 90, -1)], moves: [{ itemId: 2, storyId: 1 }] }),
      )

      for (const order of ['relevance', 'newest', 'score', 'hot'] as const) {
        const all = await search(store, word('sun'), order)
        const ids = all.hits.map(({ id }) => id)
        const first = await search(store, word('sun'), order, { limit: 3 })
        const second = await search(store, word('sun'), order, { limit: 3, after: first.next })
        const third = await search(store, word('sun'), order, { limit: 3, after: second.next })

        expect([first, second, third].flatMap(({ hits }) => hits.map(({ id }) => id))).toEqual(ids)
        expect([first.before, second.before, third.before, third.next]).toEqual([0, 3, 6, undefined])
        expect(await search(store, word('sun'), order, { limit: 3, offset: 3 })).toEqual(second)
      }
      const byNewest = await search(store, word('sun'), 'newest')
      const byScore = await search(store, word('sun'), 'score')
      const byHot = await search(store, word('sun'), 'hot')
      expect(byNewest.hits.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7])
      expect(byScore.hits.map(({ id }) => id)).toEqual([5, 7, 6, 4, 3, 2, 1])
      expect(byHot.hits.map(({ id }) => id)).toEqual([7, 6, 4, 3, 2, 1, 5])
      const distinct = await search(store, word('sun'), 'newest', {}, { distinctStory: true })
      expect([distinct.hits.map(({ id }) => id), distinct.total]).toEqual([[2, 3, 4, 5, 6, 7], 6])
    })

    it('follows an edit: the old words are gone, the new ones found', async () => {
      const store = await openWith(newFixture, { 1: { title: 'Old words' } })

      const draft = aDraft('1', {
        ...NEUTRAL,
        title: 'New wording',
        contentText: 'text',
        contentHtml: 'text',
        contentHash: 'of the new text',
      })
      await store.saveVisit(aVisit('paper', { edits: [{ itemId: 1, draft, updatedAt: NOW }] }))

      expect(await found(store, word('old'))).toEqual([])
      expect(await found(store, word('wording'))).toEqual([1])
      expect(await found(store, word('text'))).toEqual([1])
    })
  })
}
