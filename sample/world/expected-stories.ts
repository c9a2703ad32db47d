import { toIso, type EpochMs } from '../../src/model/time.ts'
import { canonicalUrl, feedUrl, type Article, type Link } from './article.ts'
import { eventsOfDay, type NewsEvent } from './events.ts'
import { namedEntitiesOf } from './named-entities.ts'
import { dayOf } from './publishing-hours.ts'
import { HISTORY_DAYS, SPILL_DAYS, type World } from './world.ts'

/** An article with its event, its original and its links, which its readers do not know. */
export interface TrueArticle {
  /** Its address without tracking parameters. */
  readonly url: string
  /** Its address in its own feed. */
  readonly feedUrl: string
  readonly source: string
  readonly language: string
  readonly category: string
  /** `null` if it reports no event: features, columns. */
  readonly eventId: string | null
  readonly publishedAt: string
  readonly editedAt: string | null
  /** Address of the news agency's article that this one copies word for word. */
  readonly copyOf: string | null
  /** Links of aggregators to it, with their variants of its address. */
  readonly links: readonly { readonly source: string; readonly url: string; readonly publishedAt: string }[]
}

/** An event that several outlets may have reported. */
export interface TrueEvent {
  readonly id: string
  readonly kind: string
  readonly category: string
  readonly importance: number
  readonly startAt: string
  /** Number of articles that report it, in all languages, with copies but without links. */
  readonly articleCount: number
}

/** The ground truth with which an evaluation compares results. */
export interface ExpectedStories {
  readonly seed: string
  readonly at: string
  readonly events: readonly TrueEvent[]
  readonly articles: readonly TrueArticle[]
}

/** The ground truth of everything that feeds show at this moment. */
export function expectedStoriesOf(world: World, now: EpochMs): ExpectedStories {
  const articles = world.articles(now)
  const urls = new Map(articles.map((article) => [article.key, canonicalUrl(article)]))
  const links = linksByArticle(world.links(now))
  const counts = new Map<string, number>()
  for (const { eventId } of articles) if (eventId) counts.set(eventId, (counts.get(eventId) ?? 0) + 1)

  return {
    seed: world.seed,
    at: toIso(now),
    events: eventsUntil(world.seed, now)
      .filter((event) => counts.has(event.id))
      .map((event) => ({
        id: event.id,
        kind: event.kindId,
        category: event.category,
        importance: event.importance,
        startAt: toIso(event.startAt),
        articleCount: counts.get(event.id) ?? 0,
      })),
    articles: articles.map((article) => ({
      ...describe(article, now),
      copyOf: (article.copyOf && urls.get(article.copyOf)) ?? null,
      links: (links.get(article.key) ?? []).map(({ outlet, url, publishedAt }) => ({
        source: outlet.id,
        url,
        publishedAt: toIso(publishedAt),
      })),
    })),
  }
}

function describe(article: Article, now: EpochMs): Omit<TrueArticle, 'copyOf' | 'links'> {
  const { editedAt } = article
  return {
    url: canonicalUrl(article),
    feedUrl: feedUrl(article),
    source: article.outlet.id,
    language: article.outlet.language,
    category: article.category,
    eventId: article.eventId ?? null,
    publishedAt: toIso(article.publishedAt),
    editedAt: editedAt !== undefined && editedAt <= now ? toIso(editedAt) : null,
  }
}

function linksByArticle(links: readonly Link[]): Map<string, Link[]> {
  const result = new Map<string, Link[]>()
  for (const link of links) {
    const list = result.get(link.article.key)
    if (list) list.push(link)
    else result.set(link.article.key, [link])
  }
  return result
}

function eventsUntil(seed: string, now: EpochMs): NewsEvent[] {
  const entities = namedEntitiesOf(seed)
  const last = dayOf(now)
  return Array.from({ length: HISTORY_DAYS + SPILL_DAYS + 1 }, (_, back) =>
    eventsOfDay(seed, entities, last - back),
  ).flat()
}
