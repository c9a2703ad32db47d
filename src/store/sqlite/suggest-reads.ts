import type { Database } from 'better-sqlite3'
import { EVERYTHING } from '../../domain/filter.ts'
import type { QueryNode } from '../../domain/search.ts'
import type { Suggestion } from '../../domain/suggestion.ts'
import { fold } from '../../domain/text/fold.ts'
import { forEachForm, segments, words } from '../../domain/text/words.ts'
import type { EpochMs } from '../../domain/time.ts'
import type { Columns } from '../columns/columns.ts'
import { complete, type Completion } from '../search-index/complete.ts'
import type { SearchIndex } from '../search-index/search-index.ts'
import { searchMemory } from './memory-search.ts'
import type { Names } from './names.ts'
import type { SearchKeeper } from './search-keeper.ts'
import { prepareAll } from './statements.ts'

export const SUGGEST_SQL = {
  titles: `SELECT i.id, i.title, i.story_id, s.item_count FROM json_each(?) j CROSS JOIN items i ON i.id = j.value
    LEFT JOIN stories s ON s.id = i.story_id`,
} as const

/** Documents that stories are looked for among: what keeps suggestions faster than typing. */
const MOST_DOCUMENTS = 60_000
const COMPLETIONS = 20
/** Of a lone word so many of its completions are looked for: each has documents enough. */
const MOST_ENDINGS = 8

/** Completes what is being typed, from the index in memory and the names that items have. */
export class SuggestReads {
  readonly #sql
  readonly #names: Names
  readonly #index: SearchKeeper
  #known: { readonly stamp: number; readonly columns: Columns; readonly names: readonly Name[] } | undefined

  constructor(db: Database, names: Names, index: SearchKeeper) {
    this.#sql = prepareAll(db, SUGGEST_SQL)
    this.#sql.titles.raw()
    this.#names = names
    this.#index = index
  }

  /** @param limit > 0; words first, then sources, categories and stories */
  suggest(columns: Columns, text: string, limit: number, now: EpochMs): Suggestion[] {
    const tokens = segments(text)
    const last = tokens.at(-1)
    // After a space the next word begins: nothing to complete yet.
    if (last === undefined || last.end < text.trimEnd().length || /\s$/.test(text)) return []

    const before = text.slice(0, last.start).replace(/\p{Cc}/gu, '')
    const index = this.#index.current()
    const completions = index === undefined ? [] : complete(index.segments, last.text, COMPLETIONS)
    const stories =
      index === undefined ? [] : this.#stories(columns, index, tokens.slice(0, -1), last, completions, now)
    const named = this.#named(columns, text)
    const rest = Math.max(1, Math.floor(limit / 3))
    const others = [...named.slice(0, rest), ...stories.slice(0, rest)]
    const wordCount = Math.max(limit - others.length, Math.ceil(limit / 3))
    const spelled = spellingsIn(stories)
    const written = (tokens.length > 1 ? asTold(completions, stories) : completions)
      .slice(0, wordCount)
      .map(({ word, documents }): Suggestion => {
        return { kind: 'word', text: before + (spelled.get(word) ?? word), itemCount: documents }
      })
    return [...written, ...others].slice(0, limit)
  }

