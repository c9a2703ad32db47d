import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../src/model/time.ts'
import type { Walk } from '../../src/model/walk.ts'
import { SearchIndex } from '../../src/search/index/search-index.ts'
import type { SearchRequest } from '../../src/search/request.ts'
import type { SearchDocument } from '../../src/store/search-source.ts'
import { fc } from '../properties.ts'
import { aDocument, node, NOW, REQUEST } from './an-index.ts'

/** A query of each way to be answered: all words, any word, a sentence, corrected, and with other operators. */
const QUERIES = [
  'storm',
  'storm flood',
  'sto*',
  'rome OR sea',
  'storm -rome',
  '"storm flood"',
  'strom',
  'strom flod',
  'harbour nothing rome',
  'storm flood rome harbour sea',
  'storm zzzz qqqq rome flood',
]

const WORDS = ['storm', 'storms', 'flood', 'rome', 'harbour', 'sea', 'calm', 'port', 'news'] as const

const aText = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 })
const aChange = fc.oneof(
  fc.record({ kind: fc.constant('arrive'), text: aText, count: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ kind: fc.constant('edit'), at: fc.nat(), text: aText }),
  fc.record({ kind: fc.constant('cover'), at: fc.nat(), coverage: fc.integer({ min: 1, max: 32 }) }),
  fc.record({ kind: fc.constant('remove'), at: fc.nat() }),
  fc.record({ kind: fc.constant('merge'), steps: fc.nat(200) }),
  fc.record({ kind: fc.constant('rebuild') }),
)

type Change = typeof aChange extends fc.Arbitrary<infer Value> ? Value : never

/** A collection and its index. */
class Live {
  index = new SearchIndex()
  readonly documents = new Map<number, SearchDocument>()
  /** Ids of what was edited or removed. A document whose story grew is not. */
  readonly changed = new Set<number>()
  #lastId = 0

  arrive(words: readonly string[]): void {
    this.#lastId += 1
    const id = this.#lastId
    this.#put(aDocument(id, { title: words.join(' '), publishedAt: NOW - ((id * 7) % 90) * HOUR_MS }))
  }

  apply(change: Change): void {
    switch (change.kind) {
      case 'arrive':
        for (let i = 0; i < change.count; i += 1) this.arrive(change.text)
        break
      case 'edit': {
        const document = this.#at(change.at)
        if (document === undefined) return
        this.changed.add(document.id)
        this.#put({ ...document, title: change.text.join(' ') })
        break
      }
      case 'cover': {
        const document = this.#at(change.at)
        if (document !== undefined) this.#put({ ...document, coverage: change.coverage })
        break
      }
      case 'remove': {
        const document = this.#at(change.at)
        if (document === undefined) return
        this.changed.add(document.id)
        this.documents.delete(document.id)
        this.index.remove([document.id])
        break
      }
      case 'merge':
        for (let step = 0; step < change.steps && this.index.mergeStep(); step += 1);
        break
      case 'rebuild':
        this.index = new SearchIndex()
        this.index.put([...this.documents.values()])
    }
  }

  #put(document: SearchDocument): void {
    this.documents.set(document.id, document)
    this.index.put([document])
  }

  #at(index: number): SearchDocument | undefined {
    return [...this.documents.values()][index % Math.max(1, this.documents.size)]
  }
}

/** Searches with the texts of documents, so that the first hits of a sentence are reranked. */
function page(live: Live, query: string, window: SearchRequest['window'], more: Partial<SearchRequest>) {
  return live.index.search(node(query), {
    ...REQUEST,
    ...more,
    window,
    textsOf: async (ids) => {
      const titles = ids.map((id) => [id, live.documents.get(id)?.title ?? ''] as const)
      return new Map(titles.map(([id, title]) => [id, { title, text: title, language: 'en' }]))
    },
  })
}

