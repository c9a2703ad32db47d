import type { FeedDocument, FeedEntry } from '../../sample/feeds/feed-document.ts'
import { writeFeed } from '../../sample/feeds/write-feed.ts'
import type { Outlet } from '../../sample/outlets/outlet.ts'
import { type Random, randomFor } from '../../sample/random.ts'
import type { Language } from '../../sample/texts/language.ts'
import { FEATURES, EVENT_PATTERNS } from '../../sample/texts/texts.ts'
import { wordArticle } from '../../sample/texts/wording.ts'
import { chooseEvent } from '../../sample/world/events.ts'
import { chooseFacts, FEATURE_FACTS, type Category } from '../../sample/world/facts.ts'
import { namedEntitiesOf } from '../../sample/world/named-entities.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, type EpochMs } from '../../src/model/time.ts'

/*
 * Any number of feeds in the words of the sample newsroom. Each feed is a publication of its own. Feeds share events,
 * so that clustering, deduplication and search have realistic work.
 */

export interface FeedShape {
  readonly items: number
  /** Moment of the newest item. */
  readonly now: EpochMs
  /** How many newer items have pushed out the oldest. */
  readonly added: number
}

const SEED = 'bench'
const CAST = namedEntitiesOf(SEED)
/** Feeds that report an event, on average. */
const REPORTERS = 4
const CATEGORIES: readonly Category[] = ['technology', 'science', 'business', 'world', 'culture', 'sports']
const LANGUAGES: readonly Language[] = ['en', 'en', 'en', 'en', 'en', 'en', 'de', 'es', 'zh', 'ja']

/** An invented publication; its number decides its language and category. */
export function benchOutlet(index: number): Outlet {
  const number = String(index).padStart(4, '0')
  return {
    id: `site-${number}`,
    name: `Site ${number}`,
    host: `www.site${number}.example`,
    role: 'paper',
    category: CATEGORIES[index % CATEGORIES.length] ?? 'world',
    language: LANGUAGES[index % LANGUAGES.length] ?? 'en',
    region: 'world',
    weight: 1,
    ownPerDay: 1,
    alertness: 1,
    utcOffsetHours: 0,
    weekend: 1,
    column: -1,
    style: {
      format: index % 4 === 3 ? 'atom' : 'rss',
      titleCase: 'sentence',
      titleSuffix: '',
      summary: 'long',
      content: 'full',
      author: 'name',
      images: false,
      linkQuery: '',
      path: 'date',
      engagement: 'none',
    },
  }
}

/** Text of feed `index` of `feeds`; the same arguments always give the same bytes. */
export function benchFeed(index: number, feeds: number, shape: FeedShape): string {
  const { items, now, added } = shape
  const rowMs = (30 * DAY_MS) / items
  const entries = Array.from({ length: items }, (_, row) => {
    const age = row - added
    const publishedAt = (random: Random): EpochMs =>
      now - age * rowMs - random.int(0, Math.floor(rowMs / MINUTE_MS)) * MINUTE_MS
    const entry = benchEntry(index, feeds, age, publishedAt, items - age)
    return { ...entry, publishedAt: Math.min(entry.publishedAt, now + HOUR_MS) }
  })
  return feedOf(index, now, entries)
}

/** Text of feed `index`. @param updatedAt of the feed */
export function feedOf(index: number, updatedAt: EpochMs, entries: readonly FeedEntry[]): string {
  const outlet = benchOutlet(index)
  const document: FeedDocument = {
    format: outlet.style.format,
    title: outlet.name,
    siteUrl: `https://${outlet.host}/`,
    selfUrl: `https://${outlet.host}/feed`,
    description: `News from ${outlet.name}`,
    language: outlet.language,
    updatedAt,
    entries,
  }
  return writeFeed(document)
}

/**
 * An entry of feed `index` of `feeds`.
 *
 * @param age position in the first version of the feed; items added later have negative positions
 * @param timeOf gives the time of publication
 * @param number part of its address
 */
export function benchEntry(
  index: number,
  feeds: number,
  age: number,
  timeOf: (random: Random) => EpochMs,
  number: number,
): FeedEntry {
  const outlet = benchOutlet(index)
  const random = randomFor(SEED, outlet.id, age)
  const category = outlet.category === 'general' ? 'world' : outlet.category
  const publishedAt = timeOf(random)
  // Events are drawn from those of the same category and time, so that several feeds report the same event.
  const slot = `${category}/${age}/${random.int(1, Math.max(1, Math.round(feeds / CATEGORIES.length / REPORTERS)))}`
  const { kindId, facts } = chooseEvent(CAST, category, randomFor(SEED, slot))
  const assignment = { outlet, publishedAt, fixedTitle: false, retitles: false }
  const text = wordArticle(
    {
      ...assignment,
      patterns: EVENT_PATTERNS[outlet.language][kindId],
      facts,
      tags: [category],
      turn: random.int(0, 59),
    },
    SEED,
    outlet.id,
    String(age),
  )
  const more = ['second', 'third'].map((part) =>
    wordArticle(
      {
        ...assignment,
        patterns: { ...FEATURES[outlet.language].byCategory[category], quotes: [] },
        facts: chooseFacts({ category, frequency: 1, slots: FEATURE_FACTS }, CAST, random),
        tags: [],
        turn: random.int(0, 59),
      },
      SEED,
      outlet.id,
      String(age),
      part,
    ),
  )
  const slug = text.title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  const url = `https://${outlet.host}/${new Date(publishedAt).toISOString().slice(0, 10)}/${slug}-${number}`
  return {
    guid: url,
    url,
    title: text.title,
    summary: text.summary,
    contentHtml: [...text.paragraphs, ...more.flatMap((each) => each.paragraphs)]
      .map((each) => `<p>${each.replaceAll('&', '&amp;')}</p>`)
      .join('\n'),
    author: text.author,
    tags: text.tags,
    publishedAt,
    updatedAt: publishedAt,
    imageUrl: undefined,
    commentsUrl: undefined,
    enclosure: undefined,
    points: undefined,
    comments: undefined,
  }
}
