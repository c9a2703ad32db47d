import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { aSearchDocument } from '../../../test/a-search-document.ts'
import { parseQuery } from '../../domain/query/parse.ts'
import type { QueryNode } from '../../domain/search.ts'
import { lookup } from '../../domain/text/lookup.ts'
import { words } from '../../domain/text/words.ts'
import { HOUR_MS } from '../../domain/time.ts'
import type { FoundSelection } from '../read-store.ts'
import type { SearchDocument } from './document.ts'
import type { SearchRequest } from './request.ts'
import { SearchIndex } from './search-index.ts'
import { fc } from '../../../test/properties.ts'

const NOW = Date.UTC(2026, 0, 10)

const REQUEST: SearchRequest = {
  window: { limit: 1_000, offset: 0, after: undefined },
  now: NOW,
  tests: { property: () => () => false, published: () => () => true },
}

function aDocument(id: number, given: Partial<SearchDocument> = {}): SearchDocument {
  return aSearchDocument(id, { publishedAt: NOW, ...given })
}

function indexOf(...documents: SearchDocument[]): SearchIndex {
  const index = new SearchIndex()
  index.put(documents)
  return index
}

function find(index: SearchIndex, query: string, request: Partial<SearchRequest> = {}): number[] {
  const { node } = parseQuery(query)
  if (node === undefined) throw new Error(`nothing to look for in ${query}`)
  return index.search(node, { ...REQUEST, ...request }).hits.map((hit) => hit.id)
}

