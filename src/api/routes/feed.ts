import * as z from 'zod'
import { EVERYTHING, type ItemFilter, type SearchOrder } from '../../model/filter.ts'
import type { Item } from '../../model/item.ts'
import type { NamedSource } from '../../model/source-report.ts'
import { type EpochMs, SECOND_MS } from '../../model/time.ts'
import type { Walk, WalkSelection, WalkWindow } from '../../model/walk.ts'
import type { ReadStore } from '../../store/read-store.ts'
import type { Plan } from '../answer/answers.ts'
import { cursorAfter, cursorOf } from '../answer/drafts.ts'
import type { RouteDeps } from '../deps.ts'
import { atomFeed } from '../feeds/atom.ts'
import { feedTitle, type WrittenEntry, type WrittenFeed } from '../feeds/feed.ts'
import { jsonFeed, JsonFeedBody } from '../feeds/json-feed.ts'
import { rssFeed } from '../feeds/rss.ts'
import { filterShape, type NamesOf } from '../query/filters.ts'
import { checkRanges, itemFilter, movesWithTime, resolveStory } from '../query/item-query.ts'
import { CURSOR, limitParameter, sortParameter } from '../query/list-query.ts'
import { canonicalQuery } from '../query/query-string.ts'
import { MATCH, readSearch, SEARCH_TEXT } from '../query/search-text.ts'
import { refusal } from '../query/validate.ts'
import { NOT_FOUND, PROBLEMS } from '../schemas/problem.ts'
import { FEED_KEYS } from '../schemas/security.ts'
import { route } from './route.ts'

const USUAL_LIMIT = 50
const USUAL_ORDER = 'newest'

/** Readers expect the newest first. */
const FEED_ORDERS = ['newest', 'firstSeen'] as const

/** Not strict: feed readers add their own parameters. */
const FeedQuery = z
  .object({
    limit: limitParameter(USUAL_LIMIT),
    q: SEARCH_TEXT.optional(),
    match: MATCH,
    sort: sortParameter(FEED_ORDERS, USUAL_ORDER),
    cursor: CURSOR.describe('From `next_url` of the page before, or its header `Link`.'),
    ...filterShape,
  })
  .superRefine(checkRanges)

type FeedQuery = z.output<typeof FeedQuery>

interface FeedFormat {
  readonly path: string
  readonly operationId: string
  readonly name: string
  readonly mediaType: string
  readonly body: z.ZodType
  readonly write: (feed: WrittenFeed) => Buffer
}

function feedPlan(deps: RouteDeps, format: FeedFormat, query: FeedQuery, baseUrl: string): Plan {
  const path = feedPath(format, query)
  return {
    key: `${baseUrl}${path}`,
    mimeType: `${format.mediaType}; charset=utf-8`,
    maxAgeSeconds: 60,
    tickMs: movesWithTime(query) ? SECOND_MS : undefined,
    isOfSearch: query.q !== undefined,
    build: async () => {
      const cursor = cursorOf(format.path, query)
      const now = cursor?.at ?? Math.floor(deps.now() / SECOND_MS) * SECOND_MS
      const sources = await findNamedSources(deps.store, query)
      const { ids, next } = await findIds(deps, query, cursor?.walk, now)
      const entries = await findEntries(deps.store, ids)
      const categoryNames = await deps.store.categoryNames()
      const namesOf: NamesOf = (filter, value) =>
        (filter === 'source' ? sources.get(value)?.name : categoryNames.get(value)) ?? value
      // No order of feeds depends on time. A cursor with the time would change the answer every second.
      const at = movesWithTime(query) ? now : undefined
      const nextPath =
        next && feedPath(format, { ...query, cursor: cursorAfter(format.path, query, next, at) })
      const feed = {
        title: feedTitle(query, namesOf, deps.site.title),
        description: deps.site.description ?? 'What our sources published, newest first.',
        homeUrl: `${baseUrl}${homePath(query)}`,
        docsUrl: `${baseUrl}/docs`,
        logo: deps.site.logo && { url: baseUrl + deps.site.logo.path, mimeType: deps.site.logo.mimeType },
        selfUrl: `${baseUrl}${path}`,
        nextUrl: nextPath && `${baseUrl}${nextPath}`,
        storeId: await deps.store.storeId(),
        path: feedPath(format, { ...query, cursor: undefined }),
        entries,
        categoryNames,
        isOfStories: query.distinct === 'story',
      }
      const updatedAt = newestOf(entries)
      return {
        bytes: (asOf: string) => format.write({ ...feed, updatedAt: updatedAt ?? Date.parse(asOf) }),
        next: nextPath,
      }
    },
  }
}

/** The feed's own address, without default parameters. */
function feedPath(format: FeedFormat, query: FeedQuery): string {
  const usual = [
    ...(query.limit === USUAL_LIMIT ? ['limit'] : []),
    ...(query.sort === USUAL_ORDER ? ['sort'] : []),
  ]
  const parameters = canonicalQuery(query, usual)
  return parameters === '' ? format.path : `${format.path}?${parameters}`
}

