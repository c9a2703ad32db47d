import { toIso } from '../../src/model/time.ts'
import type { FeedDocument, FeedEntry } from './feed-document.ts'
import { element, escapeXml, lines } from './xml.ts'

const HEADER =
  '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" ' +
  'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/">'

/** RSS 1.0, which is RDF, with Dublin Core for dates and authors. */
export function toRdf(feed: FeedDocument): string {
  return lines(
    '<?xml version="1.0" encoding="UTF-8"?>',
    HEADER,
    `<channel rdf:about="${escapeXml(feed.selfUrl)}">`,
    element('title', feed.title),
    element('link', feed.siteUrl),
    element('description', feed.description),
    element('dc:language', feed.language),
    element('dc:date', toIso(feed.updatedAt)),
    feed.iconUrl ? `<image rdf:resource="${escapeXml(feed.iconUrl)}"/>` : '',
    '<items><rdf:Seq>',
    ...feed.entries.map((entry) => `<rdf:li rdf:resource="${escapeXml(entry.guid)}"/>`),
    '</rdf:Seq></items>',
    '</channel>',
    feed.iconUrl
      ? `<image rdf:about="${escapeXml(feed.iconUrl)}">${element('url', feed.iconUrl)}${element('title', feed.title)}${element('link', feed.siteUrl)}</image>`
      : '',
    ...feed.entries.map(item),
    '</rdf:RDF>',
  )
}

function item(entry: FeedEntry): string {
  return lines(
    `<item rdf:about="${escapeXml(entry.guid)}">`,
    element('title', entry.title),
    element('link', entry.url),
    element('description', entry.summary),
    element('dc:date', toIso(entry.publishedAt)),
    element('dc:creator', entry.author),
    ...entry.tags.map((tag) => element('dc:subject', tag)),
    entry.contentHtml && element('content:encoded', entry.contentHtml),
    '</item>',
  )
}
