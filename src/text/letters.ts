/** Letters and digits in lower case, by which texts are compared. */
export function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '')
}
