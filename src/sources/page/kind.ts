import { DomUtils, ElementType } from 'htmlparser2'
import { CHALLENGE, isBotChallenge } from '../../fetch/bot-challenge.ts'
import { forbiddenByRobots } from '../../fetch/robots.ts'
import type { Entry } from '../../model/entry.ts'
import type { EntryPaths, VisitError } from '../../model/source.ts'
import type { EpochMs } from '../../model/time.ts'
import { decodeDocument } from '../../text/charset/charset.ts'
import { parseDate } from '../../text/dates/dates.ts'
import { withDayFirst } from '../../text/dates/day-first.ts'
import { plainTextToHtml } from '../../text/html/escape-html.ts'
import { sanitize } from '../../text/html/sanitize.ts'
import { parseSelectors } from '../../text/selectors.ts'
import { collectDocument } from '../document.ts'
import { distinct, engagement, httpUrl, languageTag, plainText } from '../feed/values.ts'
import { countOf } from '../json/values.ts'
import { emptyEntry, type CollectKind, idlePath, NO_PATHS } from '../kind.ts'
import { failed, notRequested, type FeedContent } from '../visit.ts'
import { type HtmlDocument, type HtmlElement, parseHtml, select } from './parse-html.ts'
import { relativeDate } from './relative-date.ts'

/** Visits a page without a feed, by the source's selectors, if the site's robots.txt allows it. */
export const collectPage: CollectKind = async (visit) => {
  const { url, paths } = visit.source
  if (!(await visit.robots.allows(url, visit.signal)))
    return failed(forbiddenByRobots('this page'), notRequested(url))
  return collectDocument(visit, 'text/html, application/xhtml+xml', ({ body, headers, base }) => {
    if (paths === undefined) return NO_PATHS
    const { text } = decodeDocument(body, headers.get('content-type'))
    if (isBotChallenge(headers, text)) return CHALLENGE
    return readPage(text, paths, base, visit.now())
  })
}

/** Default selectors of an entry's parts. */
const DEFAULTS = {
  title: 'h1, h2, h3, h4, [itemprop=headline], a[href], @title, a@title, a@aria-label, img@alt',
  url: 'h1 a@href, h2 a@href, h3 a@href, h4 a@href, a@href',
  publishedAt: 'time@datetime, time, .date, [class^=date], [class*=-date], [class*=_date], [class*=Date]',
  summary: 'p',
} as const

/**
 * Reads the entries of a page by CSS selectors. A selector may end in `@attribute`; comma-separated selectors are tried
 * in order.
 *
 * @param now base of relative times such as "3 days ago"
 */
function readPage(html: string, paths: EntryPaths, base: string, now: EpochMs): FeedContent | VisitError {
  const document = parseHtml(html)
  if (document === undefined) return { code: 'parse', message: 'the elements of the page nest too deep' }
  const items = select(paths.items, document)
  if (items.length === 0) return { code: 'empty', message: `no element of the page matches '${paths.items}'` }
  const isIdle = (part: 'title' | 'url' | 'id'): boolean =>
    items.every((item) => {
      const selector = paths[part]
      return !isItself(item, part) && (selector === undefined || valueAt(item, selector) === undefined)
    })
  const failure = idlePath(paths, items.length, isIdle, `what matches '${paths.items}'`)
  if (failure !== undefined) return failure
  const baseUrl = httpUrl(attribute(select('base[href]', document)[0], 'href'), base) ?? base
  const feed = feedOf(document, base)
  const dates = items.map((item) => dateAt(item, paths.publishedAt, now))
  const written = withDayFirst(dates, feed.language)
  const leads = items.some((item) => isItself(item, 'url') || valueAt(item, paths.url ?? DEFAULTS.url))
  const entries = items.flatMap((item, index) => {
    const entry = { ...readEntry(item, paths, baseUrl), ...timeAt(written[index], now) }
    // Among items that lead somewhere, bare text is the head of a table, or a button.
    const says = leads ? titleAt(item, paths) !== undefined : entry.title !== ''
    return says || entry.url !== undefined ? [entry] : []
  })
  return entries.length === 0
    ? { code: 'empty', message: `what matches '${paths.items}' has neither title nor link` }
    : { feed, entries }
}

/** Whether an item is itself its title (a heading or link) or its address (a link). */
function isItself(item: HtmlElement, part: 'title' | 'url' | 'id'): boolean {
  if (part === 'title') return /^(?:a|h[1-6])$/.test(item.name)
  return part === 'url' && attribute(item, 'href') !== undefined
}

/** The first date that the selector finds. Without a selector, also looks at the text beside the link. */
function dateAt(item: HtmlElement, selector: string | undefined, now: EpochMs): string | undefined {
  const found = Array.from(matches(item, selector ?? DEFAULTS.publishedAt), ({ text }) => text)
  if (selector === undefined && !isItself(item, 'title'))
    found.push(item.children.map((child) => (child.type === ElementType.Text ? child.data : '')).join(' '))
  return found.find((text) => timeAt(text, now).publishedAt !== undefined) ?? found[0]
}

