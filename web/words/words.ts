import type { Words } from './en.ts'

export type { Words }

/** @param categoryNames configured names by slug; they replace the page's own names */
export function withNames(words: Words, categoryNames: Readonly<Record<string, string>>): Words {
  return { ...words, categories: { ...words.categories, ...categoryNames } }
}

/** Name of a region or language code, in the page's language. Other text, such as `world`, is treated as a slug. */
export function codeName(code: string, type: 'region' | 'language', { locale }: Words): string {
  const subtag = type === 'region' ? code.toUpperCase() : code
  try {
    return new Intl.DisplayNames([locale], { type, fallback: 'none' }).of(subtag) ?? nameOf(code, {})
  } catch {
    return nameOf(code, {})
  }
}

/** `a, b and c` in the language's format. */
export function listText(texts: readonly string[], { locale }: Words): string {
  return new Intl.ListFormat(locale).format(texts)
}

/** A slug for people: known names in their language, others with a capital letter. */
export function nameOf(slug: string, names: Readonly<Record<string, string>>): string {
  return names[slug] ?? slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll('-', ' ')
}