describe('SearchIndex finds', () => {
  it.each([
    ['the forms of a word', 'run', ['He was running', 'She runs', 'A runner up'], [1, 2]],
    ['without accents or case', 'elysee', ['Élysée', 'ELYSEE palace', 'elm'], [1, 2]],
    ['a phrase', '"storm over rome"', ['storm over Rome', 'Rome storm over', 'storm all over Rome'], [1]],
    ['the start of a word', 'clim*', ['climate', 'climbing', 'acclimate'], [1, 2]],
    ['either of two', 'storm OR flood', ['storm', 'flood', 'fire'], [1, 2]],
    ['one without another', 'storm -flood', ['storm', 'storm flood', 'flood'], [1]],
    ['one without a phrase', 'storm -"storm flood"', ['storm flood', 'flood storm'], [2]],
    ['an alternative within all', '(storm OR flood) rome', ['storm rome', 'flood rome', 'rome'], [1, 2]],
    ['Japanese within a sentence', '博物館', ['新しい博物館が開館', '博物の館', '図書館'], [1]],
    ['one Japanese character', '館', ['新しい博物館が開館', '図書', '図書館'], [1, 3]],
    ['Korean before a particle', '한국', ['한국은 좋다', '중국'], [1]],
    ['Thai', 'ไทย', ['นายกรัฐมนตรีไทย', 'ญี่ปุ่น'], [1]],
    ['words with signs', 'c++', ['a C++ compiler', 'a C compiler'], [1]],
    ['emoji', '🚀', ['launch 🚀', 'launch'], [1]],
  ])('%s', (_, query, titles, ids) => {
    const index = indexOf(...titles.map((title, i) => aDocument(i + 1, { title })))

    expect(find(index, query).sort((a, b) => a - b)).toEqual(ids)
  })

  it('words of one language apart from those of another', () => {
    const index = indexOf(
      aDocument(1, { title: 'die Banane', language: 'de' }),
      aDocument(2, { title: 'die Melone', language: 'de' }),
      aDocument(3, { title: 'the patient dies', language: 'en' }),
    )

    expect(find(index, 'dies')).toEqual([3])
    expect(find(index, 'dying')).toEqual([3])
  })

  it('Serbian in either alphabet', () => {
    const index = indexOf(
      aDocument(1, { title: 'Избори у Београду', language: 'sr' }),
      aDocument(2, { title: 'Izbori u Beogradu', language: 'sr' }),
      aDocument(3, { title: 'Izbori u Zagrebu', language: 'hr' }),
    )

    expect(find(index, 'beograd').sort((a, b) => a - b)).toEqual([1, 2])
    expect(find(index, 'Београд').sort((a, b) => a - b)).toEqual([1, 2])
  })

  it('in the title alone where asked for', () => {
    const index = indexOf(aDocument(1, { title: 'storm' }), aDocument(2, { summary: 'storm' }))

    expect(find(index, 'title:storm')).toEqual([1])
  })

  it('in titles of a hundred words as in short ones', () => {
    const title = `${'word '.repeat(100)}storm flood`
    const index = indexOf(aDocument(1, { title, summary: 'flood storm' }))

    expect(find(index, 'title:"storm flood"')).toEqual([1])
    expect(index.search(node('title:"flood storm"'), REQUEST).total).toBe(1) // by any of the words
    expect(index.search(node('title:"flood storm"'), REQUEST).relaxed).toBe(true)
  })

  it('authors, labels and sites', () => {
    const index = indexOf(
      aDocument(1, {
        author: 'Ada Storm',
        labels: ['Open Science', 'Data'],
        url: 'https://www.news.example.org/x',
      }),
      aDocument(2, { title: 'Ada and open data' }),
    )

    expect(find(index, 'author:ada')).toEqual([1])
    expect(find(index, '"open science"')).toEqual([1])
    expect(find(index, 'site:example.org')).toEqual([1])
    expect(find(index, 'site:news.example.org storm')).toEqual([1])
    expect(index.search(node('site:ample.org'), REQUEST).total).toBe(0)
  })

  it('no phrase that reaches from one field or label into the next', () => {
    const index = indexOf(aDocument(1, { title: 'one two', summary: 'three four', labels: ['five', 'six'] }))

    for (const query of ['"two three"', '"five six"', '"four five"']) {
      expect(index.search(node(query), REQUEST).relaxed).toBe(true)
    }
  })

  it('a phrase across the end of the summary, where the content goes on', () => {
    const content = 'The storm came over Rome in the night'
    const index = indexOf(aDocument(1, { summary: 'The storm came…', content }))

    const found = index.search(node('"came over"'), REQUEST)

    expect([found.total, found.relaxed]).toEqual([1, undefined])
  })

  it('the best of any words where no document has them all, and says so', () => {
    const index = indexOf(
      aDocument(1, { title: 'storm' }),
      aDocument(2, { title: 'storm flood' }),
      aDocument(3, { title: 'calm' }),
    )

    const found = index.search(node('storm flood fire'), REQUEST)

    expect(found.hits.map((hit) => hit.id)).toEqual([2, 1])
    expect(found).toMatchObject({ total: 2, relaxed: true })
  })
})

describe('A sentence as a query', () => {
  const sentence = 'government takes over failed bank after long night'
  const index = indexOf(
    aDocument(1, { title: 'Weather', content: `${sentence} ${'and other words '.repeat(60)}` }),
    aDocument(2, { title: 'Failed bank taken over by government', summary: 'It took a long night.' }),
    aDocument(3, { title: 'Sports' }),
  )

  it('is answered by what tells the same, not only by what has all of its words', () => {
    const found = index.search(node(sentence), REQUEST)

    expect(found.relaxed).toBe(true)
    expect(found.hits.map((hit) => hit.id)).toEqual(expect.arrayContaining([1, 2]))
  })

  it('is answered as it stands where it is short, quoted, or in another order than by worth', () => {
    const [short, quoted] = ['government failed bank', `"${sentence}"`]

    expect(index.search(node(short), REQUEST).relaxed).toBeUndefined()
    expect(index.search(node(quoted), REQUEST).relaxed).toBeUndefined()
    expect(index.search(node(sentence), { ...REQUEST, orderBy: (id) => id }).relaxed).toBeUndefined()
  })
})

