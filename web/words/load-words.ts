import type { Preferences } from '../../src/api/page/preferences.ts'
import type { Words } from './words.ts'

const LANGUAGES: Readonly<Record<Preferences['language'], () => Promise<Words>>> = {
  en: async () => (await import('./en.ts')).en,
  de: async () => (await import('./de.ts')).de,
  fr: async () => (await import('./fr.ts')).fr,
}

/** Loads the words of a language from a separate file. */
export function loadWords(language: Preferences['language']): Promise<Words> {
  return LANGUAGES[language]()
}
