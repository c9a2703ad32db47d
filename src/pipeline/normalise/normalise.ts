import type { Enclosure, Engagement, Entry, FeedInfo } from '../../model/entry.ts'
import type { EntryDraft } from '../../model/item.ts'
import type { Source } from '../../model/source.ts'
import { DAY_MS, type EpochMs } from '../../model/time.ts'
import { isPortrait } from '../../text/html/rules.ts'
import type { Sanitized } from '../../text/html/sanitize.ts'
import { titleHtml } from '../../text/html/title-markup.ts'
import { primarySubtag } from '../../text/language/language-tag.ts'
import { languageOf } from '../../text/language/language.ts'
import { measure } from '../../text/word-count.ts'
import { publicUrl } from '../../url/public-url.ts'
import { canonicalKey, displayUrl, safeHttpUrl } from '../../url/url.ts'
import { sha1Of } from '../identify/hash.ts'
import { withFeedLanguage } from './feed-language.ts'
import { isRecording, type SharedParts, sharedParts } from './shared-parts.ts'
import { siteNames, type SiteNames } from './site-name.ts'
import { isNothing, MAX_TITLE_CHARS, plainLine } from './title.ts'
import { wordsOf } from './words.ts'

const MAX_AUTHOR_CHARS = 120
/** Maximum number of tags of an item. */
export const MAX_TAGS = 20
const MAX_TAG_CHARS = 60
const MAX_ENCLOSURES = 20

/**
 * Earliest valid time. 1 January 1970 stands for a missing value, and the following weeks for seconds that software
 * took for milliseconds.
 */
const FIRST_TIME = 60 * DAY_MS

interface EntryContext {
  readonly source: Source
  /** Without a configured language, its language is that of the entries. */
  readonly feed: FeedInfo
  /** Canonical URL of the site. */
  readonly home: string | undefined
  /** Names removed from the end of titles. */
  readonly names: SiteNames
  readonly shared: SharedParts
  /** Later publication times are impossible. */
  readonly now: EpochMs
}

export function entryContext(
  source: Source,
  feed: FeedInfo,
  entries: readonly Entry[],
  now: EpochMs,
): EntryContext {
  const names = siteNames(source, feed, entries)
  const home = feed.siteUrl === undefined ? undefined : canonicalKey(feed.siteUrl)
  const shared = sharedParts(entries, (address, entry) => safeHttpUrl(address, pageOf(entry, source, feed)))
  const spoken = source.language === null ? withFeedLanguage(feed, entries) : feed
  return { source, feed: spoken, home, names, shared, now }
}

/**
 * Normalises an entry. It never fails: any entry gives a draft.
 *
 * @returns http or https addresses, plain text, and sanitised `contentHtml`
 */
export function normalizeEntry(
  stated: Entry,
  { source, feed, home, names, shared, now }: EntryContext,
): EntryDraft {
  const [summaryHtml, contentHtml] = [stated.summaryHtml, stated.contentHtml].map((html) =>
    isNothing(html) ? undefined : html,
  )
  const entry = withTextOfTitle({ ...stated, summaryHtml, contentHtml })
  const page = pageOf(entry, source, feed)
  const enclosures = enclosuresOf(entry.enclosures, page)
  const url = addressOf(entry, home, enclosures) ?? page
  const { title, summary, content, sample } = wordsOf(entry, page, url, names, shared)
  const { words, readingMinutes } = measure(content.text)
  const statedAt = statedTime(entry, now)
  return {
    contentHash: sha1Of(title, summary, content.html),
    url,
    ...(entry.proxyUrl === undefined ? {} : { proxyUrl: entry.proxyUrl }),
    ...(entry.publisherUrl === undefined ? {} : { publisherUrl: entry.publisherUrl }),
    title,
    summary,
    contentHtml: content.html,
    contentText: content.text,
    author: authorOf(entry.author),
    category: source.category,
    region: source.region,
    language: languageOf(sample, statedLanguage(entry, source, feed)),
    tags: tagsOf(entry.tags),
    publishedAt: statedAt ?? now,
    isTimeStated: statedAt !== undefined,
    imageUrl: imageOf(entry, content, page, shared),
    commentsUrl:
      entry.commentsUrl && !shared.comments.has(entry.commentsUrl)
        ? (safeHttpUrl(entry.commentsUrl, page) ?? null)
        : null,
    enclosures,
    engagement: engagementOf(entry.engagement),
    wordCount: words,
    readingMinutes,
  }
}

/** Moves a title that is too long into the text, if the entry has no other text. */
function withTextOfTitle(entry: Entry): Entry {
  const { title, summaryHtml, contentHtml } = entry
  if (title.length <= MAX_TITLE_CHARS || summaryHtml || contentHtml) return entry
  return { ...entry, title: '', contentHtml: title }
}

/** The stated publication time; `undefined` if missing or impossible. */
export function statedTime(
  entry: Pick<Entry, 'publishedAt' | 'updatedAt'>,
  now: EpochMs,
): EpochMs | undefined {
  const stated = [entry.publishedAt, entry.updatedAt].find(
    (at) => at !== undefined && at >= FIRST_TIME && at <= now,
  )
  return stated === undefined ? undefined : Math.trunc(stated)
}