describe('SearchIndex leaps over what cannot come among the best', () => {
  const EVERYTHING = { limit: 10_000, offset: 0, after: undefined }

  it.each([
    'storm',
    'storms',
    'storm calm',
    'storm OR flood',
    'st*',
    's* calm',
    '"storm warning"',
    'storm -calm',
    'storm -"calm flood"',
    'title:storm',
    'title:storm* warning',
    '(storm OR flood) warning',
    '(storm OR "calm flood") -warning',
    'storm OR flood OR quiet OR so',
    'stern* OR "calm flood" OR storms OR so',
    '-storm calm',
  ])('and finds and counts the same as by looking at all: %s', (query) => {
    const words = ['storm', 'storms', 'calm', 'flood', 'warning', 'stern', 'quiet']
    const textOf = (i: number, salt: number) =>
      [3, 5, 11].map((step) => words[((i * step + salt) * 7_919) % (words.length + step)] ?? 'so').join(' ')
    const index = new SearchIndex()
    for (const [from, age] of [
      [0, 2_000],
      [2_500, 0],
    ] as const) {
      index.put(
        Array.from({ length: 2_500 }, (_, i) =>
          aDocument(from + i + 1, {
            title: textOf(i, from + 1),
            summary: textOf(i, from + 2),
            publishedAt: NOW - (age + ((i * 37) % 900)) * HOUR_MS,
            coverage: 1 + (i % 32),
          }),
        ),
      )
    }
    index.remove(Array.from({ length: 400 }, (_, i) => i * 13))
    index.put([aDocument(5, { title: 'storm calm warning', coverage: 32, publishedAt: NOW })])

    for (const filter of [{}, { accepts: () => true }, { accepts: (id: number) => id % 3 !== 0 }]) {
      const all = index.search(node(query), { ...REQUEST, window: EVERYTHING, ...filter })
      const few = index.search(node(query), {
        ...REQUEST,
        window: { ...EVERYTHING, limit: 7, offset: 3 },
        ...filter,
      })

      expect(all.total).toBeGreaterThan(50)
      expect(few.total).toBe(all.total)
      expect(few.hits).toEqual(all.hits.slice(3, 10))
    }
  })
})

describe('SearchIndex without counting', () => {
  it('gives the best hits of a small index as if it counted', () => {
    const documents = Array.from({ length: 900 }, (_, i) =>
      aDocument(i + 1, {
        title: i % 3 === 0 ? 'storm flood' : 'calm storm',
        publishedAt: NOW - ((i * 37) % 500) * HOUR_MS,
      }),
    )
    const index = indexOf(...documents)
    const request = { ...REQUEST, window: { limit: 5, offset: 0, after: undefined } }

    for (const query of ['storm', '(flood OR calm) storm']) {
      const { hits } = index.search(node(query), { ...request, uncounted: true })
      expect(hits).toEqual(index.search(node(query), request).hits)
    }
  })
})

