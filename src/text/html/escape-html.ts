/** Escapes plain text for HTML between tags. Quotes stay as they are. */
export function escapeHtml(text: string): string {
  if (!/[&<>]/.test(text)) return text
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Escapes plain text for any place in HTML, including values of attributes. */
export function escapeHtmlAndQuotes(text: string): string {
  return escapeHtml(text).replaceAll('"', '&quot;').replaceAll("'", '&#39;')
}

/**
 * Converts plain text of a source to HTML. `&` and `<` become references by number: publishers escape HTML twice with
 * names alone, so what repairs such HTML leaves plain text as it is.
 */
export function plainTextToHtml(text: string): string {
  return text.replaceAll('&', '&#38;').replaceAll('<', '&#60;').replaceAll('>', '&gt;')
}
