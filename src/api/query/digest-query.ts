import * as z from 'zod'
import { DIGEST_ORDERS } from '../../model/digest.ts'
import { DigestError } from '../../model/errors.ts'
import { filterShape } from './filters.ts'
import { sortParameter } from './list-query.ts'
import { readQuerySetting } from './query-setting.ts'
import { canonicalQuery, parseQueryString } from './query-string.ts'
import { MATCH, SEARCH_TEXT } from './search-text.ts'

/** Parameters that the digest's window replaces. */
const TIMES = ['from', 'to', 'seenFrom', 'seenTo', 'sinceHours', 'sinceDays'] as const

/** The `query` of a digest, which cannot set times. */
const DigestQuery = z
  .strictObject(filterShape)
  .omit({ from: true, to: true, seenFrom: true, seenTo: true, sinceHours: true, sinceDays: true })
  .extend({ q: SEARCH_TEXT.optional(), match: MATCH, sort: sortParameter(DIGEST_ORDERS, 'score') })

interface ListAddress {
  readonly path: '/api/items' | '/api/search'
  /** Canonical form. */
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
  // Most results of a relaxed search are not relevant.
  return { path: '/api/search', parameters: canonicalQuery({ ...query, q, match: match ?? 'all' }) }
}
