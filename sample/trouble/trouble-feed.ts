import { DAY_MS } from '../../src/model/time.ts'
import type { FeedDocument } from '../feeds/feed-document.ts'
import { toRss } from '../feeds/rss.ts'

/** Entries of the feed. */
export const TROUBLE_ENTRIES = 10

/** The feed that a failing source would serve if it worked. */
export const TROUBLE_FEED = Buffer.from(toRss(troubleFeed()))

function troubleFeed(): FeedDocument {
  const newest = Date.parse('2026-08-01T12:00:00Z')
  return {
    format: 'rss',
    title: 'Trouble Gazette',
    siteUrl: 'https://www.troublegazette.example/',
    selfUrl: 'https://www.troublegazette.example/feed.xml',
    description: 'A feed that means well: café, naïve, Zürich',
    language: 'en',
    updatedAt: newest,
    entries: Array.from({ length: TROUBLE_ENTRIES }, (_, index) => ({
      guid: `trouble-${index}`,
      url: `https://www.troublegazette.example/${index}`,
      title: `Bridge number ${index} of Zürich café reopens`,
      summary: `The bridge was closed for ${index + 1} days, the café beside it was not.`,
      contentHtml: '',
      author: 'Inès Pennywhite',
      tags: ['world'],
      publishedAt: newest - index * DAY_MS,
      updatedAt: newest - index * DAY_MS,
      imageUrl: undefined,
      commentsUrl: undefined,
      enclosure: undefined,
      points: undefined,
      comments: undefined,
    })),
  }
}
