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

/** The primary subtag of a BCP 47 tag (`de` of `de_AT`), `undefined` where it is none. */
export function primarySubtag(tag: string | null | undefined): string | undefined {
  const primary = /^\s*([a-z]{2,3})(?:[-_\s,;]|$)/i.exec(tag ?? '')?.[1]?.toLowerCase()
  return primary === undefined ? undefined : (SAME.get(primary) ?? primary)
}

/** What a language is filtered by: `en` of `en-US`, whatever the case. What is no tag stays as it is, and finds nothing. */
export function languageName(text: string): string {
  return primarySubtag(text) ?? text.toLowerCase()
}
