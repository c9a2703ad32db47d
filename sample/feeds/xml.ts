const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)
}

/** An element with text, or an empty string if the text is empty. */
export function element(name: string, text: string | number | undefined): string {
  return text === undefined || text === '' ? '' : `<${name}>${escapeXml(String(text))}</${name}>`
}

/** An element with the text in a CDATA section, as many publishing systems write HTML. */
export function cdata(name: string, text: string): string {
  return text === '' ? '' : `<${name}><![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]></${name}>`
}

/** Joins the lines that are not empty. */
export function lines(...parts: readonly string[]): string {
  return parts.filter(Boolean).join('\n')
}
