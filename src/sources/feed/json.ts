import { decodeHTMLStrict } from 'entities'
import type { Enclosure, Entry, FeedInfo } from '../../model/entry.ts'
import { isObject, type JsonObject, parseJson } from '../../model/json-object.ts'
import type { EpochMs } from '../../model/time.ts'
import { plainTextToHtml } from '../../text/html/escape-html.ts'
import { countOf, dateOf, isListWithGaps, listOf, lineOf, verbatimOf } from '../json/values.ts'
import { linesToHtml } from './html.ts'
import { mediaTypeOf } from './media.ts'
import { absoluteUrl, htmlToLine, distinct, httpUrl, languageTag } from './values.ts'

/**
 * Reads a JSON Feed, version 1 or 1.1. A part of the wrong type counts as absent.
 *
 * @returns `undefined` if the value is not a JSON Feed
 */
export function readJsonFeed(
  value: unknown,
  base: string | undefined,
):
  | { readonly feed: FeedInfo; readonly author: string | undefined; readonly items: readonly JsonObject[] }
  | undefined {
  if (!isObject(value) || !(Array.isArray(value['items']) || isListWithGaps(value['items']))) return undefined
  const known = typeof value['version'] === 'string' && value['version'].includes('jsonfeed')
  if (!known && lineOf(value['title']) === undefined) return undefined
  const language = languageTag(lineOf(value['language']))
  const feed: FeedInfo = {
    title: htmlToLine(jsonTitle(lineOf(value['title']) ?? '')),
    siteUrl: httpUrl(lineOf(value['home_page_url']), base),
    language,
    iconUrl: httpUrl(lineOf(value['icon']) ?? lineOf(value['favicon']), base),
  }
  return { feed, author: readAuthors(value), items: listOf(value['items']).filter(isObject) }
}

/**
 * Reads one item of a JSON Feed.
 *
 * @param feed gives the language of items that state none
 * @param author author of the feed, for items that state none
 */
export function readJsonItem(
  item: JsonObject,
  base: string | undefined,
  { language }: FeedInfo,
  author: string | undefined,
): Entry {
  const id = nameOf(item['id'])
  const html = verbatimOf(item['content_html'])
  const plain = verbatimOf(item['content_text'])
  const summary = verbatimOf(item['summary'])
  const enclosures = readAttachments(item['attachments'], base)
  // Some publishers write all tags into one text.
  const tags = typeof item['tags'] === 'string' ? item['tags'].split(',') : listOf(item['tags'])
  return {
    guid: id,
    url: httpUrl(lineOf(item['url']), base) ?? absoluteUrl(id) ?? httpUrl(lineOf(item['external_url']), base),
    title: jsonTitle(nameOf(item['title']) ?? ''),
    // Plain text by the standard. Generators that remove the tags leave the references.
    summaryHtml: summary && linesToHtml(summary.startsWith('<') ? summary : decodeHTMLStrict(summary)),
    contentHtml: html ?? (plain === undefined ? undefined : linesToHtml(plain)),
    author: readAuthors(item) ?? author,
    tags: distinct(tags.map(nameOf)),
    publishedAt: jsonItemDate(item),
    updatedAt: dateOf(item['date_modified']),
    imageUrl:
      httpUrl(addressOf(item['image']) ?? addressOf(item['banner_image']), base) ??
      enclosures.find(({ mimeType }) => mimeType?.startsWith('image/') === true)?.url,
    commentsUrl: undefined,
    enclosures,
    engagement: undefined,
    language: languageTag(lineOf(item['language'])) ?? language,
  }
}

/** The date that decides how new an item is. */
export function jsonItemDate(item: JsonObject): EpochMs | undefined {
  return dateOf(item['date_published']) ?? dateOf(item['date_modified'])
}

function addressOf(value: unknown): string | undefined {
  const [first] = listOf(value)
  return lineOf(isObject(first) ? first['url'] : first)
}

/** Titles are plain text by the standard, but many publishers leave HTML character references in them. */
function jsonTitle(title: string): string {
  return plainTextToHtml(decodeHTMLStrict(title))
}

function nameOf(value: unknown): string | undefined {
  const name = isObject(value) ? value['name'] : value
  return typeof name === 'number' ? String(name) : lineOf(name)
}

function readAuthors(item: JsonObject): string | undefined {
  return distinct(listOf(item['authors'] ?? item['author']).map(nameOf)).join(', ') || undefined
}

function readAttachments(value: unknown, base: string | undefined): Enclosure[] {
  return listOf(value)
    .filter(isObject)
    .flatMap((attachment) => {
      const url = httpUrl(lineOf(attachment['url']), base)
      if (url === undefined) return []
      const mimeType = mediaTypeOf(lineOf(attachment['mime_type']), url)
      return [{ url, mimeType, bytes: countOf(attachment['size_in_bytes']) || null }]
    })
}

/** Longest item that is read from a broken document, in characters. */
const LONGEST_ITEM = 2_000_000
/** Limit of scanned characters, as a multiple of the text's length: each broken item may cost a scan of the rest. */
const MAX_ATTEMPTS = 8

const ITEMS = /"items"\s*:\s*\[/
const VERSION = /jsonfeed\.org\/version/

/** Whether a text is a JSON Feed without its beginning. */
export function isJsonFeedInPart(text: string): boolean {
  return VERSION.test(text.slice(0, 2_000)) && ITEMS.test(text)
}

/**
 * Recovers an invalid JSON Feed (truncated, or with a character too many or too few): each complete item, and the
 * feed's metadata if complete.
 *
 * @returns `undefined` if nothing can be recovered
 */
export function salvageJsonFeed(text: string, most: number): JsonObject | undefined {
  const start = ITEMS.exec(text)
  const from = start === null ? 1 : start.index + start[0].length
  const head = start === null ? undefined : parseObject(`${text.slice(0, from)}]}`)
  if (head === undefined && !VERSION.test(text)) return undefined

  const items: JsonObject[] = []
  let left = MAX_ATTEMPTS * text.length
  for (let at = text.indexOf('{', from); at >= 0 && left > 0 && items.length < most;) {
    const limit = Math.min(text.length, at + LONGEST_ITEM)
    const end = endOfObject(text, at, limit)
    left -= (end ?? limit) - at
    const value = end === undefined ? undefined : parseObject(text.slice(at, end))
    if (value !== undefined && isItem(value)) items.push(value)
    // After a complete item the next one follows; in a broken one it may begin anywhere.
    at = text.indexOf('{', value === undefined || end === undefined ? at + 1 : end)
  }
  return items.length === 0 ? undefined : { version: 'jsonfeed', ...head, items }
}

/** The offset after the object that begins at `at`; `undefined` if the object does not end before `limit`. */
function endOfObject(text: string, at: number, limit: number): number | undefined {
  let depth = 0
  let isText = false
  for (let index = at; index < limit; index++) {
    const sign = text[index]
    if (sign === '"') isText = !isText
    else if (isText) index += sign === '\\' ? 1 : 0
    else if (sign === '{') depth++
    else if (sign === '}' && --depth === 0) return index + 1
  }
  return undefined
}

/** Whether an object is an item, not an author or attachment of a broken item. */
function isItem(value: JsonObject): boolean {
  if ('mime_type' in value) return false
  return 'id' in value || ['title', 'content_html', 'content_text'].some((name) => name in value)
}

function parseObject(text: string): JsonObject | undefined {
  const value = parseJson(text)
  return isObject(value) ? value : undefined
}
