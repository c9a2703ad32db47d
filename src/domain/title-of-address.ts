/**
 * A title for a page of which only the address is known: `/2024/03/ferry-and-tram-share-a-ticket-12345.html`
 * is "Ferry and tram share a ticket".
 *
 * @returns '' where the address has no words, or is none
 */
export function titleOfAddress(url: string): string {
  if (!URL.canParse(url)) return ''
  const { pathname } = new URL(url)
  const candidates = pathname
    .split('/')
    .map((part) => words(part))
    .filter((part) => part.length > 0)
  // The longest part is the one that somebody made of a headline; of equals the last.
  const best = candidates.reduce<readonly string[]>((a, b) => (b.length >= a.length ? b : a), [])
  if (best.length < 2) return ''
  const title = best.join(' ')
  return title.charAt(0).toUpperCase() + title.slice(1)
}

function words(part: string): string[] {
  return decode(part)
    .replace(/\.\w{2,5}$/, '')
    .split(/[-_+\s]+/)
    .filter((word) => word !== '' && !/^(?:\d{4,}|[a-z]{0,3}\d{5,}|[\da-f]{12,})$/i.test(word))
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
