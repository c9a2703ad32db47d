import { createHash } from 'node:crypto'
import * as z from 'zod'
import { type SourceReport, SourceBody } from '../../model/source-report.ts'
import { HEALTH_STATUSES } from '../../model/source.ts'
import { type CategoryReport, CategoryBody } from '../../model/stats.ts'
import { toIso, toIsoOrNull } from '../../model/time.ts'
import { pageOfWhole } from '../../model/walk.ts'
import { fold } from '../../text/fold.ts'
import type { Draft } from '../answer/answers.ts'
import { BY_THE_MINUTE, cursorOf, listDraft, wholeListDraft } from '../answer/drafts.ts'
import { jsonBytes, pickFields } from '../bodies/envelope.ts'
import { attributeShape, choiceOf } from '../query/filters.ts'
import { checkList, CURSOR } from '../query/list-query.ts'
import { NoQuery, someOf, text, wholeNumber } from '../query/parameters.ts'
import { canonicalQuery } from '../query/query-string.ts'
import { listBody } from '../schemas/list.ts'
import { PROBLEMS, json } from '../schemas/problem.ts'
import { SOURCE_FIELDS } from '../schemas/service.ts'
import { route } from './route.ts'

const PATH = '/api/sources'

/** Echoed parameters. */
const FILTERS = ['status', 'category', 'q']

const SourceQuery = z
  .strictObject({
    status: someOf(HEALTH_STATUSES).optional().describe('Only sources with this status.'),
    category: attributeShape.category,
    q: text({ min: 1, max: 100 })
      .optional()
      .describe(
        'Only sources whose id, name or addresses contain this text; case and accents do not matter.',
      ),
    fields: someOf(SOURCE_FIELDS)
      .optional()
      .describe('Only these fields of each source; the response leaves out all others.'),
    limit: wholeNumber({ min: 1, max: 500 }).optional().describe('Maximum number of sources; default all.'),
    offset: wholeNumber({ min: 0 }, 0).optional().describe('Number of sources to skip. Excludes `cursor`.'),
    cursor: CURSOR,
  })
  .superRefine(checkList)

type SourceQuery = z.output<typeof SourceQuery>

/** GET /api/sources: the configured sources and their health. */
export const sourcesRoute = route(
  PATH,
  {
    operationId: 'listSources',
    tags: ['service'],
    summary: 'List the configured sources and their health',
    description: 'In the order of the configuration: all, or those that the filters select.',
    querystring: SourceQuery,
    response: { 200: json('Sources.', listBody('Sources', SourceBody)), ...PROBLEMS },
  },
  ({ store, now }) =>
    (query, baseUrl) => ({
      ...BY_THE_MINUTE,
      key: `${baseUrl}${PATH}?${canonicalQuery(query)}`,
      build: async () => sourcesDraft(await store.listSources(now()), query, baseUrl),
    }),
)

function sourcesDraft(sources: readonly SourceReport[], query: SourceQuery, baseUrl: string): Draft {
  const chosen = chooseSources(sources, query)
  const list = { ...query, limit: query.limit ?? chosen.length }
  const window = { limit: list.limit, offset: query.offset ?? 0, after: cursorOf(PATH, list)?.walk }
  const placeOf = (source: SourceReport, index: number) => ({ id: numberOf(source), value: -index })
  const page = pageOfWhole(chosen, placeOf, window)
  const entries = page.entries.map((source) =>
    jsonBytes(pickFields(sourceJson(source, baseUrl), query.fields)),
  )
  const { total, before, next } = page
  return listDraft(PATH, list, FILTERS, { entries, total, before, next })
}

/** A number for cursors: 48 bits of the hash of the id. */
function numberOf({ id }: SourceReport): number {
  return createHash('sha256').update(id).digest().readUIntBE(0, 6)
}

/** The sources that match a query, in the order of the configuration. */
function chooseSources(sources: readonly SourceReport[], query: SourceQuery): SourceReport[] {
  const { include, exclude } = choiceOf(query.category ?? [])
  const sought = query.q === undefined ? '' : fold(query.q.trim())
  return sources.filter(
    ({ category, health, id, name, feedUrl, siteUrl }) =>
      (query.status?.includes(health.status) ?? true) &&
      (include.length === 0 || include.includes(category)) &&
      !exclude.includes(category) &&
      [id, name, feedUrl, siteUrl ?? ''].some((value) => fold(value).includes(sought)),
  )
}

/** GET /api/categories: categories of items or sources, largest first. */
export const categoriesRoute = route(
  '/api/categories',
  {
    operationId: 'listCategories',
    tags: ['items'],
    summary: 'List the categories',
    description: 'Largest first. Each item has one category, so the counts add up to the number of items.',
    querystring: NoQuery,
    response: { 200: json('All categories.', listBody('Categories', CategoryBody)), ...PROBLEMS },
  },
  ({ store, now }) =>
    () => ({
      ...BY_THE_MINUTE,
      build: async () => wholeListDraft((await store.listCategories(now())).map(categoryJson)),
    }),
)

/** @param baseUrl of links, without a trailing slash */
function sourceJson(source: SourceReport, baseUrl: string): z.output<typeof SourceBody> {
  const { health } = source
  return {
    id: source.id,
    name: source.name,
    type: source.type,
    feedUrl: source.feedUrl,
    siteUrl: source.siteUrl,
    category: source.category,
    categoryName: source.categoryName,
    region: source.region,
    language: source.language,
    enabled: source.enabled,
    iconUrl: source.hasIcon ? `${baseUrl}/icons/${source.id}` : null,
    itemCount: source.itemCount,
    itemsLast24h: source.itemsLast24h,
    lastItemAt: toIsoOrNull(source.lastItemAt),
    silentSince: toIsoOrNull(source.silentSince),
    health: {
      ...health,
      lastVisitAt: toIsoOrNull(health.lastVisitAt),
      lastSuccessAt: toIsoOrNull(health.lastSuccessAt),
      nextVisitAt: toIsoOrNull(health.nextVisitAt),
      lastError: health.lastError && { ...health.lastError, at: toIso(health.lastError.at) },
    },
  }
}

function categoryJson(category: CategoryReport): z.output<typeof CategoryBody> {
  return { ...category, latestAt: toIsoOrNull(category.latestAt) }
}
