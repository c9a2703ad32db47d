import type * as z from 'zod'
import { DigestError, messageOf } from '../../model/errors.ts'
import { parseQuery } from '../../search/query/parse.ts'
import { parseQueryString } from './query-string.ts'
import { validatorCompiler } from './validate.ts'

/**
 * Reads a query of the settings like the query of a request.
 *
 * @throws DigestError('parameterInvalid', 'parameterUnknown', 'queryInvalid')
 */
export function readQuerySetting<Query extends { readonly q?: string | undefined }>(
  text: string,
  schema: z.ZodObject & z.ZodType<Query>,
): Query {
  const check = validatorCompiler({ schema, method: 'GET', url: '', httpPart: 'querystring' })
  const values = parseQueryString(text.trim().replace(/^\?/, ''))
  const { value, error } = check(values) as { readonly value?: Query; readonly error?: Error }
  if (value === undefined) throw error ?? new DigestError('queryInvalid', 'cannot be read')
  if (value.q !== undefined && parseQuery(value.q).node === undefined)
    throw new DigestError('queryInvalid', `q has no word to look for, got '${value.q}'`)
  return value
}

/** @returns what is wrong with a query, as the rest of a sentence; `undefined` if it is valid */
export function queryProblem(read: (query: string) => unknown): (query: string) => string | undefined {
  return (query) => {
    try {
      read(query)
      return undefined
    } catch (error) {
      return `cannot be read: ${messageOf(error)}`
    }
  }
}
