import { EVERYTHING } from '../model/filter.ts'
import type { QueryNode, Suggestion } from '../model/search.ts'
import type { EpochMs } from '../model/time.ts'
import type { Columns } from '../store/columns/columns.ts'
import type { SearchSource } from '../store/search-source.ts'
import { fold } from '../text/fold.ts'
import { categorySlug } from '../text/slug.ts'
import { segments, words } from '../text/words.ts'
import type { IndexSync } from './index-sync.ts'
import type { SearchIndex } from './index/search-index.ts'
import type { Segment } from './index/segment.ts'
import { asTerm, termAt, termsWith } from './index/term-table.ts'
import { allOf, anyOf, wholeWord } from './query/node.ts'
import { NAME_FIELDS } from './query/parse.ts'
import { selectItems } from './select-items.ts'
import { type InflectionTable, isHyphenated } from './terms/inflections.ts'
import { countOfTerm } from './terms/word-lookup.ts'

/** An operator at the end of the query whose value is not a word of texts. */
const OPERATOR = new RegExp(
  String.raw`^(|.*[\s(-])(${[...NAME_FIELDS, 'before', 'after'].join('|')}):"?(\S*)$`,
  'isu',
)

/** Number of documents searched for stories. The limit keeps suggestions faster than typing. */
const MAX_DOCUMENTS = 60_000
const COMPLETIONS = 20
/** Number of stories to find for the query, and for the words before the last one. */
const [STORIES, NEAR_STORIES] = [20, 40]
/** Maximum number of completions that are searched if the query is a single word. */
const MAX_COMPLETIONS = 8

/** Completes a partial query from the index in memory and the names of sources and categories. */
export class Suggestions {
  readonly #source: SearchSource
  readonly #index: IndexSync
  #known: { readonly stamp: number; readonly columns: Columns; readonly names: readonly Name[] } | undefined

  constructor(source: SearchSource, index: IndexSync) {
    this.#source = source
    this.#index = index
  }

  /** Returns completions: words first, then sources, categories and stories. */
  async suggest(text: string, limit: number, now: EpochMs): Promise<Suggestion[]> {
    const [, earlier, field, value = ''] = OPERATOR.exec(text) ?? []
    if (field !== undefined)
      return this.#named(this.#source.columns(), value)
        .filter(({ kind }) => earlier === '' && kind === field.toLowerCase())
        .slice(0, limit)
    const tokens = segments(text)
    const last = tokens.at(-1)
    // After a space there is no word to complete yet. The T of AT&T is not one either.
    if (last === undefined || last.end < text.trimEnd().length || /\s$/.test(text)) return []
    const isLetter = /&\p{L}$/u.test(text)
    const before = text.slice(0, last.start).replace(/\p{Cc}/gu, '')
    const index = await this.#index.current()
    const columns = this.#source.columns()
    const find = async (node: QueryNode | undefined, limit: number): Promise<Suggestion[]> =>
      index === undefined || node === undefined ? [] : this.#stories({ index, columns }, node, limit, now)
    const started = allOf(tokens.slice(0, -1).map((token) => wholeWord(token.text)))
    const near = await find(started, NEAR_STORIES)
    const previous = fold(tokens.at(-2)?.text ?? '')
    const completions =
      index === undefined || isLetter ? [] : completionsOf(index.segments, last.text, near, previous)
    const most = started === undefined ? MAX_COMPLETIONS : COMPLETIONS
    const ending = isLetter ? wholeWord(last.text) : endingOf(last, completions, most)
    const stories = await find(ending && allOf([started, ending]), STORIES)
    const named = this.#named(columns, text)
    const rest = Math.max(1, Math.floor(limit / 3))
    const others = [...named.slice(0, rest), ...stories.slice(0, rest)]
    const wordCount = Math.max(limit - others.length, Math.ceil(limit / 3))
    const titles = [...stories, ...near]
    const spelled = spellingsIn(titles)
    const written = (tokens.length > 1 ? byTitles(completions, titles, previous) : completions)
      .slice(0, wordCount)
      .map(({ word, documents }): Suggestion => {
        return { kind: 'word', text: before + (spelled.get(word) ?? word), itemCount: documents }
      })
    return [...written, ...others].slice(0, limit)
  }

