import {
  ANY,
  type Choice,
  EVERYTHING,
  type ItemFilter,
  type ItemOrder,
  type Selection,
  type Window,
} from '../../src/model/filter.ts'
import { groupBy } from '../../src/model/group-by.ts'
import { type ColumnLimits, Columns } from '../../src/store/columns/columns.ts'
import type { Facet } from '../../src/store/columns/facet.ts'
import type { ColumnRow } from '../../src/store/columns/item-columns.ts'
import { fc } from '../properties.ts'

export interface Article extends Facet {
  readonly id: number
  readonly publishedAt: number
  readonly rankedAt: number
  readonly firstSeenAt: number
  readonly hot: number
  readonly lift: number
  readonly score: number
  readonly storyId: number
  readonly points: number
  readonly minutes: number
}

const SOURCES = ['a', 'b', 'c', 'd']
const CATEGORIES = ['tech', 'world', 'sport']
export const ORDERS: readonly ItemOrder[] = ['newest', 'oldest', 'score', 'hot', 'firstSeen']
const TAGS = ['red', 'blue']

// Few values of each, so that ties and empty results are common.
export const article: fc.Arbitrary<Article> = fc
  .record({
    // Two far-off ranges, as of processes that reserved their ids at different times.
    id: fc.oneof(fc.integer({ min: 1, max: 150 }), fc.integer({ min: 5_000, max: 5_050 })),
    publishedAt: fc.integer({ min: -3, max: 12 }),
    firstSeenAt: fc.integer({ min: 0, max: 6 }),
    hot: fc.constantFrom(-1.5, 0, 0.25, 7.125, 7.25),
    lift: fc.constantFrom(0, 0.25, 2),
    score: fc.constantFrom(0, 0.1, 20, 71.3, 100),
    storyId: fc.integer({ min: 1, max: 9 }),
    points: fc.constantFrom(0, 0, 1, 100, 2 ** 32 - 1),
    minutes: fc.constantFrom(0, 1, 5, 2 ** 16 - 1),
    category: fc.constantFrom(...CATEGORIES),
    region: fc.constantFrom('us', 'uk', null),
    language: fc.constantFrom('en', null),
    sources: fc.uniqueArray(fc.constantFrom(...SOURCES), { minLength: 1, maxLength: 3 }),
    // Of some the age is unknown: they rank as older ones.
    olderBy: fc.constantFrom(0, 0, 0, 2, 9),
  })
  .map(({ olderBy, ...rest }) => ({ ...rest, rankedAt: rest.publishedAt - olderBy }))

const choice = (values: readonly string[]): fc.Arbitrary<Choice> =>
  fc.record({
    include: fc.uniqueArray(fc.constantFrom(...values, 'unknown'), { maxLength: 2 }),
    exclude: fc.uniqueArray(fc.constantFrom(...values), { maxLength: 1 }),
  })

export const filter: fc.Arbitrary<ItemFilter> = fc.record({
  source: choice(SOURCES),
  category: choice(CATEGORIES),
  region: choice(['us', 'uk']),
  language: choice(['en']),
  tag: fc.oneof({ weight: 3, arbitrary: fc.constant(ANY) }, choice(TAGS)),
  ids: fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 160 })), { nil: undefined, freq: 2 }),
  seenFrom: fc.option(fc.integer({ min: -1, max: 7 }), { nil: undefined, freq: 2 }),
  seenUntil: fc.option(fc.integer({ min: -1, max: 7 }), { nil: undefined, freq: 2 }),
  from: fc.option(fc.integer({ min: -4, max: 13 }), { nil: undefined }),
  until: fc.option(fc.integer({ min: -4, max: 13 }), { nil: undefined }),
  minScore: fc.constantFrom(undefined, undefined, 0, 0.1, 20, 71.3),
  minPoints: fc.constantFrom(undefined, undefined, undefined, 1, 100),
  minMinutes: fc.constantFrom(undefined, undefined, undefined, 1, 5),
  maxMinutes: fc.constantFrom(undefined, undefined, undefined, 1, 5),
  storyId: fc.constantFrom(undefined, undefined, undefined, 3),
  distinctStory: fc.boolean(),
})

