import { describe, expect, it } from 'vitest'
import type { QueryNode } from '../../../src/model/search.ts'
import { DAY_MS } from '../../../src/model/time.ts'
import { parseQuery } from '../../../src/search/query/parse.ts'
import type { NewStoreFixture } from '../contract.ts'
import { NOW, aVisit } from '../drafts.ts'
import { and, found, not, openWith, or, phrase, search, word } from '../searches.ts'

/** Search: which items a query finds. */
export function searchContract(newFixture: NewStoreFixture): void {
  describe('a search', () => {
    it('finds words whatever their case and accents, in title, summary, content, tags and author', async () => {
      const store = await openWith(newFixture, {
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
      const store = await openWith(newFixture, {
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
      const store = await openWith(newFixture, {
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
      const store = await openWith(newFixture, {
        1: { title: 'Climate change now' },
        2: { title: 'Change of climate' },
        3: { title: 'The climate', summary: 'change' },
      })

      expect(await found(store, phrase('climate change'))).toEqual([1])
      expect(await found(store, and(word('climate'), word('change')))).toEqual([1, 2, 3])
    })

    it('finds a word with a hyphen as one word in any of its forms, and by its parts', async () => {
      const store = await openWith(newFixture, {
        1: { title: 'Two e-mails' },
        2: { title: 'One email' },
        3: { title: 'Mail, plan E' },
      })

      expect(await found(store, word('email'))).toEqual([1, 2])
      expect(await found(store, word('mails'))).toEqual([1, 3])
      expect(await found(store, phrase('two e mails'))).toEqual([1])
    })

    it('finds the beginning of a word', async () => {
      const store = await openWith(newFixture, {
        1: { title: 'Happiness' },
        2: { title: 'Happy' },
        3: { title: 'Hap' },
      })

      expect(await found(store, word('happin', { prefix: true }))).toEqual([1])
      expect(await found(store, word('happ', { prefix: true }))).toEqual([1, 2])
    })

    it('combines words by and, or, not, however nested', async () => {
      const store = await openWith(newFixture, {
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
      const store = await openWith(newFixture, {
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
      const store = await openWith(newFixture, {
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

    it('finds a number however its digits are grouped, where the language writes so', async () => {
      const store = await openWith(newFixture, {
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
      const store = await openWith(newFixture, { 1: { title: 'C++ and "quotes" NEAR the AND' } })

      for (const text of ['"', '*', 'title:', 'AND', 'NEAR(', '^', '{', "'", 'c++', 'a"b', ';--']) {
        await expect(search(store, word(text))).resolves.toBeDefined()
        await expect(search(store, phrase(text))).resolves.toBeDefined()
        await expect(search(store, word(text, { prefix: true }))).resolves.toBeDefined()
      }
      expect(await found(store, word('c++'))).toEqual([1])
      expect(await found(store, phrase('near the and'))).toEqual([1])
      expect(await found(store, word('***'))).toEqual([])
    })
  })
}