describe('SearchIndex ranks', () => {
  it('titles before bodies', () => {
    const index = indexOf(
      aDocument(2, { summary: 'a storm came' }),
      aDocument(1, { title: 'Storm over Rome' }),
    )

    expect(find(index, 'storm')).toEqual([1, 2])
  })

  it('rare words over common ones', () => {
    const common = Array.from({ length: 20 }, (_, i) => aDocument(10 + i, { title: 'storm warning' }))
    const index = indexOf(...common, aDocument(1, { title: 'flood' }), aDocument(2, { title: 'storm' }))

    expect(find(index, 'flood OR storm')[0]).toBe(1)
  })

  it('answers to a sentence by what they say: neither age nor coverage makes up for a word', () => {
    const title = 'senate passes bill on harbour'
    const index = indexOf(
      aDocument(1, { title: `${title} repairs`, publishedAt: NOW - 5_000 * HOUR_MS }),
      aDocument(2, { title, coverage: 32 }),
      aDocument(3, { title: 'nothing of the kind' }),
    )

    expect(find(index, 'senate passes bill on harbour repairs')).toEqual([1, 2])
  })

  it('new items before old ones, but never by more than half', () => {
    const old = aDocument(1, { title: 'storm', publishedAt: NOW - 5_000 * HOUR_MS })
    const index = indexOf(old, aDocument(2, { title: 'storm', publishedAt: NOW - HOUR_MS }))

    const { hits } = index.search(node('storm'), REQUEST)

    expect(hits.map((hit) => hit.id)).toEqual([2, 1])
    expect(hits[1]?.relevance).toBeCloseTo(0.5, 1)
  })

  it('well covered stories before others', () => {
    const index = indexOf(aDocument(1, { title: 'storm', coverage: 8 }), aDocument(2, { title: 'storm' }))

    expect(find(index, 'storm')).toEqual([1, 2])
  })

  it('the word as typed before its other forms', () => {
    const index = indexOf(aDocument(1, { title: 'running' }), aDocument(2, { title: 'runs' }))

    expect(find(index, 'running')).toEqual([1, 2])
    expect(find(index, 'runs')).toEqual([2, 1])
  })

  it('a title with the words in their order before others', () => {
    const index = indexOf(
      aDocument(1, { title: 'storm over rome' }),
      aDocument(2, { title: 'rome over storm' }),
    )

    expect(find(index, 'storm over rome')).toEqual([1, 2])
  })

  it('a dictionary word before characters that only meet', () => {
    const index = indexOf(
      aDocument(1, { title: '京都の寺', language: 'ja' }),
      aDocument(2, { title: '東京都の', language: 'ja' }),
    )

    expect(find(index, '京都')).toEqual([1, 2])
  })
})

describe('SearchIndex pages', () => {
  const documents = Array.from({ length: 60 }, (_, i) =>
    aDocument(i + 1, { title: `storm ${'x '.repeat(i % 7)}`, publishedAt: NOW - (i % 11) * HOUR_MS }),
  )
  const orders: [string, Partial<SearchRequest>][] = [
    ['relevance', {}],
    ['a value of each item', { orderBy: (id) => id % 5 }],
    ['stories', { storyOf: (id) => id % 13 }],
  ]

  it.each(orders)('by offset and by place alike, in the order of %s', (_, request) => {
    const index = indexOf(...documents)
    const whole = index.search(node('storm'), { ...REQUEST, ...request })

    const byOffset: number[] = []
    const byPlace: number[] = []
    let after: SearchRequest['window']['after']
    for (let offset = 0; offset < whole.total; offset += 7) {
      const first = index.search(node('storm'), {
        ...REQUEST,
        ...request,
        window: { limit: 7, offset, after: undefined },
      })
      const second = index.search(node('storm'), {
        ...REQUEST,
        ...request,
        window: { limit: 7, offset: 0, after },
      })
      expect([first.before, second.before, first.total]).toEqual([offset, offset, whole.total])
      byOffset.push(...first.hits.map((hit) => hit.id))
      byPlace.push(...second.hits.map((hit) => hit.id))
      after = second.next
    }

    expect(byOffset).toEqual(whole.hits.map((hit) => hit.id))
    expect(byPlace).toEqual(byOffset)
    expect(after).toBeUndefined()
  })

  it('only what is accepted, and counts only that', () => {
    const index = indexOf(...documents)

    const found = index.search(node('storm'), { ...REQUEST, accepts: (id) => id % 2 === 0 })

    expect(found.total).toBe(30)
    expect(found.hits.every((hit) => hit.id % 2 === 0)).toBe(true)
  })

  it('nothing beyond the end, however far', () => {
    const index = indexOf(...documents)

    const found = index.search(node('storm'), {
      ...REQUEST,
      window: { limit: 10, offset: 1e9, after: undefined },
    })

    expect(found).toMatchObject({ hits: [], total: 60, before: 60, next: undefined })
  })
})

