import type { Preferences } from '../../src/api/page/page.ts'
import { de } from './de.ts'
import { en, type Words } from './en.ts'

export type { Words }

const LANGUAGES: Readonly<Record<Preferences['language'], Words>> = { en, de }

/** @param categoryNames of categories that the settings write in a way of their own, by slug: they come before ours */
export function wordsOf(
  language: Preferences['language'],
  categoryNames: Readonly<Record<string, string>> = {},
): Words {
  const words = LANGUAGES[language]
  return { ...words, categories: { ...words.categories, ...categoryNames } }
}

/** A region or language by its code in the page's language; what is no code, such as `world`, like any slug. */
export function codeName(code: string, type: 'region' | 'language', { locale }: Words): string {
  const subtag = type === 'region' ? code.toUpperCase() : code
  try {
    return new Intl.DisplayNames([locale], { type, fallback: 'none' }).of(subtag) ?? nameOf(code, {})
  } catch {
    return nameOf(code, {})
  }
}

/** A slug as people write it: known names in their language, others with a capital. */
export function nameOf(slug: string, names: Readonly<Record<string, string>>): string {
  return names[slug] ?? slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll('-', ' ')
}