/** Goes through a search page by page. */
async function walk(
  live: Live,
  query: string,
  limit: number,
  more: Partial<SearchRequest>,
  betweenPages: () => void,
): Promise<{ readonly ids: number[]; readonly relevances: number[]; readonly totals: Set<number> }> {
  const walked = { ids: [] as number[], relevances: [] as number[], totals: new Set<number>() }
  for (let after: Walk | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
    if (!isFirst) betweenPages()
    const found = await page(live, query, { limit, offset: 0, after }, more)
    expect(found.before).toBe(walked.ids.length)
    walked.ids.push(...found.hits.map(({ id }) => id))
    walked.relevances.push(...found.hits.map(({ relevance }) => relevance))
    walked.totals.add(found.total)
    after = found.next
  }
  return walked
}

function liveOf(texts: readonly (readonly string[])[]): Live {
  const live = new Live()
  for (const words of texts) live.arrive(words)
  return live
}

describe('a search that is read page by page', () => {
  const ORDERS: [string, Partial<SearchRequest>][] = [
    ['relevance', {}],
    ['another value', { orderBy: (id) => (id * 31) % 17 }],
    ['relevance, one of a story', { storyOf: (id) => id % 13 }],
  ]

  it.each(ORDERS)('neither repeats nor skips while anything changes, by %s', async (_, more) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(aText, { minLength: 1, maxLength: 60 }),
        fc.constantFrom(...QUERIES),
        fc.integer({ min: 1, max: 9 }),
        fc.array(fc.array(aChange, { maxLength: 4 }), { maxLength: 12 }),
        async (texts, query, limit, changes) => {
          const live = liveOf(texts)
          const all = await page(live, query, { limit: 500, offset: 0, after: undefined }, more)

          const steps = changes.values()
          const walked = await walk(live, query, limit, more, () => {
            for (const change of steps.next().value ?? []) live.apply(change)
          })

          expect(new Set(walked.ids).size).toBe(walked.ids.length)
          expect([...walked.totals]).toEqual([all.total])
          expect(walked.ids.filter((id) => id > texts.length)).toEqual([])
          const stories = walked.ids.map(more.storyOf ?? ((id) => id))
          expect(new Set(stories).size).toBe(stories.length)
          const unchanged = all.hits.map(({ id }) => id).filter((id) => !live.changed.has(id))
          // The best hit of a story may change with its coverage.
          const missing = unchanged.filter((id) => !walked.ids.includes(id))
          expect(more.storyOf === undefined ? missing : []).toEqual([])
        },
      ),
      { numRuns: 300 },
    )
  })

  it.each(QUERIES.slice(0, 9))('is in the order of the first page while others arrive: %s', async (query) => {
    const texts = Array.from({ length: 120 }, (_, i) => [
      ...WORDS.filter((_word, at) => (i * 7 + at * 5) % 4 < i % 3),
      ...(i % 4 === 0 ? ['storm', 'flood'] : []),
    ])
    const frozen = await walk(liveOf(texts), query, 7, {}, () => undefined)
    const live = liveOf(texts)

    const walked = await walk(live, query, 7, {}, () => {
      for (const text of [['storm', 'flood'], ['garden'], ['rome']]) live.arrive(text)
    })

    expect(walked.ids).toEqual(frozen.ids)
    expect(frozen.ids.length).toBeGreaterThan(7)
    const rounded = (values: readonly number[]) => values.map((value) => value.toFixed(5))
    expect(rounded(walked.relevances)).toEqual(rounded(frozen.relevances))
  })

  it.each(['storm', 'storm flood', 'storm flood rome harbour sea'])(
    'is right over a thousand hits, most of them equal: %s',
    async (query) => {
      const texts = Array.from({ length: 1_000 }, (_, i) => [...WORDS, ...(i % 3 === 0 ? ['storm'] : [])])
      const live = liveOf(texts)

      const walked = await walk(live, query, 90, {}, () => {
        for (let i = 0; i < 20; i += 1) live.arrive(i % 2 === 0 ? ['storm', 'flood'] : ['garden'])
        live.apply({ kind: 'merge', steps: 50 })
      })

      expect(walked.ids.toSorted((a, b) => a - b)).toEqual(texts.map((_, i) => i + 1))
    },
  )
})