describe('SearchIndex keeps up', () => {
  it('forgets what is removed and finds what is edited by its new words alone', () => {
    const index = indexOf(aDocument(1, { title: 'storm' }), aDocument(2, { title: 'storm' }))

    index.remove([1])
    index.put([aDocument(2, { title: 'flood' })])

    expect(index.search(node('storm'), REQUEST).total).toBe(0)
    expect(find(index, 'flood')).toEqual([2])
    expect(index.size).toBe(1)
  })

  it('takes in a new coverage without indexing anew', () => {
    const index = indexOf(aDocument(1, { title: 'storm' }), aDocument(2, { title: 'storm' }))
    const { segments } = index

    index.put([aDocument(1, { title: 'storm', coverage: 16 })])

    expect(find(index, 'storm')).toEqual([1, 2])
    expect(index.segments).toEqual(segments)
  })

  it('answers the same after any changes and merges as an index built at once', () => {
    fc.assert(
      fc.property(
        fc.array(aChange(), { maxLength: 60 }),
        fc.array(aQuery(), { minLength: 1, maxLength: 8 }),
        (changes, queries) => {
          const index = new SearchIndex()
          const kept = new Map<number, SearchDocument>()
          for (const change of changes) {
            if (change.kind === 'remove') {
              index.remove([change.id])
              kept.delete(change.id)
            } else if (change.kind === 'put') {
              index.put([change.document])
              kept.set(change.document.id, change.document)
            } else for (let step = 0; step < change.steps && index.mergeStep(); step += 1);
          }

          const fresh = indexOf(...kept.values())
          for (const query of queries) {
            const parsed = parseQuery(query).node
            if (parsed === undefined) continue
            // By id: what is ordered by worth may be answered more freely.
            const found = index.search(parsed, { ...REQUEST, orderBy: (id) => id })
            expect(asAsked(found)).toEqual(matching([...kept.values()], parsed))
            expect(found.total).toBe(fresh.search(parsed, { ...REQUEST, orderBy: (id) => id }).total)
          }
          expect(index.size).toBe(kept.size)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('finds and counts what FTS5 does', () => {
    fc.assert(
      fc.property(
        fc.array(someText(), { minLength: 1, maxLength: 40 }),
        fc.array(aTerm(), { minLength: 1, maxLength: 10 }),
        (texts, terms) => {
          const documents = texts.map((summary, i) => aDocument(i + 1, { summary, language: null }))
          const index = indexOf(...documents)
          const table = ftsTable(documents)

          for (const term of terms) {
            const parsed = node(term)
            expect(asAsked(index.search(parsed, { ...REQUEST, orderBy: (id) => id }))).toEqual(table(parsed))
          }
        },
      ),
      { numRuns: 200 },
    )
  })
})

function node(query: string): QueryNode {
  const parsed = parseQuery(query).node
  if (parsed === undefined) throw new Error(`nothing to look for in ${query}`)
  return parsed
}

/** Ids of what has all that was asked for, ascending: a repaired search answers another query. */
function asAsked({ hits, relaxed, corrected }: FoundSelection): number[] {
  if (relaxed === true || corrected !== undefined) return []
  return hits.map((hit) => hit.id).sort((a, b) => a - b)
}

const VOCABULARY = [
  'storm',
  'storms',
  'rome',
  'flood',
  'flooded',
  'run',
  'running',
  'a',
  'U.S.',
  'c++',
  '東京都',
  '博物館',
  '한국은',
]

function someText(): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...VOCABULARY), { maxLength: 8 }).map((parts) => parts.join(' '))
}

function aTerm(): fc.Arbitrary<string> {
  const text = fc.array(fc.constantFrom(...VOCABULARY), { minLength: 1, maxLength: 3 })
  return fc.oneof(
    fc.constantFrom(...VOCABULARY),
    text.map((parts) => `"${parts.join(' ')}"`),
    fc.constantFrom('sto*', 'r*', '京都', '都', '한국', '博*'),
  )
}

function aQuery(): fc.Arbitrary<string> {
  const operators = fc.constantFrom(' ', ' ', ' OR ', ' -')
  return fc
    .array(fc.tuple(aTerm(), operators), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.map(([term, operator], i) => (i === 0 ? term : operator + term)).join(''))
}

type Change =
  | { readonly kind: 'put'; readonly document: SearchDocument }
  | { readonly kind: 'remove'; readonly id: number }
  | { readonly kind: 'merge'; readonly steps: number }

function aChange(): fc.Arbitrary<Change> {
  const id = fc.integer({ min: 1, max: 30 })
  return fc.oneof(
    { weight: 6, arbitrary: fc.tuple(id, someText(), someText()).map(([id, title, content]): Change => ({ kind: 'put', document: aDocument(id, { title, content }) })) },
    { weight: 2, arbitrary: id.map((id): Change => ({ kind: 'remove', id })) },
    { weight: 2, arbitrary: fc.integer({ min: 1, max: 20 }).map((steps): Change => ({ kind: 'merge', steps })) },
  ) // prettier-ignore
}

/** The meaning of a query, read off the texts one by one. */
function matching(documents: readonly SearchDocument[], root: QueryNode): number[] {
  return documents
    .filter((document) => matches(document, root))
    .map((document) => document.id)
    .sort((a, b) => a - b)
}

function matches(document: SearchDocument, part: QueryNode): boolean {
  switch (part.kind) {
    case 'and':
      return part.children.every((child) => matches(document, child))
    case 'or':
      return part.children.some((child) => matches(document, child))
    case 'not':
      return !matches(document, part.child)
    case 'word':
    case 'phrase':
      return [document.title, document.summary, document.content].some((text) => holds(text, part))
    case 'before':
    case 'after':
      return true
  }
}

function holds(text: string, part: Extract<QueryNode, { readonly kind: 'word' | 'phrase' }>): boolean {
  const tokens = words(text, 'en')
  const stems = new Map(words(part.text, 'en').map((token) => [token.folded, token.stem]))
  const units = lookup(part.text, part.kind === 'word' && part.prefix)
  return tokens.some((first) =>
    units.every((unit) =>
      tokens.some(
        (token) =>
          token.position === first.position + unit.offset &&
          (unit.prefix
            ? token.folded.startsWith(unit.folded)
            : token.folded === unit.folded ||
              (part.kind === 'word' && token.stem === stems.get(unit.folded))),
      ),
    ),
  )
}

/** Asks FTS5, over the same prepared words. */
function ftsTable(documents: readonly SearchDocument[]): (part: QueryNode) => number[] {
  const db = new Database(':memory:')
  db.exec(`CREATE VIRTUAL TABLE docs USING fts5(text, tokenize = "ascii tokenchars '.+'")`)
  const insert = db.prepare('INSERT INTO docs (rowid, text) VALUES (?, ?)')
  for (const { id, summary } of documents)
    insert.run(
      id,
      words(summary, null)
        .map((token) => token.folded)
        .join(' '),
    )
  const select = db.prepare('SELECT rowid FROM docs WHERE docs MATCH ? ORDER BY rowid').pluck()
  return function find(part): number[] {
    if (part.kind === 'and') {
      const lists = part.children.map((child) => new Set(find(child)))
      return [...(lists[0] ?? [])].filter((id) => lists.every((list) => list.has(id)))
    }
    if (part.kind !== 'word' && part.kind !== 'phrase') throw new Error('words and phrases only')
    const units = lookup(part.text, part.kind === 'word' && part.prefix)
    const last = units.at(-1)
    // FTS5 counts tokens, not positions: grams inside a phrase of several runs have their lone ends between them.
    const text = units.length === 1 ? (last?.folded ?? '') : phraseTokens(part.text)
    return select.all(`"${text}"${last?.prefix === true ? ' *' : ''}`) as number[]
  }
}

function phraseTokens(text: string): string {
  const tokens = words(text, null)
  const units = new Set(lookup(text).map((unit) => unit.offset))
  const end = Math.max(...units)
  return tokens
    .filter((token) => token.position <= end)
    .map((token) => token.folded)
    .join(' ')
}
