import { describe, expect, it } from 'vitest'
import { stem } from '../src/text/stems/stem.ts'

/** Words by language, a text of several with spaces between. */
export type WordsByLanguage = Readonly<Record<string, readonly string[]>>

/**
 * Holds the stems of languages to words.
 *
 * @param families forms of one word: they meet
 * @param unlike words that look alike and are not one: they do not
 */
export function describeMeetings(families: WordsByLanguage, unlike: WordsByLanguage): void {
  describe.each(Object.entries(families))('Words of the language %s', (language, forms) => {
    it.each(forms)('meet in their forms: %s', (family) => {
      const stems = new Set(family.split(' ').map((word) => stem(word, language)))

      expect([...stems]).toHaveLength(1)
    })

    it.each(unlike[language] ?? [])('do not meet other words: %s', (pair) => {
      const stems = new Set(pair.split(' ').map((word) => stem(word, language)))

      expect([...stems]).toHaveLength(2)
    })
  })
}
