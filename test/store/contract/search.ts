import { describe, expect, it } from 'vitest'
import { EVERYTHING, type ItemFilter, type SearchOrder } from '../../../src/model/filter.ts'
import type { ItemDraft } from '../../../src/model/item.ts'
import type { QueryNode } from '../../../src/model/search.ts'
import { DAY_MS, HOUR_MS } from '../../../src/model/time.ts'
import type { WalkWindow } from '../../../src/model/walk.ts'
import { parseQuery } from '../../../src/search/query/parse.ts'
import type { Store } from '../../../src/store/store.ts'
import { aSource } from '../../a-source.ts'
import type { NewStoreFixture } from '../contract.ts'
import { FIRST_PAGE, NOW, aDraft, aFirstVisit, aScore, aVisit } from '../drafts.ts'
import { searchIn } from '../search-in.ts'

const word = (text: string, changes: Partial<QueryNode> = {}) =>
  ({ kind: 'word', text, prefix: false, field: undefined, ...changes }) as QueryNode
const phrase = (text: string): QueryNode => ({ kind: 'phrase', text, field: undefined })
const and = (...children: QueryNode[]): QueryNode => ({ kind: 'and', children })
const or = (...children: QueryNode[]): QueryNode => ({ kind: 'or', children })
const not = (child: QueryNode): QueryNode => ({ kind: 'not', child })

const NEUTRAL = { summary: '', contentText: '', contentHtml: '' }