/** The view with the same items. The front page shows one item per story. */
function homePath(query: FeedQuery): string {
  const parameters = canonicalQuery(query, ['limit', 'sort', 'match', 'cursor'])
  if (parameters === '' || parameters === 'distinct=story') return '/'
  return `${query.q === undefined ? '/list' : '/search'}?${parameters}`
}

/**
 * The configured sources that the query names.
 *
 * @throws DigestError('notFound') for a source that is not configured and has no items
 */
async function findNamedSources(
  store: ReadStore,
  query: FeedQuery,
): Promise<ReadonlyMap<string, NamedSource>> {
  const { include, exclude } = itemFilter(query, 0).source
  const sources = await store.findSources([...include, ...exclude])
  for (const id of include.filter((id) => !sources.has(id))) {
    const filter: ItemFilter = { ...EVERYTHING, source: { include: [id], exclude: [] } }
    const { total } = await store.select(filter, 'newest', { limit: 1, offset: 0, after: undefined })
    if (total === 0)
      throw refusal('notFound', 'source', id, `no source has the id '${id}'; /api/sources lists them`)
  }
  return sources
}

type FeedPage = Pick<WalkSelection, 'ids' | 'next'>

async function findIds(
  { store, search }: Pick<RouteDeps, 'store' | 'search'>,
  query: FeedQuery,
  after: Walk | undefined,
  now: EpochMs,
): Promise<FeedPage> {
  const filter = await resolveStory(store, itemFilter(query, now))
  const window = { limit: query.limit, offset: 0, after }
  if (query.q === undefined) return store.select(filter, query.sort, window)
  return searchIds({ store, search }, query.q, query, filter, window, now)
}

/**
 * The results of a search in the requested order. Of a relaxed search, only the best: most items with any of the words
 * are not relevant.
 */
async function searchIds(
  { store, search }: Pick<RouteDeps, 'store' | 'search'>,
  q: string,
  { sort, match }: FeedQuery,
  filter: ItemFilter,
  window: WalkWindow,
  now: EpochMs,
): Promise<FeedPage> {
  const { node } = await readSearch(store, q)
  const options = { allWords: match === 'all' }
  const find = (order: SearchOrder) => search.find(node, filter, order, window, now, options)
  // The feed of a relaxed search has one page.
  const best = window.after === undefined ? await find('relevance') : undefined
  if (best?.relaxed !== true) {
    const { hits, next } = await find(sort)
    return { ids: hits.map(({ id }) => id), next }
  }
  const timeOf = (item: Item): EpochMs => (sort === 'firstSeen' ? item.firstSeenAt : item.publishedAt)
  const items = await store.findItems(best.hits.map(({ id }) => id))
  const ordered = items.toSorted((a, b) => timeOf(b) - timeOf(a) || b.id - a.id)
  return { ids: ordered.map(({ id }) => id), next: undefined }
}

async function findEntries(store: ReadStore, ids: readonly number[]): Promise<WrittenEntry[]> {
  const [items, contents] = await Promise.all([store.findItems(ids), store.findHtml(ids)])
  const sources = await store.findSources(new Set(items.map(({ source }) => source)))
  return items.map((item) => ({
    item,
    contentHtml: contents.get(item.id),
    sourceUrl: sources.get(item.source)?.feedUrl,
  }))
}

function newestOf(entries: readonly WrittenEntry[]): EpochMs | undefined {
  const times = entries.map(({ item }) => item.updatedAt ?? item.firstSeenAt)
  return times.length === 0 ? undefined : Math.max(...times)
}

const FORMATS: readonly FeedFormat[] = [
  {
    path: '/feed/rss',
    operationId: 'getRss',
    name: 'RSS 2.0',
    mediaType: 'application/rss+xml',
    body: z.string(),
    write: rssFeed,
  },
  {
    path: '/feed/atom',
    operationId: 'getAtom',
    name: 'Atom 1.0 (RFC 4287)',
    mediaType: 'application/atom+xml',
    body: z.string(),
    write: atomFeed,
  },
  {
    path: '/feed/json',
    operationId: 'getJsonFeed',
    name: 'JSON Feed 1.1',
    mediaType: 'application/feed+json',
    body: JsonFeedBody,
    write: jsonFeed,
  },
]

/** GET /feed/rss, /feed/atom, /feed/json: the newest items. */
export const feedRoutes = FORMATS.map((format) =>
  route(
    format.path,
    {
      operationId: format.operationId,
      tags: ['feeds'],
      summary: `The newest items as ${format.name}`,
      description: 'Other parameters are ignored, since feed readers add their own.',
      security: FEED_KEYS,
      querystring: FeedQuery,
      response: {
        200: { description: 'The feed.', content: { [format.mediaType]: { schema: format.body } } },
        ...PROBLEMS,
        404: NOT_FOUND,
      },
    },
    (deps) => (query, baseUrl) => feedPlan(deps, format, query, baseUrl),
  ),
)
