/** Escapes plain text for HTML between tags. Quotes stay as they are. */
export function escapeHtml(text: string): string {
  if (!/[&<>]/.test(text)) return text
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Escapes plain text for any place in HTML, including values of attributes. */
export function escapeHtmlAndQuotes(text: string): string {
  return escapeHtml(text).replaceAll('"', '&quot;').replaceAll("'", '&#39;')
}
