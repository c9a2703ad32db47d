import { describe, expect, it } from 'vitest'
import {
  ANY,
  type Choice,
  EVERYTHING,
  type ItemFilter,
  type ItemOrder,
  type Selection,
  type Window,
} from '../../model/filter.ts'
import { groupBy } from '../../model/group-by.ts'
import { type ColumnRow, Columns } from './columns.ts'
import type { Facet } from './facet-table.ts'
import { Selector } from './select.ts'
import { fc } from '../../../test/properties.ts'

interface Article extends Facet {
  readonly id: number
  readonly publishedAt: number
  readonly rankedAt: number
  readonly firstSeenAt: number
  readonly hot: number
  readonly lift: number
  readonly score: number
  readonly storyId: number
}

const SOURCES = ['a', 'b', 'c', 'd']
const CATEGORIES = ['tech', 'world', 'sport']
const ORDERS: readonly ItemOrder[] = ['newest', 'oldest', 'score', 'hot', 'firstSeen']
const TAGS = ['red', 'blue']

// Few values of each, so that ties and empty results are common.
const article: fc.Arbitrary<Article> = fc
  .record({
    // Two far-off ranges, as of processes that reserved their ids at different times.
    id: fc.oneof(fc.integer({ min: 1, max: 150 }), fc.integer({ min: 5_000, max: 5_050 })),
    publishedAt: fc.integer({ min: -3, max: 12 }),
    firstSeenAt: fc.integer({ min: 0, max: 6 }),
    hot: fc.constantFrom(-1.5, 0, 0.25, 7.125, 7.25),
    lift: fc.constantFrom(0, 0.25, 2),
    score: fc.constantFrom(0, 0.1, 20, 71.3, 100),
    storyId: fc.integer({ min: 1, max: 9 }),
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

const filter: fc.Arbitrary<ItemFilter> = fc.record({
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
  storyId: fc.constantFrom(undefined, undefined, undefined, 3),
  distinctStory: fc.boolean(),
})

/** What happens to the columns in one step: articles that come or change, and some that go. */
const step = fc.record({
  rows: fc.uniqueArray(article, { maxLength: 30, selector: ({ id }) => id }),
  gone: fc.uniqueArray(fc.integer({ min: 1, max: 150 }), { maxLength: 20 }),
})

describe('a selection from the columns', () => {
  it('is what filtering and sorting all articles gives, after any changes, in every order and window', () => {
    fc.assert(
      fc.property(
        fc.array(article, { maxLength: 40 }),
        fc.array(step, { maxLength: 5 }),
        filter,
        fc.constantFrom(...ORDERS),
        fc.record({ limit: fc.integer({ min: 1, max: 20 }), offset: fc.integer({ min: 0, max: 30 }) }),
        (start, steps, wanted, order, page) => {
          const { columns, articles } = columnsAfter(start, steps)
          const window = { ...page, after: undefined }

          const selection = new Selector(columns).select(wanted, order, window)

          expect(selection).toEqual(reference([...articles.values()], wanted, order, window))
        },
      ),
      { numRuns: 500 },
    )
  })

  it('goes on after a place, whether the item of the place is still there or not', () => {
    fc.assert(
      fc.property(
        fc.array(article, { minLength: 1, maxLength: 60 }),
        fc.array(step, { maxLength: 2 }),
        filter,
        fc.constantFrom(...ORDERS),
        fc.integer({ min: 1, max: 7 }),
        article,
        (start, steps, wanted, order, limit, somewhere) => {
          const { columns, articles } = columnsAfter(start, steps)
          const place = { ...somewhere, represents: false }
          const after = { value: valueOf(place, order, wanted.distinctStory), id: somewhere.id }
          const window = { limit, offset: 0, after }

          const selection = new Selector(columns).select(wanted, order, window)

          expect(selection).toEqual(reference([...articles.values()], wanted, order, window))
        },
      ),
      { numRuns: 500 },
    )
  })

  it('gives every article once when pages are followed by their positions', () => {
    fc.assert(
      fc.property(
        fc.array(article, { maxLength: 60 }),
        filter,
        fc.constantFrom(...ORDERS),
        fc.integer({ min: 1, max: 7 }),
        (start, wanted, order, limit) => {
          const { columns, articles } = columnsAfter(start, [])
          const selector = new Selector(columns)

          const ids: number[] = []
          for (let after: Window['after'], more = true; more;) {
            const selection = selector.select(wanted, order, { limit, offset: 0, after })
            ids.push(...selection.ids)
            after = selection.next
            more = after !== undefined
          }

          const all = { limit: 1_000, offset: 0, after: undefined }
          expect(ids).toEqual(reference([...articles.values()], wanted, order, all).ids)
        },
      ),
    )
  })
})

describe('a selection among many', () => {
  // The first 6,000 are of a category of their own: whoever looks for them from the newest on walks far.
  const many = Array.from({ length: 60_000 }, (_, index): Article => ({
    id: index + 1,
    publishedAt: index * 1_000 + ((index * 7_919) % 5_000),
    // Of unknown age are some of those from 40,000,000 ms on.
    rankedAt:
      index * 1_000 + ((index * 7_919) % 5_000) - (index > 40_000 && index % 7 === 0 ? 30_000_000 : 0),
    firstSeenAt: 1_000 * (60_000 - index),
    hot: index / 100 + ((index * 104_729) % 997) / 10,
    lift: (index % 3) / 2,
    score: ((index * 31) % 1_001) / 10,
    storyId: 1 + Math.floor(index / 3),
    category: index < 6_000 ? 'old' : 'new',
    region: index % 5 === 0 ? 'uk' : null,
    language: 'en',
    sources: [index % 2 === 0 ? 'a' : 'b'],
  }))
  const { columns, articles } = columnsAfter(many, [])
  const listed = [...articles.values()]
  const selector = new Selector(columns)
  const old = { include: ['old'], exclude: [] }
  const filters: Readonly<Record<string, Partial<ItemFilter>>> = {
    'what stands far from the start': { category: old },
    much: { source: { include: ['a'], exclude: [] } },
    'some of a time': { from: 10_000_000, until: 30_000_000, region: { include: ['uk'], exclude: [] } },
    'all of a time': { from: 10_000_000, until: 30_000_000 },
    'all of a time with unknown ages': { from: 30_000_000, until: 55_000_000 },
    'high scores': { minScore: 95, category: { include: [], exclude: ['old'] } },
    'some of those seen first': { seenFrom: 20_000_000, seenUntil: 50_000_000, minScore: 10 },
    'a tag': { tag: { include: ['red'], exclude: ['blue'] } },
    'a few by id': { ids: [7, 59_000, 3_000, 3_001, 70_000] },
    'one a story': { category: old, distinctStory: true },
  }
  const windows: readonly Window[] = [
    { limit: 50, offset: 0, after: undefined },
    { limit: 50, offset: 700, after: undefined },
    { limit: 50, offset: 0, after: { value: 57, id: 3_000 } },
    { limit: 50, offset: 0, after: { value: 20_000_000, id: 9 } },
  ]

  for (const [name, changes] of Object.entries(filters)) {
    it(`is what sorting all gives: ${name}`, () => {
      const wanted = { ...EVERYTHING, ...changes }

      for (const order of ORDERS) {
        for (const window of windows) {
          expect(selector.select(wanted, order, window)).toEqual(reference(listed, wanted, order, window))
        }
      }
    })
  }
})

function columnsAfter(
  start: readonly Article[],
  steps: readonly { readonly rows: readonly Article[]; readonly gone: readonly number[] }[],
): { columns: Columns; articles: Map<number, Listed> } {
  const articles = new Map(start.map((article) => [article.id, article]))
  const columns = new Columns()
  const row = ({ category, region, language, sources, ...rest }: Article) => ({
    ...rest,
    facet: columns.facets.code({ category, region, language, sources }),
  })
  const ascending = [...articles.values()].sort((a, b) => a.id - b.id)
  columns.reserve(ascending.length)
  for (const article of ascending) columns.append(row(article))
  columns.sort()
  for (const { rows, gone } of steps) {
    const left = gone.filter((id) => !rows.some((row) => row.id === id))
    columns.apply(rows.map(row), left)
    for (const id of left) articles.delete(id)
    for (const article of rows) articles.set(article.id, article)
  }
  // The store may know more than the columns have taken in.
  columns.idsWithTag = (tag) => [...articles.keys(), 9_999_999].filter((id) => tagsOf(id).includes(tag))
  return { columns, articles: represented(columns, articles, row) }
}

/** An article, and whether it stands for its story. */
interface Listed extends Article {
  readonly represents: boolean
}

/** Lets an article of two stories in three stand for its story. */
function represented(
  columns: Columns,
  articles: ReadonlyMap<number, Article>,
  row: (article: Article) => ColumnRow,
): Map<number, Listed> {
  const chosen = new Map<number, number>()
  for (const [storyId, members] of groupBy(articles.values(), (article) => article.storyId)) {
    const representative = members[(storyId * 7) % members.length]
    if (storyId % 3 !== 0 && representative !== undefined) chosen.set(storyId, representative.id)
  }
  const moved = [...chosen].flatMap(([storyId, id]) => columns.represent(storyId, id))
  columns.apply([...articles.values()].filter(({ id }) => moved.includes(id)).map(row), [])
  return new Map(
    [...articles.values()].map((article) => [
      article.id,
      { ...article, represents: chosen.get(article.storyId) === article.id },
    ]),
  )
}

/** The same by the plainest means. */
function reference(
  articles: readonly Listed[],
  filter: ItemFilter,
  order: ItemOrder,
  window: Window,
): Selection {
  const sign = order === 'oldest' ? 1 : -1
  const compare = (a: { value: number; id: number }, b: { value: number; id: number }): number =>
    sign * (a.value - b.value || a.id - b.id)
  const place = (article: Listed) => ({
    value: valueOf(article, order, filter.distinctStory),
    id: article.id,
  })

  const stories = new Set<number>()
  const fitting = articles.filter((article) => fits(article, filter))
  const standIns = new Map(
    fitting.flatMap(({ storyId, id, represents }) => (represents ? [[storyId, id]] : [])),
  )
  const list = fitting
    .sort((a, b) => compare(place(a), place(b)))
    .filter(({ storyId, id }) => {
      if (!filter.distinctStory) return true
      if ((standIns.get(storyId) ?? id) !== id) return false
      const known = stories.has(storyId)
      stories.add(storyId)
      return !known
    })
  const { after } = window
  const before =
    after === undefined ? window.offset : list.filter((article) => compare(place(article), after) <= 0).length
  const page = list.slice(before, before + window.limit)
  const last = page.at(-1)
  return {
    ids: page.map(({ id }) => id),
    total: list.length,
    before: Math.min(before, list.length),
    next: last !== undefined && before + page.length < list.length ? place(last) : undefined,
  }
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

function valueOf(article: Listed, order: ItemOrder, distinctStory: boolean): number {
  if (order === 'score') return article.score
  if (order === 'firstSeen') return article.firstSeenAt
  // Where items of one story stand side by side, only what stands for it has what its coverage gives.
  if (order === 'hot') return article.hot - (distinctStory || article.represents ? 0 : article.lift)
  return order === 'newest' ? article.rankedAt : article.publishedAt
}
