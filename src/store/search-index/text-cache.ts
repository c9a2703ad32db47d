import { forEachForm } from '../../domain/text/words.ts'
import type { Tuning } from './fields.ts'
import { type ItemText, TEXT_CHARS } from './request.ts'
import { findLive, type Segment } from './segment.ts'

/** A word of a text, in whatever form it stands there first. */
export interface TextWord {
  readonly text: string
  readonly folded: string
  readonly stem: string
  /** How often the text has it in any form, weighted by field. */
  readonly weight: number
}

/** Texts kept: some 4 MB at most. */
const MOST_TEXTS = 256

/**
 * Words of the answers that were compared lately: pages of one search, and searches for what is told now, have most of
 * theirs in common. A text counts as the same while its hash in the index is.
 */
export class TextCache {
  readonly #tuning: Tuning
  readonly #texts = new Map<number, { readonly hash: number; readonly words: readonly TextWord[] }>()

  constructor(tuning: Tuning) {
    this.#tuning = tuning
  }

  /** Each word once, in order of the text. @returns `undefined` where the text is not known */
  find(
    segments: readonly Segment[],
    id: number,
    textOf: (id: number) => ItemText | undefined,
  ): readonly TextWord[] | undefined {
    const place = findLive(segments, id)
    const hash = place?.segment.columns.textHash[place.doc]
    const known = this.#texts.get(id)
    if (known !== undefined) this.#texts.delete(id)
    if (hash !== undefined && known?.hash === hash) {
      this.#texts.set(id, known)
      return known.words
    }
    const text = textOf(id)
    if (text === undefined) return undefined
    const read = weightedWords(text, this.#tuning)
    if (hash === undefined) return read
    this.#texts.set(id, { hash, words: read })
    const [oldest] = this.#texts.size > MOST_TEXTS ? this.#texts.keys() : []
    if (oldest !== undefined) this.#texts.delete(oldest)
    return read
  }
}

function weightedWords({ title, text, language }: ItemText, { weights }: Tuning): TextWord[] {
  const found = new Map<string, { text: string; folded: string; stem: string; weight: number }>()
  const add = (part: string, weight: number): void => {
    forEachForm(part, language, ({ folded, stem }, raw) => {
      const known = found.get(stem)
      if (known !== undefined) known.weight += weight
      else found.set(stem, { text: raw, folded, stem, weight })
    })
  }
  add(title, weights.title)
  add(text.slice(0, TEXT_CHARS), weights.body)
  return [...found.values()]
}
