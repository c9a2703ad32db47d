import { getOrInsert } from '../../model/get-or-insert.ts'
import { forEachJoinedWord } from '../../text/joined-words.ts'
import { forEachToken, type WordForm, wordForms } from '../../text/words.ts'

/** A word of a batch of documents. All its occurrences share it. */
export interface BatchWord extends WordForm {
  /** Primary subtag; empty if unknown. */
  readonly language: string
  /** Whether it is a pair of characters across two words of the dictionary. */
  readonly isAcross: boolean
  /** Its term in the batch; -1 before its first occurrence is indexed. */
  term: number
  /** Count of its inflection; `undefined` for a word that is its own stem. */
  inflection: InflectionCount | undefined
}

export interface InflectionCount {
  readonly term: number
  readonly stem: string
  count: number
}

export interface TextWords {
  readonly words: readonly BatchWord[]
  /**
   * Hyphenated words and grouped numbers, as one word each. Positioned after the text, so phrases do not match them.
   */
  readonly joined: readonly BatchWord[]
}

/** Tokenises the texts of a batch, and analyses each word once. */
export class BatchWords {
  /** By language and spelling. */
  readonly #byLanguage = new Map<string, Map<string, BatchWord>>()
  /** Pairs of characters and Thai words by folded form: within a word, and across two. */
  readonly #grams = [new Map<string, BatchWord>(), new Map<string, BatchWord>()] as const

  /**
   * @param language from `primaryLanguage`
   * @param most number of words after which the text is cut
   * @param byDictionary see `words`. In texts it changed the rank of 1 in 574 items and took 25 % of indexing
   */
  read(text: string, language: string, most: number, byDictionary: boolean): TextWords {
    const wordOf = this.#wordsOf(language)
    const words: BatchWord[] = []
    forEachToken(text, byDictionary, (raw, _, kind, whole, folded) => {
      if (words.length === most) return
      const word = folded === undefined ? wordOf(raw) : this.#gram(kind, folded, whole)
      if (word.folded !== '') words.push(word)
    })
    const joined: BatchWord[] = []
    forEachJoinedWord(text, language, (_, __, raw) => joined.push(wordOf(raw)))
    return { words, joined }
  }

  #wordsOf(language: string): (raw: string) => BatchWord {
    const formOf = wordForms(language)
    const words = getOrInsert(this.#byLanguage, language, () => new Map<string, BatchWord>())
    return (raw) => {
      const known = words.get(raw)
      if (known !== undefined) return known
      const word = batchWord(formOf(raw), language, false)
      words.set(raw, word)
      return word
    }
  }

  #gram(kind: WordForm['kind'], folded: string, whole: boolean): BatchWord {
    const grams = this.#grams[whole ? 0 : 1]
    const known = grams.get(folded)
    if (known !== undefined) return known
    const word = batchWord({ folded, stem: folded, kind }, '', !whole)
    grams.set(folded, word)
    return word
  }
}

function batchWord({ folded, stem, kind }: WordForm, language: string, isAcross: boolean): BatchWord {
  return { folded, stem, kind, language, isAcross, term: -1, inflection: undefined }
}
