import type { Engagement, Entry, FeedInfo } from '../../model/entry.ts'
import { DAY_MS, type EpochMs, HOUR_MS, MINUTE_MS } from '../../model/time.ts'
import { parseDate } from '../../text/dates/dates.ts'
import { weekdayNumber } from '../../text/dates/months.ts'
import { htmlToText } from '../../text/html/sanitize.ts'
import { titleHtml } from '../../text/html/title-markup.ts'
import type { XmlElement } from '../../text/xml/tree.ts'
import { hostOf, isLoopback } from '../../url/host.ts'
import { decodeLeniently, urlOf } from '../../url/path.ts'

/** The first child of this name with text or children, or else the first of this name. */
export function child(element: XmlElement, name: string): XmlElement | undefined {
  let empty: XmlElement | undefined
  for (const candidate of element.children) {
    if (candidate.name !== name) continue
    if (candidate.text !== '' || candidate.children.length > 0) return candidate
    empty ??= candidate
  }
  return empty
}

/** The first non-empty text of the children, in the order of `names`. Each run of white space becomes one space. */
export function childText(element: XmlElement, ...names: string[]): string | undefined {
  for (const name of names) {
    for (const candidate of element.children) {
      if (candidate.name !== name) continue
      const text = plainText(candidate.text)
      if (text !== '') return text
    }
  }
  return undefined
}

/** Like `childText`, with unchanged white space, for addresses. */
export function childVerbatim(element: XmlElement, name: string): string | undefined {
  return element.children.find((candidate) => candidate.name === name && candidate.text.trim() !== '')?.text
}

/**
 * For click-counting feed proxies: the article's own address, and the proxy's link, which differs in each feed.
 *
 * @param linked the entry's link
 */
export function throughProxy(entry: XmlElement, linked: string | undefined): Pick<Entry, 'url' | 'proxyUrl'> {
  const written = childVerbatim(entry, 'feedburner:origlink') ?? childVerbatim(entry, 'pheedo:origlink')
  const original = absoluteUrl(written?.trim())
  if (original === undefined || linked === undefined || linked === original)
    return { url: original ?? linked }
  return { url: original, proxyUrl: linked }
}

