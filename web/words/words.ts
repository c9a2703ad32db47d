import type { Preferences } from '../../src/http/page/page.ts'
import { de } from './de.ts'
import { en, type Words } from './en.ts'

export type { Words }

const LANGUAGES: Readonly<Record<Preferences['language'], Words>> = { en, de }

export function wordsOf(language: Preferences['language']): Words {
  return LANGUAGES[language]
}

/** A slug as people write it: known names in their language, others with a capital. */
export function nameOf(slug: string, names: Readonly<Record<string, string>>): string {
  return names[slug] ?? slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll('-', ' ')
}
