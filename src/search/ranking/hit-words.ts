import { LRUCache } from 'lru-cache'
import { words } from '../../text/words.ts'
import type { Tuning } from '../index/fields.ts'
import { type Segment, findLive } from '../index/segment.ts'
import { type ItemText, TEXT_CHARS } from '../request.ts'
import { idf } from './make-plan.ts'
import type { ScoredDoc } from './top-hits.ts'

export interface HitTextSource {
  readonly segments: readonly Segment[]
  readonly tuning: Tuning
  readonly textOf: (id: number) => ItemText | undefined
  readonly texts: HitTextCache
}

/** A hit that has a word, as its index in the list of hits, and the TF-IDF weight of the word there. */
export interface WordUse {
  readonly at: number
  readonly weight: number
}

/**
 * Reads the texts of the given hits. Gives the uses of each word that several of them have. A word of most hits says little
 * about one of them, so its inverse frequency is that among the hits.
 */
export function readSharedWords(hits: readonly ScoredDoc[], source: HitTextSource): (readonly WordUse[])[] {
  const usesByStem = new Map<string, WordUse[]>()
  for (const [at, { id }] of hits.entries()) {
    for (const word of source.texts.find(source.segments, id, source.textOf) ?? []) {
      const use = { at, weight: word.weight / (word.weight + source.tuning.saturation) }
      const uses = usesByStem.get(word.stem)
      if (uses === undefined) usesByStem.set(word.stem, [use])
      else uses.push(use)
    }
  }
  return [...usesByStem.values()]
    .filter((uses) => uses.length > 1)
    .map((uses) => {
      const rarity = idf(uses.length, hits.length)
      return uses.map(({ at, weight }) => ({ at, weight: weight * rarity }))
    })
}

/** A word of a hit's text, in all its inflections. */
interface HitWord {
  readonly stem: string
  /** Number of its occurrences, weighted by field. */
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
  const found = new Map<string, number>()
  const add = (part: string, weight: number): void => {
    for (const { stem } of words(part, language, false)) found.set(stem, (found.get(stem) ?? 0) + weight)
  }
  add(title, weights.title)
  add(text.slice(0, TEXT_CHARS), weights.body)
  return Array.from(found, ([stem, weight]) => ({ stem, weight }))
}
