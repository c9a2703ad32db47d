import * as z from 'zod'
import { ITEM_ORDERS } from '../../model/filter.ts'
import { SECOND_MS } from '../../model/time.ts'
import { cursorOf, listDraft } from '../answer/drafts.ts'
import { itemEntries } from '../answer/item-entries.ts'
import { filterShape } from '../query/filters.ts'
import { itemFilter, movesWithTime, resolveStory } from '../query/item-query.ts'
import {
  checkList,
  FILTER_NAMES,
  pageShape,
  projectionShape,
  showsThumbnails,
  sortParameter,
} from '../query/list-query.ts'
import { LIST_FIELDS, ListItemBody } from '../schemas/item.ts'
import { listBody } from '../schemas/list.ts'
import { json, PROBLEMS } from '../schemas/problem.ts'
import { route } from './route.ts'

const PATH = '/api/items'

const ItemsQuery = z
  .strictObject({
    ...filterShape,
    sort: sortParameter(ITEM_ORDERS, 'newest'),
    ...pageShape(50),
    ...projectionShape(LIST_FIELDS),
  })
  .superRefine(checkList)

const ECHOED_PARAMETERS = [...FILTER_NAMES, 'sort']

export const itemsRoute = route(
  PATH,
  {
    operationId: 'listItems',
    tags: ['items'],
    summary: 'List items',
    description: 'All filters combine. Unknown names return an empty list.',
    querystring: ItemsQuery,
    response: { 200: json('A page of items.', listBody('Items', ListItemBody)), ...PROBLEMS },
  },
  ({ store, now }) =>
    (query) => ({
      maxAgeSeconds: 15,
      tickMs: movesWithTime(query) ? SECOND_MS : undefined,
      items: showsThumbnails(query) ? undefined : itemFilter(query, 0),
      build: async () => {
        const at = Math.floor(now() / SECOND_MS) * SECOND_MS
        const filter = await resolveStory(store, itemFilter(query, at))
        const cursor = cursorOf(PATH, query)
        const window = { limit: query.limit, offset: query.offset ?? 0, after: cursor?.walk }
        const selection = await store.select(filter, query.sort, window)
        const entries = await itemEntries(store, selection.ids, query)
        return listDraft(PATH, query, ECHOED_PARAMETERS, { ...selection, entries })
      },
    }),
)