/** The title; the whole one if the page cuts it and has the whole in a `title` attribute. */
function titleAt(item: HtmlElement, paths: EntryPaths): string | undefined {
  const shown = valueAt(item, paths.title ?? DEFAULTS.title)
  const [, start] = /^(.+?)\s?(?:…|\.{3,6})$/.exec(shown ?? '') ?? []
  if (start === undefined) return shown
  const stated = Array.from(matches(item, '@title, [title]@title'), ({ text }) => text)
  return stated.find((text) => text.startsWith(start)) ?? shown
}

function readEntry(item: HtmlElement, paths: EntryPaths, base: string): Entry {
  const value = (part: Exclude<keyof EntryPaths, 'items'>): string | undefined =>
    paths[part] === undefined ? undefined : valueAt(item, paths[part])
  const url = httpUrl(valueAt(item, paths.url ?? DEFAULTS.url) ?? attribute(item, 'href'), base)
  return emptyEntry({
    guid: value('id') ?? url,
    url,
    title: plainTextToHtml(titleAt(item, paths) ?? plainText(DomUtils.textContent(item)).slice(0, 200)),
    summaryHtml: htmlAt(item, paths.summary ?? DEFAULTS.summary),
    contentHtml: paths.content === undefined ? undefined : htmlAt(item, paths.content),
    author: value('author'),
    imageUrl:
      paths.image === undefined
        ? sanitize(DomUtils.getOuterHTML(item), base).imageUrl
        : httpUrl(value('image'), base),
    tags: paths.tags === undefined ? [] : distinct(Array.from(matches(item, paths.tags), ({ text }) => text)),
    engagement: engagement(countOf(digits(value('points'))), countOf(digits(value('comments')))),
  })
}

/** The elements that selectors find, in the selectors' order, with the value read from each. */
function* matches(
  item: HtmlElement,
  written: string,
): Generator<{ readonly element: HtmlElement; readonly isText: boolean; readonly text: string }> {
  for (const { css, attribute: name } of parseSelectors(written)) {
    for (const element of css === '' ? [item] : select(css, item)) {
      const isText = name === undefined
      const text = plainText(isText ? DomUtils.textContent(element) : (attribute(element, name) ?? ''))
      if (text !== '') yield { element, isText, text }
    }
  }
}

function valueAt(item: HtmlElement, written: string): string | undefined {
  const [first] = matches(item, written)
  return first?.text
}

function htmlAt(item: HtmlElement, written: string): string | undefined {
  const [first] = matches(item, written)
  if (first === undefined) return undefined
  return first.isText ? DomUtils.getInnerHTML(first.element).trim() : plainTextToHtml(first.text)
}

function feedOf(document: HtmlDocument, url: string): FeedContent['feed'] {
  const [title] = select('title', document)
  const [html] = select('html[lang]', document)
  const [icon] = select('link[rel~=icon][href]', document)
  return {
    title: (title && plainText(DomUtils.textContent(title))) || undefined,
    siteUrl: url,
    language: languageTag(attribute(html, 'lang')),
    iconUrl: httpUrl(attribute(icon, 'href'), url),
  }
}

function attribute(element: HtmlElement | undefined, name: string): string | undefined {
  return element && DomUtils.getAttributeValue(element, name)
}

/** Brackets, dashes and labels around a date (`发布时间：2026-11-20`). */
const AROUND = /^[^\p{L}\p{N}]*(?:[^\d：:]{1,12}[：:]\s*(?=\d))?|[^\p{L}\p{N}.]+$/gu

/** The time that a text of at most 200 characters says, whole or in a part of it: `[2026-11-17]`, `Nov 17, 2026 • 5 min read`, `March 2, 2026 by Ann`. */
function timeAt(written = '', now: EpochMs): Pick<Entry, 'publishedAt' | 'isTimeRelative'> {
  const text = written.length > 200 ? '' : written.replace(AROUND, '')
  for (const part of [text, ...text.split(/\s(?:[|•·]|by)\s/)]) {
    const publishedAt = parseDate(part)
    if (publishedAt !== undefined) return { publishedAt }
    const relative = relativeDate(part, now)
    if (relative !== undefined) return { publishedAt: relative, isTimeRelative: true }
  }
  return { publishedAt: undefined }
}

/** The number in a text: 1234 for `1,234 points`, 1200 for `1.2k`. */
export function digits(text: string | undefined): string | undefined {
  const [, whole = '', fraction = '', unit] =
    /(?<!\d)(\d+)(?:[.,](\d{1,2}))?\s?([km])(?![\p{L}\d])/iu.exec(text ?? '') ?? []
  if (unit === undefined) return /\d[\d.,\s]*/.exec(text ?? '')?.[0].replace(/\D/g, '')
  return String(Math.round(Number(`${whole}.${fraction}`) * (unit.toLowerCase() === 'k' ? 1e3 : 1e6)))
}
