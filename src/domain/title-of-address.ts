/**
 * A title for a page of which only the address is known: `/2024/03/ferry-and-tram-share-a-ticket-12345.html`
 * is "Ferry and tram share a ticket".
 *
 * @returns '' where the address has no words, or is none
 */
export function titleOfAddress(url: string): string {
  // The longest part is the one that somebody made of a headline; of equals the last.
  let best: readonly string[] = []
  for (const part of pathOf(url).split('/')) {
    const found = words(part)
    if (found.length >= best.length) best = found
  }
  if (best.length < 2) return ''
  const title = best.join(' ')
  return title.charAt(0).toUpperCase() + title.slice(1)
}

function pathOf(url: string): string {
  const plain = plainPathOf(url)
  if (plain !== undefined) return plain
  return URL.canParse(url) ? new URL(url).pathname : ''
}

/** Of these characters a path may consist that parsing leaves as it is; one by their code. */
const IN_PATH = new Uint8Array(0x80)
for (const character of "/-_.~!$&'()*+,;=:@%") IN_PATH[character.charCodeAt(0)] = 1
for (let unit = 0; unit < 0x80; unit++) if (isLetter(unit) || isDigit(unit)) IN_PATH[unit] = 1

/**
 * The path of an address that parsing would leave as it is, as nearly all are: parsing costs more than all that is done with it.
 *
 * @returns `undefined` where it may be another, or where this may be no address
 */
function plainPathOf(url: string): string | undefined {
  let at = startOfHost(url)
  if (at === 0) return undefined
  // Letters after the last dot; hosts that end in a number, or are written in another script, have rules of their own.
  let letters = 0
  for (; at < url.length; at++) {
    const unit = url.charCodeAt(at)
    if (isLetter(unit)) letters++
    else if (unit === SLASH) break
    else if ((unit !== DOT && unit !== HYPHEN && !isDigit(unit)) || url.charCodeAt(at + 1) === HYPHEN)
      return undefined
    else letters = unit === DOT ? 0 : -Infinity
  }
  if (letters < 2 || at === url.length) return undefined
  const start = at
  for (; at < url.length; at++) {
    const unit = url.charCodeAt(at)
    if (unit === QUESTION_MARK || unit === NUMBER_SIGN) break
    if (IN_PATH[unit] !== 1) return undefined
    // `.` and `..` are steps, however they are written.
    if (unit === SLASH && (url.charCodeAt(at + 1) === DOT || url.charCodeAt(at + 1) === PERCENT))
      return undefined
  }
  return url.slice(start, at)
}

function startOfHost(url: string): number {
  if (url.startsWith('https://')) return 8
  return url.startsWith('http://') ? 7 : 0
}

const NUMBER_SIGN = 0x23
const PERCENT = 0x25
const HYPHEN = 0x2d
const DOT = 0x2e
const SLASH = 0x2f
const QUESTION_MARK = 0x3f

function isLetter(unit: number): boolean {
  const small = unit | 0x20
  return small >= 0x61 && small <= 0x7a
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39
}

/** A part without any of these is one word at most. */
const SEPARATORS = /[-_+%]/
const NUMBER_OR_LONG = /\d|.{12}/
const NUMBER = /^(?:\d{4,}|[a-z]{0,3}\d{5,}|[\da-f]{12,})$/i

function words(part: string): string[] {
  if (!SEPARATORS.test(part)) return []
  const text = part.includes('%') ? decode(part) : part
  const name = text.includes('.') ? text.replace(/\.\w{2,5}$/, '') : text
  return name
    .split(/[-_+\s]+/)
    .filter((word) => word !== '' && !(NUMBER_OR_LONG.test(word) && NUMBER.test(word)))
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