/** Search: which items a query finds, how they are ranked and paged. */
export function searchContract(newFixture: NewStoreFixture): void {
  async function openWith(titles: Readonly<Record<number, Partial<ItemDraft>>>): Promise<Store> {
    const store = await (await newFixture()).open()
    await store.syncSources([aSource('paper', { category: 'technology' }), aSource('hn')], NOW)
    const drafts = Object.entries(titles).map(([id, changes]) => [id, aDraft(id, { ...NEUTRAL, ...changes })])
    await store.saveVisit(aFirstVisit('paper', Object.fromEntries(drafts)))
    return store
  }

  function search(
    store: Store,
    query: QueryNode,
    order: SearchOrder = 'relevance',
    window: Partial<WalkWindow> = {},
    filter: Partial<ItemFilter> = {},
  ) {
    return searchIn(store).find(query, { ...EVERYTHING, ...filter }, order, { ...FIRST_PAGE, ...window }, NOW)
  }

  async function found(store: Store, query: QueryNode): Promise<number[]> {
    const { hits, total } = await search(store, query)
    expect(total).toBe(hits.length)
    return hits.map(({ id }) => id).sort((a, b) => a - b)
  }

  describe('a search', () => {
    it('finds words whatever their case and accents, in title, summary, content, tags and author', async () => {
      const store = await openWith({
        1: { title: 'Zürich opens a museum' },
        2: { title: 'x', summary: 'On the way to ZURICH.' },
        3: { title: 'x', contentText: 'By train from zurich', contentHtml: '<p>By train from zurich</p>' },
        4: { title: 'x', tags: ['Zurich'] },
        5: { title: 'x', author: 'Anna Zürich' },
        6: { title: 'Geneva' },
      })

      expect(await found(store, word('zurich'))).toEqual([1, 2, 3, 4, 5])
      expect(await found(store, word('ZÜRICH'))).toEqual([1, 2, 3, 4, 5])
    })

    it('finds the forms of a word, each in its own language', async () => {
      const store = await openWith({
        1: { title: 'Runners run' },
        2: { title: 'A running joke' },
        3: { title: 'Elections in Ohio' },
        4: { title: 'An election' },
        5: { title: 'Die Katze', language: 'de' },
        6: { title: 'He dies' },
        7: { title: 'Katzen im Haus', language: 'de' },
      })

      expect(await found(store, word('running'))).toEqual([1, 2])
      expect(await found(store, word('election'))).toEqual([3, 4])
      expect(await found(store, word('dies'))).toEqual([6])
      expect(await found(store, word('katze'))).toEqual([5, 7])
    })

    it('finds words of scripts without spaces', async () => {
      const store = await openWith({
        1: { title: '東京都で地震', language: 'ja' },
        2: { title: '京都の天気', language: 'ja' },
        3: { title: '서울에서 열린 회의', language: 'ko' },
      })

      expect(await found(store, word('東京'))).toEqual([1])
      expect(await found(store, word('京都'))).toEqual([1, 2])
      expect(await found(store, word('地震'))).toEqual([1])
      expect(await found(store, word('震'))).toEqual([1])
      expect(await found(store, word('서울'))).toEqual([3])
      expect(await found(store, phrase('東京都で地震'))).toEqual([1])
    })

    it('finds a phrase only where its words follow each other', async () => {
      const store = await openWith({
        1: { title: 'Climate change now' },
        2: { title: 'Change of climate' },
        3: { title: 'The climate', summary: 'change' },
      })

      expect(await found(store, phrase('climate change'))).toEqual([1])
      expect(await found(store, and(word('climate'), word('change')))).toEqual([1, 2, 3])
    })

    it('finds a word with a hyphen as one word in any of its forms, and by its parts', async () => {
      const store = await openWith({
        1: { title: 'Two e-mails' },
        2: { title: 'One email' },
        3: { title: 'Mail, plan E' },
      })

      expect(await found(store, word('email'))).toEqual([1, 2])
      expect(await found(store, word('mails'))).toEqual([1, 3])
      expect(await found(store, phrase('two e mails'))).toEqual([1])
    })

    it('finds the beginning of a word', async () => {
      const store = await openWith({ 1: { title: 'Happiness' }, 2: { title: 'Happy' }, 3: { title: 'Hap' } })

      expect(await found(store, word('happin', { prefix: true }))).toEqual([1])
      expect(await found(store, word('happ', { prefix: true }))).toEqual([1, 2])
    })

    it('combines words by and, or, not, however nested', async () => {
      const store = await openWith({
        1: { title: 'apple banana' },
        2: { title: 'apple cherry' },
        3: { title: 'banana cherry' },
        4: { title: 'date' },
      })
      const [apple, banana, cherry, date] = ['apple', 'banana', 'cherry', 'date'].map((text) =>
        word(text),
      ) as [QueryNode, QueryNode, QueryNode, QueryNode]

      expect(await found(store, and(apple, not(banana)))).toEqual([2])
      expect(await found(store, or(and(apple, banana), date))).toEqual([1, 4])
      expect(await found(store, not(apple))).toEqual([3, 4])
      expect(await found(store, or(date, not(cherry)))).toEqual([1, 4])
      expect(await found(store, not(or(apple, not(cherry))))).toEqual([3])
      expect(await found(store, and(or(apple, banana), not(and(apple, banana))))).toEqual([2, 3])
    })

    it('limits words to a field, and fields to their values', async () => {
      const store = await openWith({
        1: { title: 'Kites', author: 'Bird' },
        2: { title: 'Birds', url: 'https://news.bbc.co.uk/2', category: 'technology', region: 'uk' },
        3: { title: 'x', summary: 'bird', language: 'fr', publishedAt: NOW - 9 * DAY_MS },
      })
      await store.saveVisit(aVisit('hn', {}))
      const field = (name: string, text: string) => word(text, { field: name } as Partial<QueryNode>)

      expect(await found(store, field('title', 'bird'))).toEqual([2])
      expect(await found(store, field('author', 'bird'))).toEqual([1])
      expect(await found(store, field('site', 'bbc.co.uk'))).toEqual([2])
      expect(await found(store, field('site', 'co.u'))).toEqual([])
      expect(await found(store, field('category', 'Technology'))).toEqual([2])
      expect(await found(store, field('region', 'uk'))).toEqual([2])
      expect(await found(store, field('lang', 'fr'))).toEqual([3])
      expect(await found(store, field('source', 'paper'))).toEqual([1, 2, 3])
      expect(await found(store, and(word('bird'), not(field('lang', 'fr'))))).toEqual([1, 2])
      expect(await found(store, and(word('bird'), or(field('lang', 'fr'), field('title', 'bird'))))).toEqual([
        2, 3,
      ])
      expect(await found(store, and(word('bird'), { kind: 'before', at: NOW - DAY_MS }))).toEqual([3])
      expect(await found(store, and(word('bird'), { kind: 'after', at: NOW - DAY_MS }))).toEqual([1, 2])
    })

    it('finds by tag, by story and by what an item has', async () => {
      const store = await openWith({
        1: { title: 'sun', tags: ['Solar Power', 'c++'], imageUrl: 'https://paper.example/1.jpg' },
        2: {
          title: 'sun',
          tags: ['solar'],
          enclosures: [{ url: 'https://paper.example/2.mp3', mimeType: 'audio/mpeg', bytes: null }],
        },
        3: {
          title: 'sun',
          contentText: 'All of it',
          contentHtml: '<p>All of it</p>',
          enclosures: [{ url: 'https://paper.example/3.mp4', mimeType: 'video/mp4', bytes: null }],
        },
      })
      const queried = (text: string) => found(store, parseQuery(text).node ?? word(''))

      expect(await queried('tag:"solar power"')).toEqual([1])
      expect(await queried('tag:C++')).toEqual([1])
      expect(await queried('tag:solar')).toEqual([2])
      expect(await queried('sun tag:solar,c++')).toEqual([1, 2])
      expect(await queried('sun -tag:solar')).toEqual([1, 3])
      expect(await queried('tag:power')).toEqual([])
      expect(await queried('story:2')).toEqual([2])
      expect(await queried('story:2,3 NOT has:audio')).toEqual([3])
      expect(await queried('has:image')).toEqual([1])
      expect(await queried('has:Audio')).toEqual([2])
      expect(await queried('has:text')).toEqual([3])
      expect(await queried('sun has:image,audio')).toEqual([1, 2])
      expect(await queried('sun has:-image')).toEqual([2, 3])
    })

    it('follows an item that gets a picture', async () => {
      const store = await openWith({ 1: { title: 'sun' } })
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

    it('finds a number however its digits are grouped, where the language writes so', async () => {
      const store = await openWith({
        1: { title: 'About 5,000 people', language: 'en' },
        2: { title: 'Rund 5.000 Menschen', language: 'de' },
        3: { title: 'Près de 5\u202f000 personnes', language: 'fr' },
        4: { title: '5000 of them', language: 'en' },
        5: { title: 'A rate of 5.0001 and of 15,000', language: 'en' },
        6: { title: '5, or 000', language: null },
        7: { title: "Über 5'000 Leute", language: 'de' },
        8: { title: '5 мин, 000', language: 'ru' },
      })
      const queried = (text: string) => found(store, parseQuery(text).node ?? word(''))

      for (const text of ['5000', '5\u00a0000', '5 000', "5'000"])
        expect(await queried(text)).toEqual(expect.arrayContaining([1, 2, 3, 4, 7]))
      for (const text of ['5,000', '5.000', '5000'])
        expect((await queried(text)).filter((id) => id !== 6)).toEqual([1, 2, 3, 4, 7])
    })

    it('takes the engine’s own syntax as text', async () => {
      const store = await openWith({ 1: { title: 'C++ and "quotes" NEAR the AND' } })

      for (const text of ['"', '*', 'title:', 'AND', 'NEAR(', '^', '{', "'", 'c++', 'a"b', ';--']) {
        await expect(search(store, word(text))).resolves.toBeDefined()
        await expect(search(store, phrase(text))).resolves.toBeDefined()
        await expect(search(store, word(text, { prefix: true }))).resolves.toBeDefined()
      }
      expect(await found(store, word('c++'))).toEqual([1])
      expect(await found(store, phrase('near the and'))).toEqual([1])
      expect(await found(store, word('***'))).toEqual([])
    })

    it('combines with the filters of lists', async () => {
      const store = await openWith({
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
      const store = await openWith({
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
      const store = await openWith({ 1: { title: 'Old words' } })

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
