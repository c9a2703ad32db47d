import type { EpochMs } from '../../src/model/time.ts'
import { escapeHtml } from '../../src/text/html/escape-html.ts'
import type { Outlet } from '../outlets/outlet.ts'
import { randomFor } from '../random.ts'
import { canonicalUrl, changedAt, feedUrl, textAt, type Article, type Link } from '../world/article.ts'
import { ENGAGEMENT_LIFE_MS, ENGAGEMENT_STEP_MS, interestIn } from '../world/engagement.ts'
import { lastChange, type Publication, type World } from '../world/world.ts'
import type { FeedDocument, FeedEnclosure, FeedEntry } from './feed-document.ts'
import { EXTENSIONS } from './write-feed.ts'

/** Entries of a feed, at most: enough for 30 days of most outlets. */
const FEED_ENTRIES_MAX = 240
/** Share of the articles of an illustrated outlet that have a picture. */
const ILLUSTRATED = 0.8

/** The address of the newsroom's server, and the addresses that feeds give for articles. */
export interface Addresses {
  /** Of the newsroom's server, without a slash at the end. */
  readonly base: string
  /** Turns an article's address in the invented world into the one that feeds show. */
  readonly link: (url: string) => string
}

/** Path of an outlet's feed on the newsroom's server. */
export function feedPath(outlet: Outlet): string {
  return `/feeds/${outlet.id}/${EXTENSIONS[outlet.style.format]}`
}

/** Path of an outlet's icon on the newsroom's server. */
export function iconPath(outlet: Outlet): string {
  return `/icons/${outlet.id}.png`
}

/** When an outlet's feed last changed. Different contents have different times, so it serves as a validator. */
export function feedChangedAt(outlet: Outlet, publications: readonly Publication[], now: EpochMs): EpochMs {
  const words = lastChange(publications.slice(0, FEED_ENTRIES_MAX), now)
  const [newest] = publications
  const counts = outlet.style.engagement !== 'none' && newest && newest.publishedAt > now - ENGAGEMENT_LIFE_MS
  return Math.max(words, counts ? Math.floor(now / ENGAGEMENT_STEP_MS) * ENGAGEMENT_STEP_MS : 0)
}

/** An outlet's feed at this moment. */
export function outletFeed(
  world: World,
  outlet: Outlet,
  publications: readonly Publication[],
  now: EpochMs,
  addresses: Addresses,
): FeedDocument {
  return {
    format: outlet.style.format,
    title: outlet.name,
    siteUrl: addresses.link(`https://${outlet.host}/`),
    selfUrl: addresses.base + feedPath(outlet),
    description: `${outlet.name}: invented news, made for demonstration`,
    iconUrl: `${addresses.base}${iconPath(outlet)}`,
    language: outlet.language,
    updatedAt: feedChangedAt(outlet, publications, now),
    entries: publications
      .slice(0, FEED_ENTRIES_MAX)
      .map((each) =>
        each.kind === 'article'
          ? articleEntry(world, each.article, now, addresses)
          : linkEntry(world, each.link, now, addresses),
      ),
  }
}

function articleEntry(world: World, article: Article, now: EpochMs, { base, link }: Addresses): FeedEntry {
  const { outlet } = article
  const text = textAt(article, now)
  const interest = interestIn(world.seed, article.key, outlet, article.importance, article.publishedAt, now)
  const random = randomFor(world.seed, 'media', article.key)
  return {
    guid: `tag:${outlet.host},2026:${article.path}`,
    url: link(feedUrl(article)),
    title: text.title,
    summary: text.summary,
    contentHtml: outlet.style.content === 'full' ? paragraphsHtml(text.paragraphs) : '',
    author: text.author,
    tags: text.tags,
    publishedAt: article.publishedAt,
    updatedAt: changedAt(article, now),
    imageUrl:
      outlet.style.images && random.chance(ILLUSTRATED)
        ? `${base}/images/${encodeURIComponent(article.key)}.png`
        : undefined,
    commentsUrl: interest && link(`${canonicalUrl(article)}#comments`),
    enclosure: outlet.role === 'podcast' ? episode(article, link) : undefined,
    points: interest?.points,
    comments: interest?.comments,
  }
}

function linkEntry(world: World, pointer: Link, now: EpochMs, { link }: Addresses): FeedEntry {
  const { outlet, article } = pointer
  const interest = interestIn(world.seed, pointer.key, outlet, article.importance, pointer.publishedAt, now)
  const discussion = `https://${outlet.host}/item/${encodeURIComponent(article.key)}`
  // Aggregators show the headline as it was when the link was posted.
  const text = textAt(article, pointer.publishedAt)
  return {
    guid: discussion,
    url: link(pointer.url),
    title: text.title,
    summary: '',
    contentHtml: '',
    author: '',
    tags: [],
    publishedAt: pointer.publishedAt,
    updatedAt: pointer.publishedAt,
    imageUrl: undefined,
    commentsUrl: link(discussion),
    enclosure: undefined,
    points: interest?.points,
    comments: interest?.comments,
  }
}

/** Bytes per second of speech at 64 kbit/s. */
const SPEECH_BYTES = 8_000

function episode(article: Article, link: (url: string) => string): FeedEnclosure {
  const seconds = randomFor('episode', article.key).int(900, 4_200)
  const name = article.path.split('/').at(-1) ?? ''
  return {
    url: link(`https://${article.outlet.host}/audio/${name}.mp3`),
    mimeType: 'audio/mpeg',
    bytes: seconds * SPEECH_BYTES,
    seconds,
  }
}

function paragraphsHtml(paragraphs: readonly string[]): string {
  return paragraphs.map((each) => `<p>${escapeHtml(each)}</p>`).join('\n')
}
