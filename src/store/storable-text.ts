const REPLACEMENT = '\ufffd'

/** PostgreSQL refuses the character U+0000 in texts. */
export function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', REPLACEMENT) : text
}

/** PostgreSQL also refuses lone surrogates in JSON. */
export function withoutLoneSurrogates(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, REPLACEMENT)
}