export function plainText(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Written by programs for a missing address. */
const NO_ADDRESS = /^(?:n\/a|null|undefined)$/i

/**
 * Default preview addresses of Hugo, Ghost, Next.js, Jekyll, Astro, Pelican and Eleventy. Some sites are published with
 * them.
 */
const PREVIEWED = /^https?:\/\/(?:localhost|127\.0\.0\.1):(?:1313|2368|3000|4000|4321|8000|8080)$/

/** Longest accepted address, in characters. */
const LONGEST_URL = 8_192

/**
 * Makes an address from a feed absolute.
 *
 * @returns `undefined` for everything but http and https
 */
export function httpUrl(written: string | undefined, base: string | undefined): string | undefined {
  if (written === undefined) return undefined
  // Drupal can write links instead of addresses.
  const [, linked = written] = /^\s*<a\s[^<>]*?\bhref\s*=\s*["']([^"'<>]+)/i.exec(written) ?? []
  // Line breaks are not part of an address; `&amp;` was escaped once too often.
  const address = linked
    .split(/[\r\n\t]/)
    .map((line) => line.trim())
    .join('')
    .replaceAll('&amp;', '&')
    // `http://https://…`, and schemes that lost a character: `https:/…`, `https//…`.
    .replace(/^(?:https?:?\/+)+(?=https?:?\/\/)/i, '')
    .replace(/^(https?)(?::\/?|\/\/)(?!\/)/i, '$1://')
  if (address === '' || address.length > LONGEST_URL || NO_ADDRESS.test(address)) return undefined
  const url = urlOf(beginsWithHost(address, base) ? `https://${address}` : address, base)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return undefined
  const isAstray = base !== undefined && PREVIEWED.test(url.origin) && !isLoopback(hostOf(base))
  return isAstray ? new URL(url.href.slice(url.origin.length), base).href : url.href
}

/** Whether an address lacks its scheme: it begins with `www.` or its base's host, where only a path could be. */
function beginsWithHost(address: string, base: string | undefined): boolean {
  const [host = ''] = /^[^\s/?#:@]+\.[a-z]{2,}(?=[/?#:]|$)/i.exec(address) ?? []
  return /^www\..+\./i.test(host) || (host !== '' && host.toLowerCase() === urlOf(base ?? '')?.hostname)
}

/** Like `httpUrl`, only for absolute addresses, such as ids. */
export function absoluteUrl(written: string | undefined): string | undefined {
  return /^https?:\/\//i.test(written ?? '') ? httpUrl(written, undefined) : undefined
}

/** The first language tag, in the form of BCP 47; also of lists (`de-DE, en`) and locales (`fr_FR.UTF-8`). */
export function languageTag(written: string | undefined): string | undefined {
  const tag = written?.trim().replaceAll('_', '-') ?? ''
  return /^[a-z]{2,3}(?:-[a-z0-9]{1,8})*(?=$|[.,;@])/i.exec(tag)?.[0]
}

/** Reads a whole number >= 0; `null` for anything else. */
export function count(written: string | undefined): number | null {
  const text = written?.trim() ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : null
}

/** The first date of the children, in the order of `names`. */
export function firstDate(element: XmlElement, names: readonly string[]): EpochMs | undefined {
  for (const name of names) {
    for (const { name: own, text, children } of element.children) {
      if (own !== name) continue
      const at = [text, ...children.map((time) => time.attributes.get('datetime') ?? time.text)]
        .map(parseDate)
        .find((found) => found !== undefined)
      if (at !== undefined) return at
    }
  }
  return undefined
}

export function engagement(points: number | null, comments: number | null): Engagement | undefined {
  return points === null && comments === null ? undefined : { points, comments }
}

const MAX_TAGS = 50

/** Texts without blank and repeated ones, at most `MAX_TAGS`. */
export function distinct(texts: Iterable<string | undefined>): string[] {
  const seen = new Set<string>()
  for (const text of texts) {
    const plain = plainText(text ?? '')
    if (plain !== '') seen.add(plain)
    if (seen.size === MAX_TAGS) break
  }
  return [...seen]
}

/** Longest text that is searched for a name beside an email address, characters. */
const LONGEST_PERSON = 300

/** Address of a person's profile, as Lemmy gives it instead of a name: host and user name. */
const PROFILE =
  /^https?:\/\/(?:www\.)?([^/?#\s]+)(?:\/(?:@|(?:u|users?|profile|authors?|people)\/@?)([^/?#\s]+))?\S*$/i

/**
 * The name in `me@example.org (Jane Doe)`, `Jane Doe <me@example.org>`, `@jane Jane Doe` or a profile's address; other
 * text unchanged.
 */
export function personName(written: string | undefined): string | undefined {
  const text = plainText(written ?? '')
  if (text === '') return undefined
  if (text.length > LONGEST_PERSON) return text
  const [, host, user] = PROFILE.exec(text) ?? []
  if (host !== undefined) return user === undefined ? host : decodeLeniently(user)
  const [, inBrackets] = /^\S+@\S+\s*\(([^@]+)\)$/.exec(text) ?? []
  const [, before] = /^(.+?)\s*[<(]\S+@\S+[>)]$/.exec(text) ?? []
  const [, behind] = /^@\w\S* ([^@]+)$/.exec(text) ?? []
  return inBrackets?.trim() ?? before?.trim() ?? behind ?? text
}

/** A short piece of HTML (a title, a tag) as one line of text; `undefined` if the line is empty. */
export function htmlToLine(html: string | undefined): string | undefined {
  const line = plainText(html === undefined ? '' : htmlToText(titleHtml(html)))
  return line === '' ? undefined : line
}

const PERIODS: ReadonlyMap<string, number> = new Map([
  ['hourly', HOUR_MS],
  ['daily', DAY_MS],
  ['weekly', 7 * DAY_MS],
  ['monthly', 30 * DAY_MS],
  ['yearly', 365 * DAY_MS],
])

/**
 * The polling interval that a feed requests, ms: RSS `ttl` (minutes), or else `sy:updatePeriod` divided by
 * `sy:updateFrequency`.
 */
export function readTtl(channel: XmlElement): number | undefined {
  const minutes = count(childText(channel, 'ttl'))
  if (minutes !== null && minutes > 0) return minutes * MINUTE_MS
  const period = PERIODS.get(childText(channel, 'sy:updateperiod')?.toLowerCase() ?? '')
  if (period === undefined) return undefined
  return period / Math.max(1, count(childText(channel, 'sy:updatefrequency')) ?? 1)
}

/** RSS `skipHours` (UTC, 0 to 23) and `skipDays` (0 is Sunday): when the feed does not change. */
export function readSkipTimes(channel: XmlElement): Pick<FeedInfo, 'skipHours' | 'skipDays'> {
  const hours = numbers(child(channel, 'skiphours'), 'hour', (text) => (count(text) ?? Number.NaN) % 24)
  const days = numbers(child(channel, 'skipdays'), 'day', (text) => weekdayNumber(text) ?? Number.NaN)
  return {
    ...(hours.length === 0 ? {} : { skipHours: hours }),
    ...(days.length === 0 ? {} : { skipDays: days }),
  }
}

function numbers(element: XmlElement | undefined, name: string, read: (text: string) => number): number[] {
  const children = element?.children.filter((one) => one.name === name).slice(0, 24) ?? []
  return [...new Set(children.map(({ text }) => read(text.trim())))].filter((number) => !Number.isNaN(number))
}
