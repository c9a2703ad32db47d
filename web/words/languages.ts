import type { Preferences } from '../../src/api/page/preferences.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { fr } from './fr.ts'
import { withNames, type Words } from './words.ts'

const LANGUAGES: Readonly<Record<Preferences['language'], Words>> = { en, de, fr }

/** The words of a language, synchronously. The browser loads only one language: `loadWords`. */
export function wordsOf(
  language: Preferences['language'],
  categoryNames: Readonly<Record<string, string>> = {},
): Words {
  return withNames(LANGUAGES[language], categoryNames)
}
