import type { Enclosure, Entry, FeedInfo } from '../../domain/entry.ts'
import { isObject, type JsonObject, textOf, verbatimOf } from '../json/values.ts'
import { parseDate } from './dates.ts'
import { escapeHtml } from '../../domain/escape-html.ts'
import { linesToHtml, titleHtml } from './html.ts'
import { htmlToLine } from './plain.ts'
import { distinct, httpUrl, languageTag } from './values.ts'

/**
 * Reads a JSON Feed, version 1 or 1.1. A part of the wrong type is as good as absent.
 *
 * @returns `undefined` if the value is no JSON Feed
 */
export function readJsonFeed(
  value: unknown,
  base: string | undefined,
):
  | { readonly feed: FeedInfo; readonly author: string | undefined; readonly items: readonly JsonObject[] }
  | undefined {
  if (!isObject(value) || !Array.isArray(value['items'])) return undefined
  const known = typeof value['version'] === 'string' && value['version'].includes('jsonfeed')
  if (!known && textOf(value['title']) === undefined) return undefined
  const language = languageTag(textOf(value['language']))
  const feed: FeedInfo = {
    title: htmlToLine(jsonTitle(textOf(value['title']) ?? '')),
    siteUrl: httpUrl(textOf(value['home_page_url']), base),
    language,
    iconUrl: httpUrl(textOf(value['icon']) ?? textOf(value['favicon']), base),
    ttlMs: undefined,
  }
  return { feed, author: readAuthors(value), items: value['items'].filter(isObject) }
}

/**
 * One item of a JSON Feed.
 *
 * @param feed says the language of items that state none
 * @param author of the feed, whom its items inherit
 */
export function readJsonItem(
  item: JsonObject,
  base: string | undefined,
  { language }: FeedInfo,
  author: string | undefined,
): Entry {
  const id = typeof item['id'] === 'number' ? String(item['id']) : textOf(item['id'])
  const html = verbatimOf(item['content_html'])
  const plain = verbatimOf(item['content_text'])
  const summary = verbatimOf(item['summary'])
  const updatedAt = parseDate(textOf(item['date_modified']))
  const enclosures = readAttachments(item['attachments'], base)
  return {
    guid: id,
    url:
      httpUrl(textOf(item['url']), base) ??
      (/^https?:\/\//i.test(id ?? '') ? httpUrl(id, base) : undefined) ??
      httpUrl(textOf(item['external_url']), base),
    title: jsonTitle(textOf(item['title']) ?? ''),
    summaryHtml: summary === undefined ? undefined : linesToHtml(summary),
    contentHtml: html ?? (plain === undefined ? undefined : linesToHtml(plain)),
    author: readAuthors(item) ?? author,
    tags: Array.isArray(item['tags']) ? distinct(item['tags'].map(textOf)) : [],
    publishedAt: parseDate(textOf(item['date_published'])) ?? updatedAt,
    updatedAt,
    imageUrl:
      httpUrl(textOf(item['image']) ?? textOf(item['banner_image']), base) ??
      enclosures.find(({ mimeType }) => mimeType?.startsWith('image/') === true)?.url,
    commentsUrl: undefined,
    enclosures,
    engagement: undefined,
    language: languageTag(textOf(item['language'])) ?? language,
  }
}

/** Plain text by the standard; but many publishers leave the references of their HTML in it. */
function jsonTitle(title: string): string {
  return /&(?:#\d{2,6}|#x[\da-f]{2,6}|[a-z]{2,8});/i.test(title) ? titleHtml(title) : escapeHtml(title)
}

function readAuthors(item: JsonObject): string | undefined {
  const authors: unknown[] = Array.isArray(item['authors']) ? item['authors'] : [item['author']]
  const names = distinct(authors.filter(isObject).map((author) => textOf(author['name'])))
  return names.length === 0 ? undefined : names.join(', ')
}

function readAttachments(value: unknown, base: string | undefined): Enclosure[] {
  if (!Array.isArray(value)) return []
  return value.filter(isObject).flatMap((attachment) => {
    const url = httpUrl(textOf(attachment['url']), base)
    const bytes = attachment['size_in_bytes']
    return url === undefined
      ? []
      : [
          {
            url,
            mimeType: textOf(attachment['mime_type']) ?? null,
            bytes: typeof bytes === 'number' && bytes > 0 ? Math.round(bytes) : null,
          },
        ]
  })
}