  /** Sources and categories with a word that begins with the text, those with the most items first. */
  #named(columns: Columns, text: string): Suggestion[] {
    const wanted = fold(text.trim())
    return this.#allNames(columns)
      .filter(({ starts }) => starts.some((beginning) => beginning.startsWith(wanted)))
      .map(({ suggestion }) => suggestion)
  }

  #allNames(columns: Columns): readonly Name[] {
    if (this.#known?.columns === columns && this.#known.stamp === columns.stamp) return this.#known.names
    const sources = new Map<string, number>()
    const categories = new Map<string, number>()
    const categoryNames = new Map<string, string>()
    for (const { facet, count } of columns.facets.live()) {
      categories.set(facet.category, (categories.get(facet.category) ?? 0) + count)
      for (const source of facet.sources) sources.set(source, (sources.get(source) ?? 0) + count)
    }
    for (const id of sources.keys()) {
      const name = this.#source.categoryNameOf(id)
      if (name !== undefined) categoryNames.set(categorySlug(name), name)
    }
    const names = [
      ...Array.from(sources, ([sourceId, itemCount]): Suggestion => {
        const text = this.#source.sourceName(sourceId) ?? sourceId
        return { kind: 'source', text, sourceId, itemCount }
      }),
      ...Array.from(categories, ([text, itemCount]): Suggestion => ({ kind: 'category', text, itemCount })),
    ]
      .map((suggestion) => {
        const { kind, text } = suggestion
        const name = kind === 'category' ? categoryNames.get(text) : undefined
        return { suggestion, starts: startsOf(suggestion, name ?? text) }
      })
      .sort((a, b) => b.suggestion.itemCount - a.suggestion.itemCount)
    this.#known = { stamp: columns.stamp, columns, names }
    return names
  }

  async #stories(
    { index, columns }: { readonly index: SearchIndex; readonly columns: Columns },
    node: QueryNode,
    limit: number,
    now: EpochMs,
  ): Promise<Suggestion[]> {
    const found = await selectItems({ index, columns }, node, {
      filter: { ...EVERYTHING, distinctStory: false },
      order: 'relevance',
      window: { limit, offset: 0, after: undefined },
      now,
      allWords: true,
      uncounted: true,
    })
    if (found.corrected !== undefined) return []
    const stories = new Map<number, Suggestion>()
    const titles = await this.#source.listTitles(found.hits.map(({ id }) => id))
    for (const { title, storyId, itemCount } of titles) {
      if (!stories.has(storyId)) stories.set(storyId, { kind: 'story', text: title, storyId, itemCount })
    }
    return [...stories.values()]
  }
}

interface Name {
  readonly suggestion: Suggestion
  /** For each word of the name: the name from that word on, folded. */
  readonly starts: readonly string[]
}

/** @param name the display name */
function startsOf(suggestion: Suggestion, name: string): string[] {
  const text = fold(name)
  const starts = words(text, null).map((token) => text.slice(token.start))
  return suggestion.kind === 'source' ? [...starts, suggestion.sourceId] : starts
}

/** Returns the most frequent completions whose documents together stay within `MAX_DOCUMENTS`. */
function bounded(completions: readonly Completion[]): Completion[] {
  let left = MAX_DOCUMENTS
  return completions.filter(({ documents }) => {
    if (documents > left) return false
    left -= documents
    return true
  })
}

/** Alternatives for the last word: the first `most` completions. */
function endingOf(
  { text, kind }: { readonly text: string; readonly kind: string },
  completions: readonly Completion[],
  most: number,
): QueryNode | undefined {
  if (kind !== 'word' && kind !== 'thai') return wholeWord(text)
  return anyOf(
    bounded(completions)
      .slice(0, most)
      .map((completion) => wholeWord(completion.word)),
  )
}

