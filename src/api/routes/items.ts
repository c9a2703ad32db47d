import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { SECOND_MS } from '../../model/time.ts'
import { JSON_TYPE } from '../answer/answer.ts'
import { cursorOf, listDraft } from '../answer/drafts.ts'
import { itemEntries } from '../answer/item-entries.ts'
import type { RouteDeps } from '../deps.ts'
import { filterShape, itemFilter, movesWithTime, resolveStory } from '../query/item-query.ts'
import {
  checkList,
  FILTER_NAMES,
  ITEM_ORDERS,
  projectionShape,
  pageShape,
  sortParameter,
} from '../query/list-query.ts'
import { canonicalQuery } from '../query/query-string.ts'
import { LIST_FIELDS, ListItemBody } from '../schemas/item.ts'
import { listBody } from '../schemas/list.ts'
import { json, PROBLEMS } from '../schemas/problem.ts'

const PATH = '/api/items'

const ItemsQuery = z
  .strictObject({
    ...filterShape,
    sort: sortParameter(ITEM_ORDERS, 'newest'),
    ...pageShape(50),
    ...projectionShape(LIST_FIELDS),
  })
  .superRefine(checkList)

type ItemsQuery = z.output<typeof ItemsQuery>

const ECHOED_PARAMETERS = [...FILTER_NAMES, 'sort']

/** GET /api/items: a page of items in the requested order. */
export const itemsRoute: FastifyPluginAsyncZod<RouteDeps> = async (app, deps) => {
  const schema = {
    operationId: 'listItems',
    tags: ['items'],
    summary: 'List items',
    description: 'All filters combine. Unknown names return an empty list.',
    querystring: ItemsQuery,
    response: { 200: json('A page of items.', listBody('Items', ListItemBody)), ...PROBLEMS },
  }

  app.get(PATH, { schema }, (request, reply) => deps.answer(request, reply, itemsPlan(deps, request.query)))
}

function itemsPlan(deps: RouteDeps, query: ItemsQuery) {
  return {
    key: `${PATH}?${canonicalQuery(query)}`,
    mimeType: JSON_TYPE,
    maxAgeSeconds: 15,
    tickMs: movesWithTime(query) ? SECOND_MS : undefined,
    items: showsThumbnails(query) ? undefined : itemFilter(query, 0),
    build: async () => {
      const now = Math.floor(deps.now() / SECOND_MS) * SECOND_MS
      const filter = await resolveStory(deps.store, itemFilter(query, now))
      const cursor = cursorOf(PATH, query)
      const window = { limit: query.limit, offset: query.offset ?? 0, after: cursor?.walk }
      const selection = await deps.store.select(filter, query.sort, window)
      const entries = await itemEntries(deps.store, selection.ids, query)
      return listDraft(PATH, query, ECHOED_PARAMETERS, { ...selection, entries })
    },
  }
}

/** Pictures come without a change of their item. */
function showsThumbnails({ fields = [], include = [] }: ItemsQuery): boolean {
  return fields.includes('hasThumbnail') || include.includes('thumbnail')
}
