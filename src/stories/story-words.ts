import type { Item } from '../model/item.ts'
import { fnv1a } from '../text/fnv.ts'
import { fold } from '../text/fold.ts'
import { COMMON_WORDS } from '../text/language/common-words.ts'
import { words } from '../text/words.ts'

/** Minimum letters of a word. Shorter words carry little meaning in any alphabet, except numbers. */
const SHORTEST = 3

/** The significant words of an item. */
export interface StoryWords {
  /** Hashes of distinct stems: first those of the title, then those of the summary only. */
  readonly stems: readonly number[]
  readonly inTitle: number
}

export type Worded = Pick<Item, 'title' | 'summary' | 'language'>

export function storyWords({ title, summary, language }: Worded): StoryWords {
  const stems = new Set<number>()
  const common = commonWords(language)
  const add = (text: string): void => {
    for (const { whole, folded, kind, stem } of words(text, language))
      if (whole && isSignificant(folded, kind, common)) stems.add(fnv1a(stem))
  }
  add(title)
  const inTitle = stems.size
  add(summary)
  return { stems: [...stems], inTitle }
}

function isSignificant(folded: string, kind: 'word' | 'gram', common: ReadonlySet<string>): boolean {
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
