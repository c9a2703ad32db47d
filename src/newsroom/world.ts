import { DAY_MS, type EpochMs } from '../domain/time.ts'
import { changedAt, type Article, type DayOutput, type Link } from './article.ts'
import { castOf } from './cast.ts'
import { produceDay } from './newsdesk.ts'
import { tickerArticles } from './ticker.ts'
import { dayOf, type DayNumber } from './rhythm.ts'

/** How far back the feeds of the newsroom reach. */
export const HISTORY_DAYS = 30
/** An article may appear so many days after the day that it is about. */
export const SPILL_DAYS = 3
const CACHED_DAYS = HISTORY_DAYS + SPILL_DAYS + 12

/** What an outlet's readers can see. */
export type Publication =
  | { readonly kind: 'article'; readonly article: Article; readonly publishedAt: EpochMs }
  | { readonly kind: 'link'; readonly link: Link; readonly publishedAt: EpochMs }

/** The invented world: what is published depends on the seed and on the time asked for, on nothing else. */
export interface World {
  readonly seed: string
  /** What an outlet has published in the 30 days before `now`, newest first. */
  publicationsOf(outletId: string, now: EpochMs): Publication[]
  /** Everything published in the 30 days before `now`, by outlets and about events, in no order. */
  articles(now: EpochMs): Article[]
  links(now: EpochMs): Link[]
  /** By its path on its outlet's site; `undefined` if it has not been published within 30 days. */
  findArticle(outletId: string, path: string, now: EpochMs): Article | undefined
}

export const DEFAULT_SEED = 'meridian'

export function createWorld({ seed = DEFAULT_SEED }: { readonly seed?: string | undefined } = {}): World {
  const cast = castOf(seed)
  const days = new Map<DayNumber, DayIndex>()

  const dayIndex = (day: DayNumber): DayIndex => {
    const known = days.get(day)
    if (known) return known
    const made = indexDay(produceDay(seed, cast, day))
    days.set(day, made)
    const [oldest] = days.keys()
    if (days.size > CACHED_DAYS && oldest !== undefined) days.delete(oldest)
    return made
  }
  const window = (now: EpochMs): DayIndex[] => {
    const last = dayOf(now)
    return Array.from({ length: HISTORY_DAYS + SPILL_DAYS + 1 }, (_, back) => dayIndex(last - back))
  }
  const isVisible = (now: EpochMs) => {
    const from = now - HISTORY_DAYS * DAY_MS
    return ({ publishedAt }: { readonly publishedAt: EpochMs }) => publishedAt <= now && publishedAt > from
  }

  const ticker = (now: EpochMs): DayIndex => {
    const times = window(now).flatMap(({ output }) => [...output.articles, ...output.links])
    const articles = tickerArticles(
      seed,
      cast,
      times.map(({ publishedAt }) => publishedAt),
      now,
    )
    return indexDay({ articles, links: [] })
  }
  const indexes = (now: EpochMs): DayIndex[] => [...window(now), ticker(now)]

  return {
    seed,
    publicationsOf: (outletId, now) =>
      indexes(now)
        .flatMap((index) => index.byOutlet.get(outletId) ?? [])
        .filter(isVisible(now))
        .sort((a, b) => b.publishedAt - a.publishedAt),
    articles: (now) => indexes(now).flatMap(({ output }) => output.articles.filter(isVisible(now))),
    links: (now) => window(now).flatMap(({ output }) => output.links.filter(isVisible(now))),
    findArticle: (outletId, path, now) =>
      indexes(now)
        .map(({ byAddress }) => byAddress.get(outletId + path))
        .find((article) => article !== undefined && isVisible(now)(article)),
  }
}

/** When something of this was last published or changed. */
export function lastChange(publications: readonly Publication[], now: EpochMs): EpochMs {
  return publications.reduce(
    (latest, each) =>
      Math.max(latest, each.publishedAt, each.kind === 'article' ? changedAt(each.article, now) : 0),
    0,
  )
}

/** A day's output, ready to be looked up. */
interface DayIndex {
  readonly output: DayOutput
  readonly byOutlet: ReadonlyMap<string, readonly Publication[]>
  readonly byAddress: ReadonlyMap<string, Article>
}

function indexDay(output: DayOutput): DayIndex {
  const byOutlet = new Map<string, Publication[]>()
  const add = (outletId: string, publication: Publication): void => {
    const list = byOutlet.get(outletId)
    if (list) list.push(publication)
    else byOutlet.set(outletId, [publication])
  }
  for (const article of output.articles) {
    add(article.outlet.id, { kind: 'article', article, publishedAt: article.publishedAt })
  }
  for (const link of output.links) add(link.outlet.id, { kind: 'link', link, publishedAt: link.publishedAt })
  const byAddress = new Map(output.articles.map((article) => [article.outlet.id + article.path, article]))
  return { output, byOutlet, byAddress }
}
