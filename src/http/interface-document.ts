import type { FastifyInstance } from 'fastify'

const COMPONENT = '#/components/schemas/'

/**
 * The finished document: without schemas that nothing refers to, and open to fields that come later, since
 * a client made from it must not break when an answer tells more.
 */
export function interfaceDocument(app: FastifyInstance): object {
  const document: unknown = simplified(app.swagger())
  if (!isObject(document) || !isObject(document['components'])) return {}
  const { schemas } = document['components']
  if (!isObject(schemas)) return document
  const used = reachable(document['paths'], schemas)
  const kept = Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)))
  return {
    ...document,
    paths: withExchange(document['paths']),
    components: { ...document['components'], schemas: kept },
  }
}

type Json = Readonly<Record<string, unknown>>

/** Names of the schemas that `from` refers to, directly or through others. */
function reachable(from: unknown, schemas: Json): Set<string> {
  const found = new Set<string>()
  const follow = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(follow)
    if (!isObject(value)) return
    const reference = value['$ref']
    if (typeof reference === 'string' && reference.startsWith(COMPONENT)) {
      const name = reference.slice(COMPONENT.length)
      if (found.has(name)) return
      found.add(name)
      follow(schemas[name])
    }
    Object.values(value).forEach(follow)
  }
  follow(from)
  return found
}

/** Without `additionalProperties: false`, and without an `allOf` around a single reference. */
function simplified(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(simplified)
  if (!isObject(value)) return value
  const { allOf } = value
  if (Array.isArray(allOf) && allOf.length === 1 && Object.keys(value).length === 1)
    return simplified(allOf[0])
  const entries = Object.entries(value).filter(
    ([key, child]) => key !== 'additionalProperties' || child !== false,
  )
  return Object.fromEntries(entries.map(([key, child]) => [key, simplified(child)]))
}

const HEADERS: Readonly<Record<string, { description: string; schema: Json }>> = {
  ETag: { description: 'Strong; for `If-None-Match`.', schema: { type: 'string' } },
  'Last-Modified': {
    description: 'Where time alone does not change the answer; for `If-Modified-Since`.',
    schema: { type: 'string' },
  },
  'Cache-Control': { description: 'How long the answer may be kept.', schema: { type: 'string' } },
  Link: {
    description: 'Address of the next page, `rel="next"`, where there is one.',
    schema: { type: 'string' },
  },
  'Retry-After': { description: 'Seconds.', schema: { type: 'integer', minimum: 0 } },
  RateLimit: { description: 'What is left, and for how long.', schema: { type: 'string' } },
  'RateLimit-Policy': { description: 'What is allowed.', schema: { type: 'string' } },
}

/** Which headers come with which status. */
const HEADERS_OF: Readonly<Record<string, readonly string[]>> = {
  200: ['ETag', 'Last-Modified', 'Cache-Control', 'Link'],
  304: ['ETag', 'Last-Modified', 'Cache-Control'],
  429: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  503: ['Retry-After'],
}

/** Adds what the schemas of bodies cannot say: headers, and the answer without a body. */
function withExchange(paths: unknown): unknown {
  return mapValues(paths, (path) =>
    mapValues(path, (operation) => {
      if (!isObject(operation) || !isObject(operation['responses'])) return operation
      const responses = {
        ...operation['responses'],
        304: { description: 'Unchanged since the answer that the caller has.' },
      }
      return { ...operation, responses: mapValues(responses, withHeaders) }
    }),
  )
}

function withHeaders(response: unknown, status: string): unknown {
  const names = HEADERS_OF[status] ?? []
  if (!isObject(response) || names.length === 0) return response
  return { ...response, headers: Object.fromEntries(names.map((name) => [name, HEADERS[name]])) }
}

function mapValues(value: unknown, change: (child: unknown, key: string) => unknown): unknown {
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, change(child, key)]))
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
