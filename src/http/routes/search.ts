import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { QueryNode } from '../../domain/search.ts'
import { highlight } from '../../domain/text/highlight.ts'
import { MINUTE_MS, SECOND_MS } from '../../domain/time.ts'
import type { ItemJson } from '../bodies/item.ts'
import type { Plan } from '../answer/answers.ts'
import { JSON_TYPE } from '../answer/answer.ts'
import { itemEntries } from '../answer/item-entries.ts'
import { cursorOf, listDraft } from '../answer/list-draft.ts'
import type { RouteDeps } from '../deps.ts'
import { canonicalQuery } from '../query/canonical-query.ts'
import { filterShape, itemFilter, movesWithTime } from '../query/item-query.ts'
import {
  checkList,
  FILTER_NAMES,
  lookShape,
  pageShape,
  SEARCH_ORDERS,
  sortParameter,
} from '../query/list-query.ts'
import { resolveStory } from '../query/resolve-story.ts'
import { readSearch, searchText } from '../query/search-text.ts'
import { FOUND_FIELDS, FoundItemBody } from '../schemas/item.ts'
import { listBody } from '../schemas/list.ts'
import { json } from '../schemas/problem.ts'
import { PROBLEMS } from '../schemas/problems.ts'

const PATH = '/api/search'

const SearchQuery = z
  .strictObject({
    q: searchText(),
    ...filterShape,
    sort: sortParameter(SEARCH_ORDERS, 'relevance'),
    ...pageShape(20),
    ...lookShape(FOUND_FIELDS),
  })
  .superRefine(checkList)

type SearchQuery = z.output<typeof SearchQuery>

const TOLD = ['q', ...FILTER_NAMES, 'sort']

/** GET /api/search: the items that match a query, best first. */
export const searchRoute: FastifyPluginAsyncZod<RouteDeps> = async (app, deps) => {
  const schema = {
    operationId: 'searchItems',
    tags: ['items'],
    summary: 'Search items',
    description:
      'Case and accents do not matter, and the forms of a word meet. Any text is a valid query, as long as it names something to look for.',
    querystring: SearchQuery,
    response: { 200: json('A page of items found.', listBody('Found', FoundItemBody)), ...PROBLEMS },
  }

  app.get(PATH, { schema }, (request, reply) => deps.answer(request, reply, searchPlan(deps, request.query)))
}

function searchPlan(deps: RouteDeps, query: SearchQuery): Plan {
  // Relevance fades with age, so even a search without a time range moves, though slowly.
  const tickMs = movesWithTime(query) ? SECOND_MS : MINUTE_MS
  return {
    key: `${PATH}?${canonicalQuery(query)}`,
    mimeType: JSON_TYPE,
    maxAgeSeconds: 15,
    tickMs,
    build: async () => {
      const { node, text } = readSearch(query.q)
      const cursor = cursorOf(PATH, query)
      const at = cursor?.at ?? Math.floor(deps.now() / tickMs) * tickMs
      const filter = await resolveStory(deps.store, itemFilter(query, at))
      const window = { limit: query.limit, offset: query.offset ?? 0, after: cursor?.place }
      const found = await deps.store.search(node, filter, query.sort, window, at)
      const relevance = new Map(found.hits.map((hit) => [hit.id, hit.relevance]))
      const entries = await itemEntries(deps, [...relevance.keys()], query, (id, json) => ({
        relevance: relevance.get(id) ?? 0,
        highlights: highlightsOf(json(), node),
      }))
      return listDraft(PATH, query, TOLD, {
        entries,
        total: found.total,
        before: found.before,
        next: found.next,
        at,
        query: { q: text },
      })
    },
  }
}

function highlightsOf(json: string, node: QueryNode) {
  const item = JSON.parse(json) as Pick<ItemJson, 'title' | 'summary' | 'language'>
  return {
    title: highlight(item.title, node, item.language, { field: 'title' }),
    summary: highlight(item.summary, node, item.language),
  }
}
