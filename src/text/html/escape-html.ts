/** Plain text as HTML that shows it between tags; quotes stay as they are. */
export function escapeHtml(text: string): string {
  if (!/[&<>]/.test(text)) return text
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Plain text as HTML that shows it wherever it is put, in the value of an attribute too. */
export function escapeHtmlAndQuotes(text: string): string {
  return escapeHtml(text).replaceAll('"', '&quot;').replaceAll("'", '&#39;')
}