/** Most of these let something pass. */
export const fewConditions: fc.Arbitrary<ItemFilter> = fc
  .tuple(filter, fc.subarray(Object.keys(EVERYTHING), { maxLength: 3 }))
  .map(([all, fields]) => ({
    ...EVERYTHING,
    ...Object.fromEntries(Object.entries(all).filter(([field]) => fields.includes(field))),
  }))

/** An article, and whether it stands for its story. */
export interface Listed extends Article {
  readonly represents: boolean
}

/** What happens in one step: articles that come or change, and some that go. */
export interface Step {
  readonly rows: readonly Article[]
  readonly gone: readonly number[]
}

export const step: fc.Arbitrary<Step> = fc.record({
  rows: fc.uniqueArray(article, { maxLength: 30, selector: ({ id }) => id }),
  gone: fc.uniqueArray(fc.integer({ min: 1, max: 150 }), { maxLength: 20 }),
})

/** Columns, and the same articles as plain values. */
export class Collection {
  readonly columns: Columns
  readonly #articles: Map<number, Article>
  /** By story the article that stands for it. */
  #representatives = new Map<number, number>()

  constructor(start: readonly Article[], limits?: ColumnLimits) {
    this.columns = new Columns(0, limits)
    this.#articles = new Map(start.map((each) => [each.id, each]))
    const ascending = [...this.#articles.values()].sort((a, b) => a.id - b.id)
    this.columns.reserve(ascending.length)
    this.#represent(0)
    for (const each of ascending) this.columns.append(this.#row(each))
    this.columns.sort()
    // The store may know more than the columns have taken in.
    this.columns.idsWithTag = (tag) =>
      new Set([...this.#articles.keys(), 9_999_999].filter((id) => tagsOf(id).includes(tag)))
  }

  /** @param turn by which another article comes to stand for a story */
  change({ rows, gone }: Step, turn = 0): void {
    const left = gone.filter((id) => !rows.some((row) => row.id === id))
    for (const id of left) this.#articles.delete(id)
    for (const each of rows) this.#articles.set(each.id, each)
    const changed = new Set([...rows.map(({ id }) => id), ...this.#represent(turn)])
    const known = [...changed].map((id) => this.#articles.get(id)).filter((each) => each !== undefined)
    this.columns.apply(
      known.map((each) => this.#row(each)),
      left,
    )
  }

  listed(): Listed[] {
    return [...this.#articles.values()].map((each) => ({
      ...each,
      represents: this.#representatives.get(each.storyId) === each.id,
    }))
  }

  /**
   * Lets an article of two stories in three stand for its story.
   *
   * @returns the articles whose order changes
   */
  #represent(turn: number): number[] {
    const chosen = new Map<number, number>()
    for (const [storyId, members] of groupBy(this.#articles.values(), (each) => each.storyId)) {
      const representative = members[(storyId * 7 + turn) % members.length]
      if (storyId % 3 !== 0 && representative !== undefined) chosen.set(storyId, representative.id)
    }
    const stories = new Set([...chosen.keys(), ...this.#representatives.keys()])
    this.#representatives = chosen
    return [...stories].flatMap((story) => this.columns.represent(story, chosen.get(story)))
  }

  #row({ category, region, language, sources, ...rest }: Article): ColumnRow {
    const trend = { publisher: 'a.example', share: 1, engagement: 0, isUndated: false }
    return { ...rest, ...trend, facet: this.columns.facets.code({ category, region, language, sources }) }
  }
}

/** An article's place in a list. */
interface Placed {
  readonly id: number
  readonly value: number
}

/** The same by the plainest means. */
export function reference(
  articles: readonly Listed[],
  filter: ItemFilter,
  order: ItemOrder,
  window: Window,
): Selection {
  return windowOf(sortedList(articles, filter, order), order, window)
}

/** All articles that fit, sorted. */
export function sortedList(articles: readonly Listed[], filter: ItemFilter, order: ItemOrder): Placed[] {
  return sorted(fitting(articles, filter), filter, order)
}

export function fitting(articles: readonly Listed[], filter: ItemFilter): Listed[] {
  return articles.filter((article) => fits(article, filter))
}

/** Articles that fit, sorted. */
export function sorted(
  fitting: readonly Listed[],
  { distinctStory }: ItemFilter,
  order: ItemOrder,
): Placed[] {
  const stories = new Set<number>()
  const standIns = new Map(
    fitting.flatMap(({ storyId, id, represents }) => (represents ? [[storyId, id]] : [])),
  )
  return fitting
    .map((article) => ({
      id: article.id,
      value: valueOf(article, order, distinctStory),
      storyId: article.storyId,
    }))
    .sort(inOrder(order))
    .filter(({ storyId, id }) => {
      if (!distinctStory) return true
      if ((standIns.get(storyId) ?? id) !== id) return false
      const known = stories.has(storyId)
      stories.add(storyId)
      return !known
    })
    .map(({ id, value }) => ({ id, value }))
}

/** What a window shows of a sorted list. */
export function windowOf(
  list: readonly Placed[],
  order: ItemOrder,
  { limit, offset, after }: Window,
): Selection {
  const compare = inOrder(order)
  const before = after === undefined ? offset : list.filter((place) => compare(place, after) <= 0).length
  const page = list.slice(before, before + limit)
  return {
    ids: page.map(({ id }) => id),
    total: list.length,
    before: Math.min(before, list.length),
    next: before + page.length < list.length ? page.at(-1) : undefined,
  }
}

function inOrder(order: ItemOrder): (a: Placed, b: Placed) => number {
  const sign = order === 'oldest' ? 1 : -1
  return (a, b) => sign * (a.value - b.value || a.id - b.id)
}

function fits(article: Article, filter: ItemFilter): boolean {
  return (
    chosen(filter.source, article.sources) &&
    chosen(filter.category, [article.category]) &&
    chosen(filter.region, article.region === null ? [] : [article.region]) &&
    chosen(filter.language, article.language === null ? [] : [article.language]) &&
    article.publishedAt >= (filter.from ?? -Infinity) &&
    article.publishedAt < (filter.until ?? Infinity) &&
    article.firstSeenAt >= (filter.seenFrom ?? -Infinity) &&
    article.firstSeenAt < (filter.seenUntil ?? Infinity) &&
    chosen(filter.tag, tagsOf(article.id)) &&
    (filter.ids === undefined || filter.ids.includes(article.id)) &&
    article.score >= (filter.minScore ?? 0) &&
    article.points >= (filter.minPoints ?? 0) &&
    article.minutes >= (filter.minMinutes ?? 0) &&
    article.minutes <= (filter.maxMinutes ?? Infinity) &&
    (filter.storyId === undefined || article.storyId === filter.storyId)
  )
}

/** Every third item is red, every second blue. */
function tagsOf(id: number): string[] {
  return TAGS.filter((_, index) => id % (3 - index) === 0)
}

function chosen({ include, exclude }: Choice, values: readonly string[]): boolean {
  return (
    (include.length === 0 || include.some((value) => values.includes(value))) &&
    !exclude.some((value) => values.includes(value))
  )
}

/** What an order lists an article by. */
export function valueOf(article: Listed, order: ItemOrder, distinctStory: boolean): number {
  if (order === 'score') return article.score
  if (order === 'firstSeen') return article.firstSeenAt
  // Where items of one story stand side by side, only what stands for it has what its coverage gives.
  if (order === 'hot') return article.hot - (distinctStory || article.represents ? 0 : article.lift)
  return order === 'newest' ? article.rankedAt : article.publishedAt
}
