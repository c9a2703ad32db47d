import type { Item } from '../model/item.ts'
import { fold } from '../text/fold.ts'
import { COMMON_WORDS } from '../text/language/common-words.ts'
import { words } from '../text/words.ts'

/** A word of the title counts twice as much as one of the summary: it says more about the subject. */
const TITLE_WEIGHT = 1
const SUMMARY_WEIGHT = 0.5

/** Minimum length of a word in letters. Shorter words say little in any alphabet, except numbers. */
const SHORTEST = 3

export interface StoryWord {
  readonly weight: number
  /** As the item writes it. */
  readonly text: string
}

/**
 * Gives the words that say what an item is about, by stem. A word of both title and summary has the weight of the
 * title.
 */
export function storyWords({
  title,
  summary,
  language,
}: Pick<Item, 'title' | 'summary' | 'language'>): Map<string, StoryWord> {
  const found = new Map<string, StoryWord>()
  const common = commonWords(language)
  for (const [text, weight] of [
    [title, TITLE_WEIGHT],
    [summary, SUMMARY_WEIGHT],
  ] as const) {
    for (const token of words(text, language)) {
      if (!token.whole || found.has(token.stem) || !says(token.folded, token.kind, common)) continue
      found.set(token.stem, { weight, text: token.text })
    }
  }
  return found
}

/** Length of the vector of weights. */
export function lengthOf(found: ReadonlyMap<string, StoryWord>): number {
  return Math.sqrt([...found.values()].reduce((sum, { weight }) => sum + weight * weight, 0))
}

/** Whether a word says what an article is about. */
function says(folded: string, kind: 'word' | 'gram', common: ReadonlySet<string>): boolean {
  if (kind === 'gram') return folded.length > 1
  return (folded.length >= SHORTEST || /\d/.test(folded)) && !common.has(folded)
}

const COMMON_SETS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(COMMON_WORDS).map(([language, list]) => [language, new Set(list.split(' ').map(fold))]),
)

const NONE: ReadonlySet<string> = new Set()

/** Frequent short words of a language, folded. */
export function commonWords(language: string | null): ReadonlySet<string> {
  return COMMON_SETS.get(language ?? '') ?? NONE
}
