/** Stands for what a store cannot hold. */
export const REPLACEMENT = '\ufffd'

/** PostgreSQL refuses the character U+0000 in texts. */
export function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', REPLACEMENT) : text
}