/** Completions from titles of stories that the previous words find, and the most frequent ones. */
function completionsOf(
  segments: readonly Segment[],
  beginning: string,
  near: readonly Suggestion[],
  previous: string,
): Completion[] {
  const prefix = asTerm(fold(beginning))
  const frequent = complete(segments, beginning, COMPLETIONS)
  const taken = new Set(frequent.map((completion) => completion.word))
  const others = new Set(prefix === '' ? [] : near.flatMap(({ text }) => foldedWords(text)))
  const beside = Array.from(others, (own) => ({ word: own, documents: 0 }))
    .filter((one) => one.word.startsWith(prefix) && !taken.has(one.word) && !CHARACTER_PAIR.test(one.word))
    .map((one) => ({ ...one, documents: countOfTerm(segments, one.word) }))
    .filter(({ documents }) => documents > 0)
  return byTitles([...frequent, ...beside], near, previous).slice(0, COMPLETIONS)
}

function foldedWords(title: string): string[] {
  return words(title, null).map((token) => fold(token.text))
}

/**
 * Ranks completions by the number of titles with them, among titles that the previous words find. Directly after the
 * previous word, a completion counts threefold: "supreme c" gives "supreme court".
 */
function byTitles(
  completions: readonly Completion[],
  titles: readonly Suggestion[],
  previous: string,
): Completion[] {
  const weights = new Map<string, number>()
  for (const { text } of titles) {
    const folded = foldedWords(text)
    for (const [one, weight] of new Map(folded.map((own, at) => [own, folded[at - 1] === previous ? 3 : 1])))
      weights.set(one, (weights.get(one) ?? 0) + weight)
  }
  return completions.toSorted((a, b) => (weights.get(b.word) ?? 0) - (weights.get(a.word) ?? 0))
}

/** Spelling of words in titles by folded word, since readers expect accents. */
function spellingsIn(stories: readonly Suggestion[]): ReadonlyMap<string, string> {
  const spelled = new Map<string, string>()
  for (const { text } of stories) {
    for (const { folded, text: raw } of words(text, null, { byDictionary: false })) {
      if (spelled.has(folded) || !/^[\p{L}\p{M}]+$/u.test(raw)) continue
      // Lower-casing the Turkish capital İ leaves a combining dot.
      spelled.set(folded, raw.toLowerCase().replaceAll('i\u0307', 'i'))
    }
  }
  return spelled
}

/** A word with the prefix, and its number of documents, including deleted ones. */
interface Completion {
  readonly word: string
  readonly documents: number
}

/** Scripts whose terms are pairs of characters, not words. */
const CHARACTER_PAIR = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/**
 * Returns words of the index that begin with a text, the most frequent first. Reads the counts of all these words, but
 * the texts of the most frequent only.
 */
export function complete(segments: readonly Segment[], beginning: string, limit: number): Completion[] {
  const prefix = asTerm(fold(beginning))
  if (prefix === '') return []
  const words = new Map<string, number>()
  for (const { terms, postings, inflections } of segments) {
    const { from, to } = termsWith(terms, prefix)
    for (const term of mostFrequent(postings.counts, from, to, limit, inflections)) {
      const word = termAt(terms, term)
      if (!CHARACTER_PAIR.test(word)) words.set(word, (words.get(word) ?? 0) + (postings.counts[term] ?? 0))
    }
  }
  // A word that is frequent in the index is frequent in most segments. Only the chosen words are counted in all.
  return [...words]
    .sort((a, b) => b[1] - a[1])
    .slice(0, limit)
    .map(([word]) => ({ word, documents: countOfTerm(segments, word) }))
    .sort((a, b) => b.documents - a.documents || (a.word < b.word ? -1 : 1))
}

/** Returns the terms of a range with the highest counts, unordered. */
function mostFrequent(
  counts: Uint32Array,
  from: number,
  to: number,
  most: number,
  inflections: InflectionTable,
): number[] {
  const best: number[] = []
  let least = 0
  for (let term = from; term < to; term += 1) {
    const count = counts[term] ?? 0
    if (count <= least && best.length >= most) continue
    // Readers write these with a hyphen and would not recognise `selfdriving`.
    if (isHyphenated(inflections, term)) continue
    best.push(term)
    // Occasional sorting is faster than keeping the list in order.
    if (best.length < most * 2) continue
    best.sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0))
    best.length = most
    least = counts[best[most - 1] ?? 0] ?? 0
  }
  return best.sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0)).slice(0, most)
}
