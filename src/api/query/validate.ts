import type { FastifySchemaCompiler } from 'fastify'
import * as z from 'zod'
import { DigestError, type ErrorCode, type ParameterError } from '../../model/errors.ts'
import { nearest } from '../../model/nearest.ts'
import { type ParsedQueryString, UNDECODABLE } from './query-string.ts'
import { quoted, shortened } from './quoted.ts'

/** A short request must not cause a long response. */
const MAX_ERRORS = 20

/**
 * Makes Fastify check queries by their zod schema and report all errors together. A strict object refuses unknown
 * names. Any other ignores them, except another spelling of a known name, such as `min_points`.
 */
export const validatorCompiler: FastifySchemaCompiler<z.ZodObject> = ({ schema, httpPart }) => {
  // Path parameters are looked up as they are; unknown ones give 404.
  if (httpPart === 'params') return (value: unknown) => ({ value })
  const known = Object.keys(schema.shape)
  const strict = schema.def.catchall instanceof z.ZodNever
  const bareNames = new Set(known.map(bareName))

  return (values: ParsedQueryString) => {
    const undecodable = values[UNDECODABLE]
    const ignoresAll = known.length === 0 && !strict
    if (undecodable !== undefined && !ignoresAll) return { error: undecodableQuery(undecodable) }
    const unknown = Object.keys(values).filter(
      (name) => !known.includes(name) && (strict || bareNames.has(bareName(name))),
    )
    const result = schema.safeParse(values)
    if (result.success && unknown.length === 0) return { value: result.data }
    const issues = result.success ? [] : result.error.issues
    return { error: queryError(values, known, unknown, issues) }
  }
}

export function refusal(code: ErrorCode, parameter: string, value: string, message: string): DigestError {
  return new DigestError(code, message, {
    parameterErrors: [{ parameter, value: shortened(value), message }],
  })
}

/** Reports an issue in a schema's check over several parameters. @param message a whole sentence */
export function refuse(
  context: z.core.$RefinementCtx,
  parameter: string,
  message: string,
  code: ErrorCode = 'parameterInvalid',
): void {
  context.addIssue({ code: 'custom', path: [parameter], params: { code }, message })
}

function undecodableQuery(part: string): DigestError {
  const message = `the query has a percent-encoding that is not UTF-8: ${quoted(part)}`
  return new DigestError('parameterInvalid', message, {
    parameterErrors: [{ parameter: shortened(part.split('=')[0] ?? ''), value: shortened(part), message }],
  })
}

function queryError(
  values: ParsedQueryString,
  known: readonly string[],
  unknown: readonly string[],
  issues: readonly z.core.$ZodIssue[],
): DigestError {
  const checked = issues.filter((issue) => issue.code !== 'unrecognized_keys')
  const errors = [
    ...unknownParameters(unknown.slice(0, MAX_ERRORS), values, known),
    ...checked.slice(0, MAX_ERRORS).map((issue) => issueError(issue, values)),
  ]
  const once = errors.filter((error, at) => errors.findIndex((other) => isSameError(other, error)) === at)
  const codes = checked.map((issue) => codeOf(issue, values))
  const code = unknown.length > 0 ? 'parameterUnknown' : (codes[0] ?? 'parameterInvalid')
  const left = unknown.length - MAX_ERRORS
  const more = left > 0 ? `; and ${left} more unknown parameters` : ''
  return new DigestError(code, `${once.map((error) => error.message).join('; ')}${more}`, {
    parameterErrors: once,
  })
}

