/** The languages of the invented world. */
export type Language = 'en' | 'de' | 'es' | 'zh' | 'ja'

export const LANGUAGES: readonly Language[] = ['en', 'de', 'es', 'zh', 'ja']

/** A text in each language. */
export type Translations = Readonly<Record<Language, string>>

/** The same text for every language, such as a version number or a name in Latin letters. */
export function sameTranslations(text: string): Translations {
  return { en: text, de: text, es: text, zh: text, ja: text }
}

export function translations(en: string, de: string, es: string, zh: string, ja: string): Translations {
  return { en, de, es, zh, ja }
}

/** Replaces `%` by a name in the pattern of each language. */
export function fillTranslations(pattern: Translations, name: Translations): Translations {
  return {
    en: pattern.en.replace('%', name.en),
    de: pattern.de.replace('%', name.de),
    es: pattern.es.replace('%', name.es),
    zh: pattern.zh.replace('%', name.zh),
    ja: pattern.ja.replace('%', name.ja),
  }
}
