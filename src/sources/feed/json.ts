import { decodeHTMLStrict } from 'entities'
import type { Enclosure, Entry, FeedInfo } from '../../model/entry.ts'
import { isObject, type JsonObject } from '../../model/json-object.ts'
import type { EpochMs } from '../../model/time.ts'
import { plainTextToHtml } from '../../text/html/escape-html.ts'
import { countOf, dateOf, isListWithGaps, listOf, textOf, verbatimOf } from '../json/values.ts'
import { linesToHtml } from './html.ts'
import { mediaTypeOf } from './media.ts'
import { absoluteUrl, htmlToLine, distinct, httpUrl, languageTag } from './values.ts'

/**
 * Reads a JSON Feed, version 1 or 1.1. A part of the wrong type counts as absent.
 *
 * @returns `undefined` if the value is no JSON Feed
 */
export function readJsonFeed(
  value: unknown,
  base: string | undefined,
):
  | { readonly feed: FeedInfo; readonly author: string | undefined; readonly items: readonly JsonObject[] }
  | undefined {
  if (!isObject(value) || !(Array.isArray(value['items']) || isListWithGaps(value['items']))) return undefined
  const known = typeof value['version'] === 'string' && value['version'].includes('jsonfeed')
  if (!known && textOf(value['title']) === undefined) return undefined
  const language = languageTag(textOf(value['language']))
  const feed: FeedInfo = {
    title: htmlToLine(jsonTitle(textOf(value['title']) ?? '')),
    siteUrl: httpUrl(textOf(value['home_page_url']), base),
    language,
    iconUrl: httpUrl(textOf(value['icon']) ?? textOf(value['favicon']), base),
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
    url: httpUrl(textOf(item['url']), base) ?? absoluteUrl(id) ?? httpUrl(textOf(item['external_url']), base),
    title: jsonTitle(nameOf(item['title']) ?? ''),
    // Plain text by the standard. Generators that take out the tags leave the references.
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
    language: languageTag(textOf(item['language'])) ?? language,
  }
}

/** The date by which an item is new or old. */
export function jsonItemDate(item: JsonObject): EpochMs | undefined {
  return dateOf(item['date_published']) ?? dateOf(item['date_modified'])
}

/** An address that stands alone, in an object, or first in a list. */
function addressOf(value: unknown): string | undefined {
  const [first] = listOf(value)
  return textOf(isObject(first) ? first['url'] : first)
}

/** Titles are plain text by the standard, but many publishers leave HTML character references in them. */
function jsonTitle(title: string): string {
  return plainTextToHtml(decodeHTMLStrict(title))
}

/** A name that stands alone, as a number, or in an object. */
function nameOf(value: unknown): string | undefined {
  const name = isObject(value) ? value['name'] : value
  return typeof name === 'number' ? String(name) : textOf(name)
}

function readAuthors(item: JsonObject): string | undefined {
  return distinct(listOf(item['authors'] ?? item['author']).map(nameOf)).join(', ') || undefined
}

function readAttachments(value: unknown, base: string | undefined): Enclosure[] {
  return listOf(value)
    .filter(isObject)
    .flatMap((attachment) => {
      const url = httpUrl(textOf(attachment['url']), base)
      if (url === undefined) return []
      const mimeType = mediaTypeOf(textOf(attachment['mime_type']), url)
      return [{ url, mimeType, bytes: countOf(attachment['size_in_bytes']) || null }]
    })
}
