import { MINUTE_MS } from '../../src/model/time.ts'
import type { FeedDocument, FeedEntry } from './feed-document.ts'
import { cdata, element, escapeXml, lines } from './xml.ts'

/** Minimum time between visits: short, so that people who try the service see new items arrive. */
const TTL_MINUTES = 1
const HEADER =
  '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" ' +
  'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:slash="http://purl.org/rss/1.0/modules/slash/" ' +
  'xmlns:media="http://search.yahoo.com/mrss/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">'

/** RSS 2.0 with the common modules. */
export function toRss(feed: FeedDocument): string {
  return lines(
    '<?xml version="1.0" encoding="UTF-8"?>',
    HEADER,
    '<channel>',
    element('title', feed.title),
    element('link', feed.siteUrl),
    `<atom:link href="${escapeXml(feed.selfUrl)}" rel="self" type="application/rss+xml"/>`,
    element('description', feed.description),
    element('language', feed.language),
    element('lastBuildDate', new Date(feed.updatedAt).toUTCString()),
    element('ttl', TTL_MINUTES),
    feed.iconUrl
      ? `<image>${element('url', feed.iconUrl)}${element('title', feed.title)}${element('link', feed.siteUrl)}</image>`
      : '',
    ...feed.entries.map(item),
    '</channel>',
    '</rss>',
  )
}

function item(entry: FeedEntry): string {
  const description = entry.points === undefined ? entry.summary : interest(entry)
  return lines(
    '<item>',
    element('title', entry.title),
    element('link', entry.url),
    `<guid isPermaLink="false">${escapeXml(entry.guid)}</guid>`,
    element('pubDate', new Date(entry.publishedAt).toUTCString()),
    element('dc:creator', entry.author),
    ...entry.tags.map((tag) => element('category', tag)),
    element('description', description),
    cdata('content:encoded', entry.contentHtml),
    element('comments', entry.commentsUrl),
    element('slash:comments', entry.comments),
    entry.imageUrl
      ? `<media:content url="${escapeXml(entry.imageUrl)}" medium="image" type="image/png"/>`
      : '',
    enclosure(entry),
    '</item>',
  )
}

function enclosure({ enclosure }: FeedEntry): string {
  if (!enclosure) return ''
  const minutes = Math.floor((enclosure.seconds * 1000) / MINUTE_MS)
  return lines(
    `<enclosure url="${escapeXml(enclosure.url)}" length="${enclosure.bytes}" type="${enclosure.mimeType}"/>`,
    element('itunes:duration', `${minutes}:${String(enclosure.seconds % 60).padStart(2, '0')}`),
  )
}

/** How feeds of link collections state points, since RSS has no element for them. */
function interest({ summary, url, commentsUrl, points, comments }: FeedEntry): string {
  return lines(
    summary && `<p>${escapeXml(summary)}</p>`,
    `<p>Article URL: <a href="${escapeXml(url)}">${escapeXml(url)}</a></p>`,
    commentsUrl
      ? `<p>Comments URL: <a href="${escapeXml(commentsUrl)}">${escapeXml(commentsUrl)}</a></p>`
      : '',
    `<p>Points: ${points ?? 0}</p>`,
    `<p># Comments: ${comments ?? 0}</p>`,
  )
}
