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
  /** Words that other answers have too and that tell something, as places in `shared`, in order of the text. */
  readonly words: readonly number[]
  /** The share of each of them, 0..1. */
  readonly shares: readonly number[]
  /** Words that no other answer has. */
  readonly alone: number
}

/** What the best answers say, read once for all that learns from them. */
export interface AnswerWords {
  readonly shared: readonly SharedWord[]
  /** Those of the places whose text is known, by id. */
  readonly answers: ReadonlyMap<number, Answer>
}

/** Words in a larger part of all documents tell nothing. */
const COMMON = 0.1

/** A stem among the texts. */
interface Use {
  readonly first: TextWord
  answers: number
  /** Place in `shared`, -1 where it tells nothing. */
  place: number
}

/** Reads the texts of the given places, and looks up which of their words tell what they have in common. */
export function readAnswers(places: readonly Place[], source: AnswerSource): AnswerWords {
  const uses = new Map<string, Use>()
  const texts = places.flatMap(({ id }) => {
    const words = source.texts.find(source.segments, id, source.textOf)
    return words === undefined ? [] : [{ id, words, met: words.map((word) => useOf(uses, word)) }]
  })
  const shared: SharedWord[] = []
  for (const use of uses.values()) {
    const word = use.answers > 1 ? lookUp(use.first, source) : undefined
    if (word !== undefined) use.place = shared.push(word) - 1
  }
  const { saturation } = source.tuning
  const answers = texts.map(({ id, words, met }): [number, Answer] => {
    const told: number[] = []
    const shares: number[] = []
    let alone = 0
    met.forEach((use, i) => {
      const weight = words[i]?.weight ?? 0
      if (use.answers === 1) alone += 1
      else if (use.place >= 0) {
        told.push(use.place)
        shares.push(weight / (weight + saturation))
      }
    })
    return [id, { words: told, shares, alone }]
  })
  return { shared, answers: new Map(answers) }
}

function useOf(uses: Map<string, Use>, word: TextWord): Use {
  const known = uses.get(word.stem)
  if (known !== undefined) {
    known.answers += 1
    return known
  }
  const use: Use = { first: word, answers: 1, place: -1 }
  uses.set(word.stem, use)
  return use
}

function lookUp(word: TextWord, { segments, documents, cache }: AnswerSource): SharedWord | undefined {
  const { forms, count } = cache.find(segments, word.text, word.folded)
  return count < 2 || count > documents * COMMON ? undefined : { forms, rarity: idf(count, documents) }
}
