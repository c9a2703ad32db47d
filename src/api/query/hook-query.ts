import * as z from 'zod'
import { DigestError, messageOf } from '../../model/errors.ts'
import type { ItemFilter } from '../../model/filter.ts'
import { parseQuery } from '../../search/query/parse.ts'
import type { ReadStore } from '../../store/read-store.ts'
import type { Projection } from '../answer/item-entries.ts'
import { LIST_FIELDS } from '../schemas/item.ts'
import { attributeShape, itemFilter, resolveStory } from './item-query.ts'
import { projectionShape } from './list-query.ts'
import { parseQueryString } from './query-string.ts'
import { SEARCH_TEXT } from './search-text.ts'
import { validatorCompiler } from './validate.ts'

const HookQuery = z.strictObject({
  ...attributeShape,
  q: SEARCH_TEXT.optional(),
  ...projectionShape(LIST_FIELDS),
})

/** The `query` of a hook: which items, and what is sent of them. */
export interface ReadHookQuery {
  /** The text of a search, which items must match too. */
  readonly q: string | undefined
  readonly projection: Projection
  /** The filter now: a story may have been merged. */
  filter(store: ReadStore): Promise<ItemFilter>
}

const check = validatorCompiler({ schema: HookQuery, method: 'GET', url: '', httpPart: 'querystring' })

/** @throws DigestError('parameterInvalid', 'parameterUnknown', 'queryInvalid') as a request with this query does */
export function readHookQuery(text: string): ReadHookQuery {
  const checked = check(parseQueryString(text.trim().replace(/^\?/, ''))) as {
    readonly error?: Error
    readonly value?: z.output<typeof HookQuery>
  }
  if (checked.value === undefined) throw checked.error ?? new DigestError('queryInvalid', 'cannot be read')
  const { q, fields, include, maxChars, ...filters } = checked.value
  if (q !== undefined && parseQuery(q).node === undefined)
    throw new DigestError('queryInvalid', `q has no word to look for, or only words to leave out, got '${q}'`)
  const filter = itemFilter(filters, 0)
  return { q, projection: { fields, include, maxChars }, filter: (store) => resolveStory(store, filter) }
}

/** @returns what is wrong with the `query` of a hook, as the rest of a sentence; `undefined` for nothing */
export function hookQueryProblem(text: string): string | undefined {
  try {
    readHookQuery(text)
    return undefined
  } catch (error) {
    return `cannot be read: ${messageOf(error)}`
  }
}
