import { COMMON_WORDS } from '../domain/text/common-words.ts'

const LANGUAGES_OF: ReadonlyMap<string, readonly string[]> = languagesByWord()

/** This many words of a language, and twice as many as of any other, leave no doubt. */
const ENOUGH = 3

/**
 * Says whether a text is plainly in a language, by its most frequent words alone. For texts in the language
 * that was expected this saves asking the detector, which costs five times as much.
 *
 * @returns `false` where there is any doubt, also for languages without a word list
 */
export function isPlainly(language: string, text: string): boolean {
  if (!(language in COMMON_WORDS)) return false
  const counts = new Map<string, number>()
  for (const word of text.toLowerCase().split(/[^a-zà-öø-ÿ]+/)) {
    for (const one of LANGUAGES_OF.get(word) ?? []) counts.set(one, (counts.get(one) ?? 0) + 1)
  }
  const own = counts.get(language) ?? 0
  if (own < ENOUGH) return false
  for (const [other, count] of counts) if (other !== language && 2 * count > own) return false
  return true
}

function languagesByWord(): Map<string, string[]> {
  const languages = new Map<string, string[]>()
  for (const [language, words] of Object.entries(COMMON_WORDS)) {
    for (const word of words.split(' ')) languages.set(word, [...(languages.get(word) ?? []), language])
  }
  return languages
}
