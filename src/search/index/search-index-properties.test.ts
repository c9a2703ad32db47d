import { describe, expect, it } from 'vitest'
import { fc } from '../../../test/properties.ts'
import { aDocument, indexOf, node, REQUEST } from '../../../test/search/an-index.ts'
import type { QueryNode, SearchSelection } from '../../model/search.ts'
import type { SearchDocument } from '../../store/search-source.ts'
import { Database } from '../../store/sqlite/driver.ts'
import { lookup } from '../../text/lookup.ts'
import { words } from '../../text/words.ts'
import { parseQuery } from '../query/parse.ts'
import { SearchIndex } from './search-index.ts'

describe('SearchIndex after any changes', () => {
  it('answers the same after any changes and merges as an index built at once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(aChange(), { maxLength: 60 }),
        fc.array(aQuery(), { minLength: 1, maxLength: 8 }),
        async (changes, queries) => {
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
            // By id, since a search by relevance may be relaxed.
            const found = await index.search(parsed, { ...REQUEST, orderBy: (id) => id })
            expect(idsOf(found)).toEqual(matching([...kept.values()], parsed))
            expect(found.total).toBe((await fresh.search(parsed, { ...REQUEST, orderBy: (id) => id })).total)
          }
          expect(index.size).toBe(kept.size)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('finds and counts what FTS5 does', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(someText(), { minLength: 1, maxLength: 40 }),
        fc.array(aTerm(), { minLength: 1, maxLength: 10 }),
        async (texts, terms) => {
          const documents = texts.map((summary, i) => aDocument(i + 1, { summary, language: null }))
          const index = indexOf(...documents)
          const table = ftsTable(documents)

          for (const term of terms) {
            const parsed = node(term)
            expect(idsOf(await index.search(parsed, { ...REQUEST, orderBy: (id) => id }))).toEqual(
              table(parsed),
            )
          }
        },
      ),
      { numRuns: 200 },
    )
  })
})

/** Ascending ids of exact hits: a repaired search answers another query. */
function idsOf({ hits, relaxed, corrected }: SearchSelection): number[] {
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

/** Evaluates a query on the texts one by one. */
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

/** Searches FTS5 with the same prepared words. */
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
    // FTS5 counts tokens, not positions: in a phrase of several runs, single grams are between them.
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
