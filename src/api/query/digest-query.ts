import * as z from 'zod'
import { DIGEST_ORDERS } from '../../model/digest.ts'
import { DigestError } from '../../model/errors.ts'
import { filterShape } from './filters.ts'
import { sortParameter } from './list-query.ts'
import { readQuerySetting } from './query-setting.ts'
import { canonicalQuery, parseQueryString } from './query-string.ts'
import { MATCH, SEARCH_TEXT } from './search-text.ts'

/** Parameters that the window of a digest takes the place of. */
const TIMES = ['from', 'to', 'seenFrom', 'seenTo', 'sinceHours', 'sinceDays'] as const

/** The `query` of a digest: which items, without a window of time. */
const DigestQuery = z
  .strictObject(filterShape)
  .omit({ from: true, to: true, seenFrom: true, seenTo: true, sinceHours: true, sinceDays: true })
  .extend({ q: SEARCH_TEXT.optional(), match: MATCH, sort: sortParameter(DIGEST_ORDERS, 'score') })

/** A digest's query, ready for a list. */
export interface ListAddress {
  readonly path: '/api/items' | '/api/search'
  /** In canonical form. */
  readonly parameters: string
}

/**
 * Reads the `query` of a digest.
 *
 * @throws DigestError('parameterInvalid', 'parameterUnknown', 'queryInvalid') as a request with this query does
 */
export function readDigestQuery(text: string): ListAddress {
  const time = TIMES.find((name) => name in parseQueryString(text.replace(/^\?/, '')))
  if (time !== undefined) {
    const message = `has '${time}'; leave it out, since the window of the digest says from when`
    throw new DigestError('parameterInvalid', message)
  }
  const { q, match, ...query } = { ...readQuerySetting(text, DigestQuery), distinct: 'story' }
  if (q === undefined) return { path: '/api/items', parameters: canonicalQuery(query) }
  // Of a relaxed search most results are not relevant.
  return { path: '/api/search', parameters: canonicalQuery({ ...query, q, match: match ?? 'all' }) }
}
