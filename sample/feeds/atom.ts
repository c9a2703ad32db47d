import { toIso } from '../../src/model/time.ts'
import type { FeedDocument, FeedEntry } from './feed-document.ts'
import { element, escapeXml, lines } from './xml.ts'

/** Atom 1.0 (RFC 4287) with the threading extension (RFC 4685) for comment counts. */
export function toAtom(feed: FeedDocument): string {
  return lines(
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:thr="http://purl.org/syndication/thread/1.0" xml:lang="${feed.language}">`,
    element('id', feed.selfUrl),
    element('title', feed.title),
    element('subtitle', feed.description),
    element('icon', feed.iconUrl),
    element('updated', toIso(feed.updatedAt)),
    `<link rel="self" type="application/atom+xml" href="${escapeXml(feed.selfUrl)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(feed.siteUrl)}"/>`,
    `<author>${element('name', feed.title)}</author>`,
    ...feed.entries.map(entryXml),
    '</feed>',
  )
}

function entryXml(entry: FeedEntry): string {
  return lines(
    '<entry>',
    element('id', entry.guid),
    element('title', entry.title),
    `<link rel="alternate" type="text/html" href="${escapeXml(entry.url)}"/>`,
    entry.imageUrl ? `<link rel="enclosure" type="image/png" href="${escapeXml(entry.imageUrl)}"/>` : '',
    entry.commentsUrl
      ? `<link rel="replies" type="text/html" href="${escapeXml(entry.commentsUrl)}" thr:count="${entry.comments ?? 0}"/>`
      : '',
    entry.author && `<author>${element('name', entry.author)}</author>`,
    element('published', toIso(entry.publishedAt)),
    element('updated', toIso(entry.updatedAt)),
    ...entry.tags.map((tag) => `<category term="${escapeXml(tag)}"/>`),
    element('summary', entry.summary),
    entry.contentHtml && `<content type="html">${escapeXml(entry.contentHtml)}</content>`,
    element('thr:total', entry.comments),
    '</entry>',
  )
}
