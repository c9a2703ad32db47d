/** The languages that the invented world speaks. */
export type Language = 'en' | 'de' | 'es' | 'zh' | 'ja'

export const LANGUAGES: readonly Language[] = ['en', 'de', 'es', 'zh', 'ja']

/** One thing as each language says it. */
export type Translations = Readonly<Record<Language, string>>

/** The same in every language, as numbers of a version or names in Latin letters are. */
export function sameTranslations(text: string): Translations {
  return { en: text, de: text, es: text, zh: text, ja: text }
}

export function translations(en: string, de: string, es: string, zh: string, ja: string): Translations {
  return { en, de, es, zh, ja }
}

/** Puts a name into a pattern of each language, at `%`. */
export function fillTranslations(pattern: Translations, name: Translations): Translations {
  return {
    en: pattern.en.replace('%', name.en),
    de: pattern.de.replace('%', name.de),
    es: pattern.es.replace('%', name.es),
    zh: pattern.zh.replace('%', name.zh),
    ja: pattern.ja.replace('%', name.ja),
  }
}
