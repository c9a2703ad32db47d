import { DAY_MS, type EpochMs, HOUR_MS, MINUTE_MS } from '../../src/model/time.ts'
import { OUTLETS } from '../outlets/outlets.ts'
import { changedAt, type Article, type DayOutput, type Link } from './article.ts'
import { generateDay, tickerReport } from './generate-day.ts'
import { namedEntitiesOf, type NamedEntities } from './named-entities.ts'
import { dayOf, type DayNumber } from './publishing-hours.ts'

/** How far back the feeds of the newsroom reach. */
export const HISTORY_DAYS = 30
/** An article may appear up to this many days after the day of its event. */
export const SPILL_DAYS = 3
const CACHED_DAYS = HISTORY_DAYS + SPILL_DAYS + 12

/** An entry of an outlet's feed: an article or a link. */
export type Publication =
  | { readonly kind: 'article'; readonly article: Article; readonly publishedAt: EpochMs }
  | { readonly kind: 'link'; readonly link: Link; readonly publishedAt: EpochMs }

/** The invented world. Its publications depend only on the seed and on the requested time. */
export interface World {
  readonly seed: string
  /** Publications of an outlet in the 30 days before `now`, newest first. */
  publicationsOf(outletId: string, now: EpochMs): Publication[]
  /** All articles published in the 30 days before `now`, in no order. */
  articles(now: EpochMs): Article[]
  links(now: EpochMs): Link[]
  /** Finds an article by its path on its outlet's site; `undefined` if it was not published in the last 30 days. */
  findArticle(outletId: string, path: string, now: EpochMs): Article | undefined
}

export const DEFAULT_SEED = 'meridian'

export function createWorld({ seed = DEFAULT_SEED }: { readonly seed?: string | undefined } = {}): World {
  const entities = namedEntitiesOf(seed)
  const days = new Map<DayNumber, DayIndex>()

  const dayIndex = (day: DayNumber): DayIndex => {
    const known = days.get(day)
    if (known) return known
    const made = indexDay(generateDay(seed, entities, day))
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
      entities,
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

/** The latest time at which one of these was published or changed. */
export function lastChange(publications: readonly Publication[], now: EpochMs): EpochMs {
  return publications.reduce(
    (latest, each) =>
      Math.max(latest, each.publishedAt, each.kind === 'article' ? changedAt(each.article, now) : 0),
    0,
  )
}

/** A day's output, indexed by outlet and path. */
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

/** The longest time without a publication is less than twice this, since tickers fill the gaps. */
const SILENCE_MS = 8 * MINUTE_MS

/** A ticker's feed goes back this far. With a month of nights, tickers would outnumber all other news. */
const TICKER_MS = 4 * HOUR_MS

const TICKERS = OUTLETS.filter(({ role }) => role === 'ticker')

/**
 * The articles of tickers in the 4 hours before `now`: one at the end of each eight minutes in which no other outlet
 * published.
 *
 * @param times when all other outlets published, in no order; must be complete for these 4 hours
 */
function tickerArticles(
  seed: string,
  entities: NamedEntities,
  times: readonly EpochMs[],
  now: EpochMs,
): Article[] {
  const spanOf = (at: EpochMs): number => Math.ceil(at / SILENCE_MS)
  const busy = new Set(times.map(spanOf))
  const last = Math.floor(now / SILENCE_MS)
  const spans = Array.from({ length: TICKER_MS / SILENCE_MS }, (_, back) => last - back)
  return spans
    .filter((span) => !busy.has(span))
    .flatMap((span) => TICKERS.map((outlet) => tickerReport(seed, entities, outlet, span * SILENCE_MS)))
}
