/** Languages that have two names, by the one that is not used here. */
const SAME: ReadonlyMap<string, string> = new Map([
  ['nb', 'no'],
  ['nn', 'no'],
  ['iw', 'he'],
  ['in', 'id'],
  ['fil', 'tl'],
  ['cmn', 'zh'],
  ['yue', 'zh'],
])

/** What Unicode knows by name, which of two and three letters are the languages of ISO 639. */
const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
/** Codes that name no language: several, none, undetermined, uncoded. */
const NO_LANGUAGE = new Set(['mul', 'mis', 'und', 'zxx', 'root'])

/** The primary subtag of a BCP 47 tag (`de` of `de_AT`), `undefined` where it is none, or names no language that is known (`euc`, `rss`). */
export function primarySubtag(tag: string | null | undefined): string | undefined {
  const written = /^\s*([a-z]{2,3})(?:[-_\s,;]|$)/i.exec(tag ?? '')?.[1]?.toLowerCase()
  if (written === undefined || NO_LANGUAGE.has(written)) return undefined
  const primary = SAME.get(written) ?? canonicalOf(written)
  return SAME.get(primary) ?? (names.of(primary) === undefined ? undefined : primary)
}

/** The code of two letters where there is one: `de` of `ger` and `deu`. */
function canonicalOf(code: string): string {
  return Intl.getCanonicalLocales(code)[0]?.replace(/-.*/, '') ?? code
}

/** What a language is filtered by: `en` of `en-US`, whatever the case. What is no tag stays as it is, and finds nothing. */
export function languageName(text: string): string {
  return primarySubtag(text) ?? text.toLowerCase()
}