/** Names that other services give to our parameters, as `bareName` writes them. */
const ourNameFor = byOtherName({
  offset: ['page', 'start', 'skip'],
  limit: ['perpage', 'pagesize', 'hitsperpage', 'max', 'maxresults', 'count', 'size', 'num', 'n'],
  from: ['since', 'after', 'fromdate', 'datestart', 'startdate', 'publishedafter', 'newerthan', 'begin'],
  to: ['until', 'before', 'todate', 'dateend', 'enddate', 'publishedbefore', 'olderthan', 'end'],
  seenFrom: ['changedafter', 'addedafter'],
  sort: ['order', 'orderby', 'sortby', 'direction'],
  source: ['feed', 'feeds', 'feedid'],
  category: ['topic', 'section', 'folder', 'categoryid'],
  language: ['lang', 'locale'],
  region: ['country', 'countries'],
  q: ['query', 'search', 'keyword', 'keywords'],
})

/** The operator of `q` that does what another service has a parameter for. */
const operatorFor = byOtherName({
  site: ['domain', 'domains', 'excludedomains', 'site', 'sites', 'host', 'publisher'],
  author: ['author', 'authors'],
  title: ['title', 'qintitle', 'intitle', 'searchin', 'in'],
  has: ['has', 'hasimage', 'hasaudio', 'podcast', 'mediatype'],
})

function byOtherName(
  names: Readonly<Record<string, readonly string[]>>,
): (given: string) => string | undefined {
  const ours = new Map(
    Object.entries(names).flatMap(([name, others]) => others.map((other) => [other, name] as const)),
  )
  return (given) => ours.get(bareName(given))
}

/** Names that differ in nothing else are spellings of one. */
function bareName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '')
}

/** The known parameters are listed once, beside the last unknown one that resembles none of them. */
function unknownParameters(
  names: readonly string[],
  values: ParsedQueryString,
  known: readonly string[],
): ParameterError[] {
  const ours = names.map((name) => ourNameFor(name) ?? name)
  const guesses = ours.map((name) => (known.includes(name) ? name : nearest(name, known)))
  const listedAt = guesses.lastIndexOf(undefined)
  const list = known.length === 0 ? 'none is known here' : `known are ${known.join(', ')}`
  return names.map((name, index) => {
    const guess = guesses[index]
    const operator = guess === undefined ? operatorFor(name) : undefined
    const hints = [
      guess !== undefined && `did you mean '${guess}'?`,
      index === listedAt && list,
      guess === undefined && ours[index] === 'q' && '/api/search searches, by q',
      operator !== undefined && `q of /api/search and of feeds has it: ${operator}:… or -${operator}:…`,
    ].filter((hint) => hint !== false)
    const message = [`unknown parameter ${quoted(name)}`, hints.join('; ')].filter(Boolean).join(': ')
    return { parameter: shortened(name), value: valueOf(values, name), message }
  })
}

function issueError(issue: z.core.$ZodIssue, values: ParsedQueryString): ParameterError {
  const parameter = String(issue.path[0] ?? '')
  const value = valueOf(values, parameter)
  if (hasOwnCode(issue)) return { parameter, value, message: issue.message }
  if (value === null) return { parameter, value, message: `${parameter} is required: it ${issue.message}` }
  // One of several words names itself.
  const got = issue.code === 'invalid_value' && issue.path.length > 1 ? '' : `, got ${quoted(value)}`
  return { parameter, value, message: `${parameter} ${issue.message}${got}` }
}

function codeOf(issue: z.core.$ZodIssue, values: ParsedQueryString): ErrorCode {
  if (hasOwnCode(issue)) return (issue.params as { readonly code: ErrorCode }).code
  return valueOf(values, String(issue.path[0])) === null ? 'parameterMissing' : 'parameterInvalid'
}

/** Whether an issue's message is a whole sentence; others continue "name must be …". */
function hasOwnCode(issue: z.core.$ZodIssue): issue is z.core.$ZodIssueCustom {
  return issue.code === 'custom' && issue.params !== undefined
}

function isSameError(one: ParameterError, other: ParameterError): boolean {
  return one.parameter === other.parameter && one.message === other.message
}

function valueOf(values: ParsedQueryString, name: string): string | null {
  // A key sent to a path that takes none.
  if (name.toLowerCase() === 'key') return 'hidden'
  const given = values[name]
  return given === undefined ? null : shortened(given.join(','))
}
