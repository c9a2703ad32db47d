/** Codes with a synonym, and the synonym that is used instead. */
const SAME: ReadonlyMap<string, string> = new Map([
  ['nb', 'no'],
  ['nn', 'no'],
  ['iw', 'he'],
  ['in', 'id'],
  ['fil', 'tl'],
  ['cmn', 'zh'],
  ['yue', 'zh'],
])

/** Knows the names of languages. Codes of two or three letters with a name are the languages of ISO 639. */
const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
/** Codes that do not name a language: several languages, no language, undetermined, uncoded. */
const NO_LANGUAGE = new Set(['mul', 'mis', 'und', 'zxx', 'root'])

/**
 * Languages by code: `Intl` takes microseconds, and each text needs one. Codes are short, so their number is limited.
 */
const languages = new Map<string, string | undefined>()

/** Gives the primary subtag of a BCP 47 tag, `de` for `de_AT`, or `undefined` for unknown languages. */
export function primarySubtag(tag: string | null | undefined): string | undefined {
  const written = /^\s*([a-z]{2,3})(?:[-_\s,;]|$)/i.exec(tag ?? '')?.[1]?.toLowerCase()
  if (written === undefined || NO_LANGUAGE.has(written)) return undefined
  if (!languages.has(written)) languages.set(written, languageOfCode(written))
  return languages.get(written)
}

function languageOfCode(code: string): string | undefined {
  // The code of two letters if there is one: `de` for `ger` and `deu`.
  const canonical = Intl.getCanonicalLocales(code)[0]?.replace(/-.*/, '') ?? code
  const primary = SAME.get(code) ?? canonical
  return SAME.get(primary) ?? (names.of(primary) === undefined ? undefined : primary)
}

/**
 * Gives the value for language filters: `en` for `en-US`. Other text becomes lower case and finds nothing.
 */
export function languageName(text: string): string {
  return primarySubtag(text) ?? text.toLowerCase()
}
