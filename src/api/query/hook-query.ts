import * as z from 'zod'
import type { ItemFilter } from '../../model/filter.ts'
import type { ReadStore } from '../../store/read-store.ts'
import type { Projection } from '../answer/item-entries.ts'
import { LIST_FIELDS } from '../schemas/item.ts'
import { attributeShape } from './filters.ts'
import { itemFilter, resolveStory } from './item-query.ts'
import { projectionShape } from './list-query.ts'
import { readQuerySetting } from './query-setting.ts'
import { SEARCH_TEXT } from './search-text.ts'

const HookQuery = z.strictObject({
  ...attributeShape,
  q: SEARCH_TEXT.optional(),
  ...projectionShape(LIST_FIELDS),
})

/** The parsed `query` of a hook: which items, and which of their fields to send. */
interface ReadHookQuery {
  /** Search text that items must also match. */
  readonly q: string | undefined
  readonly projection: Projection
  /** The current filter: its story may have been merged. */
  filter(store: ReadStore): Promise<ItemFilter>
}

/** @throws DigestError('parameterInvalid', 'parameterUnknown', 'queryInvalid') as a request with this query does */
export function readHookQuery(text: string): ReadHookQuery {
  const { q, fields, include, maxChars, ...filters } = readQuerySetting(text, HookQuery)
  const filter = itemFilter(filters, 0)
  return { q, projection: { fields, include, maxChars }, filter: (store) => resolveStory(store, filter) }
}
