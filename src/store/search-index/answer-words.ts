import type { Place } from '../../domain/filter.ts'
import type { Tuning } from './fields.ts'
import type { FormCache } from './form-cache.ts'
import { idf } from './make-plan.ts'
import type { TermForm } from './plan.ts'
import type { ItemText } from './request.ts'
import type { Segment } from './segment.ts'
import type { TextCache, TextWord } from './text-cache.ts'

export interface AnswerSource {
  readonly segments: readonly Segment[]
  readonly tuning: Tuning
  /** Documents that are not gone. */
  readonly documents: number
  readonly textOf: (id: number) => ItemText | undefined
  readonly cache: FormCache
  readonly texts: TextCache
}

/** A word that several answers have. */
export interface SharedWord {
  readonly forms: readonly (readonly TermForm[])[]
  /** How telling it is, > 0. */
  readonly rarity: number
}

/** What an answer says. */
export interface Answer {
  /** By the stem of each word that other answers have too and that tells something: its share, 0..1. */
  readonly shares: ReadonlyMap<string, number>
  /** Words that no other answer has. */
  readonly alone: number
}

/** What the best answers say, read once for all that learns from them. */
export interface AnswerWords {
  readonly shared: ReadonlyMap<string, SharedWord>
  /** Those of the places whose text is known, by id. */
  readonly answers: ReadonlyMap<number, Answer>
}

/** Words in a larger part of all documents tell nothing. */
const COMMON = 0.1

/** Reads the texts of the given places, and looks up which of their words tell what they have in common. */
export function readAnswers(places: readonly Place[], source: AnswerSource): AnswerWords {
  const texts = new Map<number, readonly TextWord[]>()
  const uses = new Map<string, { readonly first: TextWord; answers: number }>()
  for (const { id } of places) {
    const words = source.texts.find(source.segments, id, source.textOf)
    if (words === undefined) continue
    texts.set(id, words)
    for (const word of words) {
      const use = uses.get(word.stem)
      if (use === undefined) uses.set(word.stem, { first: word, answers: 1 })
      else use.answers += 1
    }
  }
  const shared = new Map<string, SharedWord>()
  for (const [stem, { first, answers }] of uses) {
    const word = answers > 1 ? lookUp(first, source) : undefined
    if (word !== undefined) shared.set(stem, word)
  }
  const answers = new Map<number, Answer>()
  for (const [id, words] of texts) {
    const shares = new Map<string, number>()
    let alone = 0
    for (const { stem, weight } of words) {
      if (shared.has(stem)) shares.set(stem, weight / (weight + source.tuning.saturation))
      else if (uses.get(stem)?.answers === 1) alone += 1
    }
    answers.set(id, { shares, alone })
  }
  return { shared, answers }
}

function lookUp(word: TextWord, { segments, documents, cache }: AnswerSource): SharedWord | undefined {
  const { forms, count } = cache.find(segments, word.text, word.folded)
  return count < 2 || count > documents * COMMON ? undefined : { forms, rarity: idf(count, documents) }
}
