import { describe, expect, it } from 'vitest'
import { itemJson } from '../../../src/model/item.ts'
import { HOUR_MS } from '../../../src/model/time.ts'
import { aSource } from '../../a-source.ts'
import type { NewStoreFixture } from '../contract.ts'
import { NOW, aDraft, aFirstVisit, aScore, aSighting, aVisit, anInsert } from '../drafts.ts'

/** What is kept of an article, and what an edit does to it. */
export function articlesContract(newFixture: NewStoreFixture): void {
  describe('an article', () => {
    it('comes back as it was saved', async () => {
      const store = await (await newFixture()).open()
      await store.syncSources([aSource('paper', { name: 'The Paper', weight: 1.5 })], NOW)
      const draft = aDraft('one', {
        author: 'Jane Doe',
        category: 'technology',
        region: 'uk',
        language: 'en',
        tags: ['chips', 'trade'],
        imageUrl: 'https://paper.example/one.jpg',
        commentsUrl: 'https://paper.example/one#comments',
        enclosures: [{ url: 'https://paper.example/one.mp3', mimeType: 'audio/mpeg', bytes: null }],
        engagement: { points: 12, comments: null },
      })
      const parts = {
        weight: 1.5,
        frequency: 0.07,
        depth: 2.5,
        coverage: 2.25,
        engagement: 0.5,
        share: 0.25,
      }

      await store.saveVisit(
        aVisit('paper', {
          inserts: [anInsert(7, 70, draft)],
          sightings: [aSighting(7, draft, { seenAt: NOW - 5 })],
          scores: [{ itemId: 7, score: 43.2, hot: 40_000.5, parts }],
        }),
      )

      const item = {
        id: 7,
        url: 'https://paper.example/one',
        title: 'Title of one',
        summary: 'Summary of one.',
        author: 'Jane Doe',
        source: 'paper',
        sourceName: 'The Paper',
        alsoIn: [],
        category: 'technology',
        region: 'uk',
        language: 'en',
        tags: ['chips', 'trade'],
        publishedAt: NOW - HOUR_MS,
        firstSeenAt: NOW,
        updatedAt: null,
        imageUrl: 'https://paper.example/one.jpg',
        commentsUrl: 'https://paper.example/one#comments',
        enclosures: [{ url: 'https://paper.example/one.mp3', mimeType: 'audio/mpeg', bytes: null }],
        engagement: { points: 12, comments: null },
        wordCount: 3,
        readingMinutes: 1,
        score: 43.2,
        story: { id: 70, itemCount: 1, sourceCount: 1 },
      }
      expect(await store.findItems([7])).toEqual([item])
      expect(await store.findArticle(7)).toEqual({
        item,
        contentHtml: '<p>Content of one.</p>',
        contentText: 'Content of one.',
        sightings: [
          {
            source: 'paper',
            url: 'https://paper.example/one',
            seenAt: NOW - 5,
            commentsUrl: 'https://paper.example/one#comments',
            engagement: { points: 12, comments: null },
          },
        ],
        scoreParts: parts,
        rankedAt: item.publishedAt,
        hot: 40_000.5,
      })
    })

    it('has the JSON of the interface', async () => {
      const store = await (await newFixture()).open()
      await store.syncSources([aSource('paper', { name: '"The" Paper \\ 新聞' }), aSource('blog')], NOW)
      const odd =
        'quote " backslash \\ tab \t line \n feed \f unit \u001f delete \u007f line end \u2028 😀 ü </script>'
      const full = aDraft('full', {
        title: odd,
        summary: odd,
        author: odd,
        category: 'world',
        region: 'uk',
        tags: [odd, 'trade'],
        publishedAt: Date.UTC(1969, 6, 20, 20, 17, 40, 1),
        imageUrl: 'https://paper.example/full.jpg?a=1&b="2"',
        commentsUrl: 'https://paper.example/full#comments',
        enclosures: [
          { url: 'https://paper.example/full.mp3', mimeType: 'audio/mpeg', bytes: null },
          { url: 'https://paper.example/full.mp4', mimeType: null, bytes: 123_456_789_012 },
        ],
        engagement: { points: 12, comments: null },
      })
      const bare = aDraft('bare', { summary: '', title: '', language: null })
      const moments = [999, 1_000_000_000_001, Date.UTC(1, 0, 1) - 1, NOW + 7].map((publishedAt, at) =>
        aDraft(`moment-${at}`, { publishedAt }),
      )
      const drafts = [full, bare, ...moments]
      const scores = [0, 100, 0.1, 99.9, 12, 43.2]
      await store.saveVisit(
        aVisit('paper', {
          inserts: drafts.map((draft, at) => anInsert(at + 1, 1 + (at % 3), draft)),
          sightings: drafts.map((draft, at) => aSighting(at + 1, draft)),
          scores: scores.map((score, at) => aScore(at + 1, score, at)),
          edits: [{ itemId: 2, draft: bare, updatedAt: NOW + 1 }],
        }),
      )
      await store.saveVisit(
        aVisit('blog', { sightings: [aSighting(1, full), aSighting(4, drafts[3] ?? full)] }),
      )

      const ids = [6, 99, 1, 2, 3, 4, 5]
      const items = await store.findItems(ids)
      const found = await store.findItemJson(ids)

      expect(items).toHaveLength(6)
      expect(found.map(({ id }) => id)).toEqual([6, 1, 2, 3, 4, 5])
      expect(found.map(({ json }) => json.toString())).toEqual(
        items.map((item) => JSON.stringify(itemJson(item))),
      )
      expect(await store.findItemJson([])).toEqual([])
      expect(await store.findItemJson([99])).toEqual([])
    })

    it('is found in the order asked for, what is not there left out', async () => {
      const store = await (await newFixture()).open()
      await store.syncSources([aSource('paper')], NOW)
      const articles = { 1: aDraft('one'), 2: aDraft('two'), 3: aDraft('three') }
      await store.saveVisit(aFirstVisit('paper', articles))

      const items = await store.findItems([3, 99, 1, 2])

      expect(items.map(({ id }) => id)).toEqual([3, 1, 2])
      expect(await store.findItems([])).toEqual([])
      expect(await store.findArticle(99)).toBeUndefined()
    })

    it('has the JSON of its texts, whatever characters they have', async () => {
      const store = await (await newFixture()).open()
      await store.syncSources([aSource('paper')], NOW)
      const odd =
        'quote " backslash \\ tab \t line \n return \r feed \f unit \u001f delete \u007f line end \u2028 😀 e\u0301 </script>'
      await store.saveVisit(
        aFirstVisit('paper', {
          1: aDraft('marked', { contentHtml: `<p title="a">${odd}</p>`, contentText: odd }),
          2: aDraft('plain', { contentHtml: odd, contentText: odd }),
          3: aDraft('long', { contentHtml: `<p>${odd.repeat(20_000)}</p>`, contentText: odd.repeat(20_000) }),
        }),
      )

      const ids = [3, 99, 1, 2]
      const contents = await store.findContents(ids)
      const json = await store.findContentJson(ids)

      expect(contents.get(2)).toEqual({ contentHtml: odd, contentText: odd })
      expect(new Set(json.keys())).toEqual(new Set([1, 2, 3]))
      for (const [id, fields] of json) {
        const { contentHtml, contentText } = (await store.findArticle(id)) ?? {}
        expect(contents.get(id)).toEqual({ contentHtml, contentText })
        expect(`{${fields.toString()}}`).toBe(JSON.stringify({ contentHtml, contentText }))
      }
    })

    it('without text has an empty content and is left out of the contents', async () => {
      const store = await (await newFixture()).open()
      await store.syncSources([aSource('paper')], NOW)
      const bare = aDraft('bare', { contentHtml: '', contentText: '' })
      await store.saveVisit(aFirstVisit('paper', { 1: bare, 2: aDraft('two') }))

      const html = await store.findHtml([1, 2, 3])

      expect(html).toEqual(new Map([[2, '<p>Content of two.</p>']]))
      const article = await store.findArticle(1)
      expect([article?.contentHtml, article?.contentText]).toEqual(['', ''])
    })

    it('is edited in place and tells when its text changed', async () => {
      const store = await (await newFixture()).open()
      await store.syncSources([aSource('paper')], NOW)
      const draft = aDraft('one')
      await store.saveVisit(aFirstVisit('paper', { 1: draft }))

      const edited = aDraft('one', {
        entryHash: 'entry-2',
        contentHash: 'content-2',
        title: 'Better title',
        summary: 'Better.',
        contentHtml: '',
        contentText: '',
        category: 'world',
        language: 'de',
        tags: ['new'],
        author: 'John Roe',
        wordCount: 900,
        readingMinutes: 4,
      })
      const edit = { itemId: 1, draft: edited, updatedAt: NOW + 5 }
      await store.saveVisit(aVisit('paper', { edits: [edit], sightings: [aSighting(1, edited)] }))

      const article = await store.findArticle(1)
      expect(article?.item).toMatchObject({
        id: 1,
        title: 'Better title',
        summary: 'Better.',
        category: 'world',
        language: 'de',
        tags: ['new'],
        author: 'John Roe',
        wordCount: 900,
        readingMinutes: 4,
        firstSeenAt: NOW,
        updatedAt: NOW + 5,
        score: 20,
      })
      expect([article?.contentHtml, article?.sightings.length]).toEqual(['', 1])
      const known = await store.findKnown('paper', [draft])
      expect(known.byKey.get(draft.key)).toMatchObject({ entryHash: 'entry-2', contentHash: 'content-2' })
    })

    it('keeps the time of its last edit when only its labels change', async () => {
      const store = await (await newFixture()).open()
      await store.syncSources([aSource('paper')], NOW)
      await store.saveVisit(aFirstVisit('paper', { 1: aDraft('one') }))
      const edit = (tags: string[], updatedAt: number | undefined) =>
        aVisit('paper', { edits: [{ itemId: 1, draft: aDraft('one', { tags }), updatedAt }] })
      await store.saveVisit(edit(['first'], NOW + 5))

      await store.saveVisit(edit(['second'], undefined))

      const [item] = await store.findItems([1])
      expect([item?.tags, item?.updatedAt]).toEqual([['second'], NOW + 5])
    })

    it('takes a new score and keeps all else', async () => {
      const store = await (await newFixture()).open()
      await store.syncSources([aSource('paper')], NOW)
      await store.saveVisit(aFirstVisit('paper', { 1: aDraft('one') }))
      const [before] = await store.findItems([1])

      await store.saveVisit(aVisit('paper', { scores: [aScore(1, 55.5, 3, 2)] }))

      const article = await store.findArticle(1)
      expect(article?.item).toEqual({ ...before, score: 55.5 })
      expect(article?.scoreParts.weight).toBe(2)
    })
  })
}
