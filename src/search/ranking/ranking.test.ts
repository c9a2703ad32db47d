import { describe, expect, it } from 'vitest'
import { aDocument, find, indexOf, node, NOW, REQUEST } from '../../../test/search/an-index.ts'
import { HOUR_MS } from '../../model/time.ts'
import type { SearchDocument } from '../../store/search-source.ts'
import type { ItemText, SearchRequest } from '../request.ts'

const FIRST_TEN = { limit: 10, offset: 0, after: undefined }

/** Texts for reranking. */
function textsOf(documents: readonly SearchDocument[], ids: readonly number[]): Map<number, ItemText> {
  return new Map(
    ids.map((id) => {
      const { title, summary } = documents[id - 1] ?? aDocument(0)
      return [id, { title, text: summary }]
    }),
  )
}

describe('SearchIndex ranks', () => {
  it('titles before bodies', async () => {
    const index = indexOf(
      aDocument(2, { summary: 'a storm came' }),
      aDocument(1, { title: 'Storm over Rome' }),
    )

    expect(await find(index, 'storm')).toEqual([1, 2])
  })

  it('rare words over common ones', async () => {
    const common = Array.from({ length: 20 }, (_, i) => aDocument(10 + i, { title: 'storm warning' }))
    const index = indexOf(...common, aDocument(1, { title: 'flood' }), aDocument(2, { title: 'storm' }))

    expect((await find(index, 'flood OR storm'))[0]).toBe(1)
  })

  it('answers to a sentence by what they say: neither age nor coverage makes up for a word', async () => {
    const title = 'senate passes bill on harbour'
    const index = indexOf(
      aDocument(1, { title: `${title} repairs`, publishedAt: NOW - 5_000 * HOUR_MS }),
      aDocument(2, { title, coverage: 32 }),
      aDocument(3, { title: 'nothing of the kind' }),
    )

    expect(await find(index, 'senate passes bill on harbour repairs')).toEqual([1, 2])
  })

  it('new items before old ones, but never by more than half', async () => {
    const old = aDocument(1, { title: 'storm', publishedAt: NOW - 5_000 * HOUR_MS })
    const index = indexOf(old, aDocument(2, { title: 'storm', publishedAt: NOW - HOUR_MS }))

    const { hits } = await index.search(node('storm'), REQUEST)

    expect(hits.map((hit) => hit.id)).toEqual([2, 1])
    expect(hits[1]?.relevance).toBeCloseTo(0.5, 1)
  })

  it.each([
    ['storm', 0.5],
    ['storm harbour', 0.65],
    ['storm 2024', 0.8],
    ['storm harbour bridge', 0.8],
    ['storm harbour bridge closed', 0.95],
    ['storm OR harbour', 0.5],
  ])('old items lower the less, the more closely a query names an event: %s', async (query, least) => {
    const title = 'note on storm 2024 harbour bridge closed'
    const index = indexOf(
      aDocument(1, { title, publishedAt: NOW - 5_000 * HOUR_MS }),
      aDocument(2, { title }),
    )

    const { hits } = await index.search(node(query), { ...REQUEST, explain: true })

    expect(hits.map((hit) => hit.id)).toEqual([2, 1])
    expect(hits[1]?.parts?.recency).toBeCloseTo(least, 2)
  })

  it('well covered stories before others', async () => {
    const index = indexOf(aDocument(1, { title: 'storm', coverage: 8 }), aDocument(2, { title: 'storm' }))

    expect(await find(index, 'storm')).toEqual([1, 2])
  })

  it('the best as relevant as can be, exactly, whatever its score', async () => {
    const titles = Array.from({ length: 40 }, (_, i) => `storm ${'word '.repeat(i)}`)
    const searches = titles.map(async (title, i) => {
      const others = Array.from({ length: i }, (_, at) => aDocument(at + 2, { title: 'flood' }))
      const index = indexOf(aDocument(1, { title, publishedAt: NOW - i * HOUR_MS }), ...others)
      return (await index.search(node('storm'), REQUEST)).hits[0]?.relevance
    })

    expect(new Set(await Promise.all(searches))).toEqual(new Set([1]))
  })

  it('only the best as relevant as can be, in every order, even among equals', async () => {
    const documents = Array.from({ length: 30 }, (_, i) => aDocument(i + 1, { title: `storm note ${i % 2}` }))
    const index = indexOf(...documents)
    const orders: Partial<SearchRequest>[] = [{}, { orderBy: (id) => id }, { orderBy: (id) => -id }]

    for (const order of orders) {
      const { hits } = await index.search(node('storm note'), { ...REQUEST, ...order })

      expect(hits.filter((hit) => hit.relevance === 1)).toHaveLength(1)
    }
  })

  it('nothing as more relevant than what stands before it, on any page', async () => {
    const words = ['storm', 'flood', 'rome', 'harbour']
    const documents = Array.from({ length: 160 }, (_, i) => {
      const some = words.filter((_, at) => ((i * 7) >> at) % 2 === 0 || i % 9 === at)
      return aDocument(i + 1, {
        title: some.join(' '),
        summary: `note ${i % 13} of ${i % 5} ${some[0] ?? 'none'}`,
      })
    })
    const index = indexOf(...documents)
    const relevances: number[] = []
    let window: SearchRequest['window'] = { limit: 20, offset: 0, after: undefined }
    for (;;) {
      const { hits, next } = await index.search(node('storm flood rome harbour sea'), {
        ...REQUEST,
        window,
        textsOf: async (ids) => textsOf(documents, ids),
      })
      relevances.push(...hits.map((hit) => hit.relevance))
      if (next === undefined) break
      window = { limit: 20, offset: 0, after: next }
    }

    expect(relevances.length).toBeGreaterThan(120)
    expect(relevances[0]).toBe(1)
    expect(relevances).toEqual(relevances.toSorted((a, b) => b - a))
  })

  it('the same whatever happens while the texts of hits are read', async () => {
    const words = ['storm', 'flood', 'rome', 'harbour', 'bridge']
    const documents = Array.from({ length: 60 }, (_, i) => {
      const some = words.filter((_, at) => ((i * 11) >> at) % 2 === 0)
      return aDocument(i + 1, { title: some.join(' '), summary: `note ${i % 13} of ${i % 5} at sea` })
    })
    const query = node('storm flood rome harbour sea')
    const expected = await indexOf(...documents).search(query, {
      ...REQUEST,
      textsOf: async (ids) => textsOf(documents, ids),
    })
    const index = indexOf(...documents)
    let read: readonly number[] = []

    const found = await index.search(query, {
      ...REQUEST,
      textsOf: async (ids) => {
        read = ids
        await index.search(node('bridge note'), REQUEST)
        index.put([aDocument(99, { title: 'storm flood rome harbour sea' })])
        return textsOf(documents, ids)
      },
    })

    expect(read.length).toBeGreaterThan(10)
    expect(found).toEqual(expected)
  })

  it('the word as typed before its other forms', async () => {
    const index = indexOf(aDocument(1, { title: 'running' }), aDocument(2, { title: 'runs' }))

    expect(await find(index, 'running')).toEqual([1, 2])
    expect(await find(index, 'runs')).toEqual([2, 1])
  })

  it('a title with the words in their order before others', async () => {
    const index = indexOf(
      aDocument(1, { title: 'storm over rome' }),
      aDocument(2, { title: 'rome over storm' }),
    )

    expect(await find(index, 'storm over rome')).toEqual([1, 2])
  })

  describe('an item whose whole title is the query first, whatever its age,', () => {
    it.each([
      ['storm', 'Storm'],
      ['storm over rome', 'Storm over Rome'],
      ['STORM OVER ROME!', 'Storm over Rome'],
      ['"storm over rome"', 'Storm over Rome'],
      ['title:"storm over rome"', 'Storm over Rome'],
      ['the cat and the hat', 'The Cat and the Hat'],
      ['co-operate 5,000', 'Co-operate: 5,000'],
      ['élysée storm over rome tonight', 'Elysee storm over Rome tonight'],
      ['storm over rome -port', 'Storm over Rome'],
      ['北京奥运会开幕', '北京奥运会开幕'],
      ['東京のラーメン', '東京のラーメン'],
    ])('%s', async (query, title) => {
      const old = aDocument(1, { title, publishedAt: NOW - 50_000 * HOUR_MS })
      const longer = Array.from({ length: 300 }, (_, i) =>
        aDocument(i + 2, {
          title: `${title} ${title}, note ${i}`,
          summary: `${title} ${title}`,
          coverage: 32,
        }),
      )
      const others = Array.from({ length: 50 }, (_, i) => aDocument(i + 400, { title: 'flood' }))
      const index = indexOf(old, ...longer, ...others)

      const { hits, total } = await index.search(node(query), {
        ...REQUEST,
        window: FIRST_TEN,
        explain: true,
      })

      expect(hits[0]).toMatchObject({ id: 1, relevance: 1 })
      expect(total).toBe(301)
    })

    it('but one in another order of the words after it', async () => {
      const index = indexOf(
        aDocument(2, { title: 'man bites dog' }),
        aDocument(1, { title: 'dog bites man' }),
      )

      expect(await find(index, 'dog bites man')).toEqual([1, 2])
    })

    it('unless a filter leaves it out or it was deleted', async () => {
      const index = indexOf(
        ...[1, 2, 3].map((id) => aDocument(id, { title: id < 3 ? 'storm' : 'storm calm' })),
      )
      index.remove([2])

      expect(await find(index, 'storm', { accepts: (id) => id !== 1 })).toEqual([3])
    })

    it('after merging', async () => {
      const index = indexOf(aDocument(1, { title: 'storm over rome', publishedAt: NOW - 50_000 * HOUR_MS }))
      for (let id = 2; id < 12; id += 1)
        index.put([aDocument(id, { title: 'storm over rome and storm over sea' })])
      while (index.mergeStep());

      expect((await find(index, 'storm over rome'))[0]).toBe(1)
    })
  })

  it('a dictionary word before characters that only meet', async () => {
    const index = indexOf(
      aDocument(1, { title: '京都の寺', language: 'ja' }),
      aDocument(2, { title: '東京都の', language: 'ja' }),
    )

    expect(await find(index, '京都')).toEqual([1, 2])
  })
})