  /** Sources and categories with a word that begins so, those with the most items first. */
  #named(columns: Columns, text: string): Suggestion[] {
    const wanted = fold(text.trim())
    return this.#allNames(columns)
      .filter(({ beginnings }) => beginnings.some((beginning) => beginning.startsWith(wanted)))
      .map(({ suggestion }) => suggestion)
  }

  #allNames(columns: Columns): readonly Name[] {
    if (this.#known?.columns === columns && this.#known.stamp === columns.stamp) return this.#known.names
    const sources = new Map<string, number>()
    const categories = new Map<string, number>()
    for (const { facet, count } of columns.facets.live()) {
      categories.set(facet.category, (categories.get(facet.category) ?? 0) + count)
      for (const source of facet.sources) sources.set(source, (sources.get(source) ?? 0) + count)
    }
    const names = [
      ...Array.from(sources, ([sourceId, itemCount]): Suggestion => {
        const text = this.#names.sourceBySlug(sourceId)?.name ?? sourceId
        return { kind: 'source', text, sourceId, itemCount }
      }),
      ...Array.from(categories, ([text, itemCount]): Suggestion => ({ kind: 'category', text, itemCount })),
    ]
      .map((suggestion) => ({ suggestion, beginnings: beginningsOf(suggestion) }))
      .sort((a, b) => b.suggestion.itemCount - a.suggestion.itemCount)
    this.#known = { stamp: columns.stamp, columns, names }
    return names
  }

  #stories(
    columns: Columns,
    index: SearchIndex,
    earlier: readonly { readonly text: string }[],
    last: { readonly text: string; readonly kind: string },
    completions: readonly Completion[],
    now: EpochMs,
  ): Suggestion[] {
    const most = earlier.length === 0 ? MOST_ENDINGS : COMPLETIONS
    const ending =
      last.kind === 'word' || last.kind === 'thai'
        ? anyOf(bounded(completions).slice(0, most))
        : word(last.text)
    if (ending === undefined) return []
    const node: QueryNode =
      earlier.length === 0
        ? ending
        : { kind: 'and', children: [...earlier.map(({ text }) => word(text)), ending] }
    const found = searchMemory({ index, columns, textOf: () => undefined }, node, {
      filter: { ...EVERYTHING, distinctStory: false },
      order: 'relevance',
      window: { limit: 20, offset: 0, after: undefined },
      now,
      allWords: true,
      uncounted: true,
    })
    if (found.corrected !== undefined) return []
    const rows = this.#sql.titles.all(JSON.stringify(found.hits.map((hit) => hit.id))) as TitleRow[]
    const stories = new Map<number, Suggestion>()
    for (const [, text, storyId, itemCount] of rows) {
      if (!stories.has(storyId))
        stories.set(storyId, { kind: 'story', text, storyId, itemCount: itemCount ?? 1 })
    }
    return [...stories.values()]
  }
}

interface Name {
  readonly suggestion: Suggestion
  /** The name from each of its words on, folded. */
  readonly beginnings: readonly string[]
}

type TitleRow = readonly [id: number, title: string, storyId: number, itemCount: number | null]

function beginningsOf(suggestion: Suggestion): string[] {
  const text = fold(suggestion.text)
  const starts = words(text, null).map((token) => text.slice(token.start))
  return suggestion.kind === 'source' ? [...starts, suggestion.sourceId] : starts
}

/** The most frequent completions that together stay within the bound. */
function bounded(completions: readonly Completion[]): Completion[] {
  let left = MOST_DOCUMENTS
  return completions.filter(({ documents }) => {
    if (documents > left) return false
    left -= documents
    return true
  })
}

/** Those first that stand in most of the stories found with the words before: "supreme c" is "supreme court". */
function asTold(completions: readonly Completion[], stories: readonly Suggestion[]): Completion[] {
  const told = new Map<string, number>()
  for (const { text } of stories) {
    for (const folded of new Set(words(text, null).map((token) => fold(token.text)))) {
      told.set(folded, (told.get(folded) ?? 0) + 1)
    }
  }
  return completions.toSorted((a, b) => (told.get(b.word) ?? 0) - (told.get(a.word) ?? 0))
}

/** How titles write their words, by the folded ones that the index has: readers expect the accents. */
function spellingsIn(stories: readonly Suggestion[]): ReadonlyMap<string, string> {
  const spelled = new Map<string, string>()
  for (const { text } of stories) {
    forEachForm(text, null, ({ folded }, raw) => {
      if (spelled.has(folded) || !/^[\p{L}\p{M}]+$/u.test(raw)) return
      // Lower case leaves the dot of a Turkish capital behind.
      spelled.set(folded, raw.toLowerCase().replaceAll('i\u0307', 'i'))
    })
  }
  return spelled
}

function anyOf(completions: readonly Completion[]): QueryNode | undefined {
  const children = completions.map(({ word: text }) => word(text))
  return children.length < 2 ? children[0] : { kind: 'or', children }
}

function word(text: string): QueryNode {
  return { kind: 'word', text, prefix: false, field: undefined }
}
