import type { TermForm } from './plan.ts'
import type { Segment } from './segment.ts'
import { countOf, formsOfWord } from './word-lookup.ts'

/** What a word means in the index. */
export interface KnownWord {
  /** By segment. */
  readonly forms: readonly (readonly TermForm[])[]
  /** Documents that hold any of them, at most. */
  readonly count: number
}

/** Words kept: some 4 MB at most. */
const MOST_WORDS = 20_000

/**
 * Words of queries and answers that were looked up lately: answers to different queries share most of theirs, and a look
 * costs as much as reading ten words. Forgotten whenever the segments are others, since terms are numbered by segment.
 */
export class FormCache {
  readonly #words = new Map<string, KnownWord>()
  #segments: readonly Segment[] = []

  find(segments: readonly Segment[], text: string, folded: string): KnownWord {
    if (!this.#isOf(segments)) {
      this.#words.clear()
      this.#segments = [...segments]
    }
    const key = text.toLowerCase()
    const known = this.#words.get(key)
    if (known !== undefined) return known

    const forms = formsOfWord(segments, text, folded)
    const word = { forms, count: countOf(segments, forms) }
    if (this.#words.size >= MOST_WORDS) this.#words.clear()
    this.#words.set(key, word)
    return word
  }

  #isOf(segments: readonly Segment[]): boolean {
    return (
      segments.length === this.#segments.length &&
      segments.every((segment, i) => segment === this.#segments[i])
    )
  }
}