/**
 * Address of an entry without its own link, such as an episode whose link is missing or is the site: its recording, or
 * a guid that is an address, or another file.
 *
 * @returns `undefined` if the entry has its own link, or none of these
 */
function addressOf(
  entry: Entry,
  home: string | undefined,
  enclosures: readonly Enclosure[],
): string | undefined {
  const isHome = (url: string) => !url.includes('#') && canonicalKey(url) === home
  if (entry.url && !isHome(entry.url)) return undefined
  const recording = enclosures.find(isRecording)
  const guid = entry.guid === undefined || isHome(entry.guid) ? undefined : displayUrl(entry.guid)
  return recording?.url ?? guid ?? enclosures[0]?.url
}

/** Base of relative addresses: the entry's link, else the site or the feed, both without secrets. */
function pageOf(entry: Entry, source: Source, feed: FeedInfo): string {
  return (
    (entry.url && displayUrl(entry.url)) ||
    (feed.siteUrl && displayUrl(publicUrl(feed.siteUrl))) ||
    safeHttpUrl(publicUrl(source.url)) ||
    ''
  )
}

/**
 * The language of the entry, else the configured one, else the feed's. Operators know their sources better than feeds
 * do.
 */
function statedLanguage(entry: Entry, source: Source, feed: FeedInfo): string | undefined {
  return primarySubtag(entry.language) ?? primarySubtag(source.language) ?? primarySubtag(feed.language)
}

/**
 * The stated picture, or else the first in the text. A picture that many entries share counts only if it is stated and
 * the text has none.
 */
function imageOf(entry: Entry, content: Sanitized, base: string, { pictures }: SharedParts): string | null {
  const images = entry.enclosures.filter(({ mimeType }) => mimeType?.startsWith('image/'))
  const stated = [entry.imageUrl, ...images.map(({ url }) => url)]
    .map((url) => (url ? safeHttpUrl(url, base) : undefined))
    .filter((url) => url !== undefined && !isPortrait(url))
  const own = [...stated, content.imageUrl].find((url) => url !== undefined && !pictures.has(url))
  return own ?? stated[0] ?? null
}

/** Default accounts of publishing software, and Blogger's name for anonymous authors. */
const NO_NAME = /^(?:(?:site )?admin(?:istrator)?|webmaster|unknown|[^\p{L}\p{N}]*)$/iu

/** A name without the email address that RSS adds; `null` if there is no name. */
function authorOf(author: string | undefined): string | null {
  if (!author) return null
  const line = plainLine(author, MAX_AUTHOR_CHARS)
    .replace(/^(?:written )?by[:\s]\s*(?=\S)/i, '')
    .replace(/(?:mailto:)?[^\s()<>]+@[^\s()<>]+\s*\(([^()]*)\)/g, '$1')
    .replace(/\s*[<(]?(?:mailto:)?[^\s()<>]+@[^\s()<>]+\.[^\s()<>]+[>)]?/g, '')
    .replace(/[\s;,]+$/, '')
    .trim()
  return NO_NAME.test(line) ? null : line
}

/** Tags that are not subjects: WordPress's default category in its languages, and kinds of Atom (`…#video`). */
const NO_TAG =
  /^(?:uncategori[sz]ed|allgemein|non class[ée]|sin categor[ií]a|senza categoria|sem categoria|geen categorie|niet gecategoriseerd|bez kategorii|okategoriserade?|ukategori[sz]ere?t|nezařazené|без рубрики|未分类|未分類|미분류|https?:\/\/.*)$/i

/** Tags in the source's order, each once, regardless of case. */
function tagsOf(stated: readonly string[]): string[] {
  const tags = new Map<string, string>()
  for (const one of stated) {
    if (tags.size === MAX_TAGS) break
    const tag = plainLine(titleHtml(one), MAX_TAG_CHARS).replace(/^#+(?=\p{L})/u, '')
    const folded = tag.toLowerCase()
    if (tag !== '' && !NO_TAG.test(folded) && !tags.has(folded)) tags.set(folded, tag)
  }
  return [...tags.values()]
}

function enclosuresOf(stated: readonly Enclosure[], base: string): Enclosure[] {
  const enclosures = new Map<string, Enclosure>()
  for (const { url, mimeType, bytes } of stated) {
    const safe = safeHttpUrl(url, base)
    if (safe === undefined || enclosures.has(safe)) continue
    if (enclosures.size === MAX_ENCLOSURES) break
    const size = wholeOrNull(bytes) ?? 0
    const [, type] = /^\s*([\w.+-]+\/[\w.+-]+)/.exec(mimeType ?? '') ?? []
    // Software writes 0 or 1 for an unknown size.
    enclosures.set(safe, { url: safe, mimeType: type?.toLowerCase() ?? null, bytes: size > 1 ? size : null })
  }
  return [...enclosures.values()]
}

function engagementOf(stated: Engagement | undefined): Engagement | null {
  if (!stated) return null
  const points = wholeOrNull(stated.points)
  const comments = wholeOrNull(stated.comments)
  return points === null && comments === null ? null : { points, comments }
}

/** A count as a whole number >= 0; `null` for anything else. */
function wholeOrNull(count: number | null): number | null {
  if (count === null || !(count >= 0) || count > Number.MAX_SAFE_INTEGER) return null
  return Math.round(count)
}
