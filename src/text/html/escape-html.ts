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
 * Converts plain text of a source to HTML. `&` and `<` become numeric references: only named references are escaped
 * twice by publishers, so the repair of those leaves this text unchanged.
 */
export function plainTextToHtml(text: string): string {
  return text.replaceAll('&', '&#38;').replaceAll('<', '&#60;').replaceAll('>', '&gt;')
}
