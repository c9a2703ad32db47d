import { LRUCache } from 'lru-cache'
import { words } from '../../text/words.ts'
import type { Tuning } from '../index/fields.ts'
import { type Segment, findLive, type TermVariant } from '../index/segment.ts'
import { type ItemText, TEXT_CHARS } from '../request.ts'
import type { WordLookupCache } from '../terms/word-lookup.ts'
import { idf } from './make-plan.ts'
import type { ScoredDoc } from './top-hits.ts'

export interface HitTextSource {
  readonly segments: readonly Segment[]
  readonly tuning: Tuning
  /** Documents that are not deleted. */
  readonly documents: number
  readonly textOf: (id: number) => ItemText | undefined
  readonly lookups: WordLookupCache
  readonly texts: HitTextCache
}

/** A word that several hits have. */
interface SharedWord {
  readonly variants: readonly (readonly TermVariant[])[]
  /** Inverse document frequency, > 0. */
  readonly idf: number
}

/** The words of one hit. */
export interface HitWords {
  /** Words that other hits have too, as indices into `shared`, in order of the text. */
  readonly words: readonly number[]
  /** The saturated frequency of each of them, 0..1. */
  readonly frequencies: readonly number[]
  /** Number of words that no other hit has. */
  readonly unshared: number
}

/** The words of the best hits, read once for relevance feedback and score regularization. */
export interface SharedHitWords {
  readonly shared: readonly SharedWord[]
  /** By id; only hits whose text is known. */
  readonly byId: ReadonlyMap<number, HitWords>
}

/** Words in a larger share of all documents are left out, since they say nothing about a hit. */
const FREQUENT_SHARE = 0.1

/** A stem in the texts of the hits. */
interface StemUse {
  readonly first: HitWord
  hits: number
  /** Index in `shared`; -1 if the word is too frequent. */
  index: number
}

/** Reads the texts of the given hits, and looks up the words that they have in common. */
export function readHitWords(hits: readonly ScoredDoc[], source: HitTextSource): SharedHitWords {
  const uses = new Map<string, StemUse>()
  const texts = hits.flatMap(({ id }) => {
    const words = source.texts.find(source.segments, id, source.textOf)
    return words === undefined ? [] : [{ id, words, uses: words.map((word) => useOf(uses, word)) }]
  })
  const shared: SharedWord[] = []
  for (const use of uses.values()) {
    const word = use.hits > 1 ? lookUp(use.first, source) : undefined
    if (word !== undefined) use.index = shared.push(word) - 1
  }
  const { saturation } = source.tuning
  const byId = texts.map(({ id, words, uses: wordUses }): [number, HitWords] => {
    const indices: number[] = []
    const frequencies: number[] = []
    let unshared = 0
    wordUses.forEach((use, i) => {
      const weight = words[i]?.weight ?? 0
      if (use.hits === 1) unshared += 1
      else if (use.index >= 0) {
        indices.push(use.index)
        frequencies.push(weight / (weight + saturation))
      }
    })
    return [id, { words: indices, frequencies, unshared }]
  })
  return { shared, byId: new Map(byId) }
}

function useOf(uses: Map<string, StemUse>, word: HitWord): StemUse {
  const known = uses.get(word.stem)
  if (known !== undefined) {
    known.hits += 1
    return known
  }
  const use: StemUse = { first: word, hits: 1, index: -1 }
  uses.set(word.stem, use)
  return use
}

function lookUp(word: HitWord, { segments, documents, lookups }: HitTextSource): SharedWord | undefined {
  const { variants, count } = lookups.find(segments, word.text, word.folded)
  return count < 2 || count > documents * FREQUENT_SHARE
    ? undefined
    : { variants, idf: idf(count, documents) }
}

/** A word of a hit's text, as it first appears there. */
interface HitWord {
  readonly text: string
  readonly folded: string
  readonly stem: string
  /** Number of its occurrences in any inflection, weighted by field. */
  readonly weight: number
}

/** Maximum number of texts in the cache: at most about 4 MB. */
const MAX_TEXTS = 256

/**
 * Caches the words of recent hits, since the pages of one search share most of their hits. An entry is valid while the
 * text's hash in the index is the same.
 */
export class HitTextCache {
  readonly #tuning: Tuning
  readonly #texts = new LRUCache<number, { readonly hash: number; readonly words: readonly HitWord[] }>({
    max: MAX_TEXTS,
  })

  constructor(tuning: Tuning) {
    this.#tuning = tuning
  }

  /** The ids of the hits whose texts `find` would read. */
  unread(segments: readonly Segment[], hits: readonly ScoredDoc[]): number[] {
    return hits.flatMap(({ id }) => (this.#cached(id, hashOf(segments, id)) === undefined ? [id] : []))
  }

  /** Gives each word once, in order of the text; `undefined` if the text is unknown. */
  find(
    segments: readonly Segment[],
    id: number,
    textOf: (id: number) => ItemText | undefined,
  ): readonly HitWord[] | undefined {
    const hash = hashOf(segments, id)
    const cached = this.#cached(id, hash)
    if (cached !== undefined) return cached
    const text = textOf(id)
    if (text === undefined) return undefined
    const read = weightedWords(text, this.#tuning)
    if (hash !== undefined) this.#texts.set(id, { hash, words: read })
    return read
  }

  #cached(id: number, hash: number | undefined): readonly HitWord[] | undefined {
    const cached = this.#texts.get(id)
    return hash !== undefined && cached?.hash === hash ? cached.words : undefined
  }
}

function hashOf(segments: readonly Segment[], id: number): number | undefined {
  const found = findLive(segments, id)
  return found?.segment.columns.textHash[found.doc]
}

function weightedWords({ title, text, language }: ItemText, { weights }: Tuning): HitWord[] {
  const found = new Map<string, { text: string; folded: string; stem: string; weight: number }>()
  const add = (part: string, weight: number): void => {
    for (const { text: raw, folded, stem } of words(part, language, false)) {
      const known = found.get(stem)
      if (known !== undefined) known.weight += weight
      else found.set(stem, { text: raw, folded, stem, weight })
    }
  }
  add(title, weights.title)
  add(text.slice(0, TEXT_CHARS), weights.body)
  return [...found.values()]
}
