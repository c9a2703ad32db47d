import { decodeLeniently } from './path.ts'

/**
 * Makes a title from an address: `/2024/03/ferry-and-tram-share-a-ticket-12345.html` gives "Ferry and tram share a
 * ticket".
 *
 * @returns '' if the text is not an absolute URL or no part of its path has two words
 */
export function titleOfAddress(url: string): string {
  if (!URL.canParse(url)) return ''
  // The part made from the headline usually has the most words. The last one wins a tie.
  let best: readonly string[] = []
  for (const part of new URL(url).pathname.split('/')) {
    const found = words(part)
    if (found.length >= best.length) best = found
  }
  if (best.length < 2) return ''
  const title = best.join(' ')
  return title.charAt(0).toUpperCase() + title.slice(1)
}

/** Parts without any of these are at most one word. */
const SEPARATORS = /[-_+%]/
const NUMBER_OR_LONG = /\d|.{12}/
const NUMBER = /^(?:\d{4,}|[a-z]{0,3}\d{5,}|[\da-f]{12,})$/i

function words(part: string): string[] {
  if (!SEPARATORS.test(part)) return []
  const text = decodeLeniently(part)
  const name = text.includes('.') ? text.replace(/\.\w{2,5}$/, '') : text
  return name
    .split(/[-_+\s]+/)
    .filter((word) => word !== '' && !(NUMBER_OR_LONG.test(word) && NUMBER.test(word)))
}
