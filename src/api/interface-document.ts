import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { UNLIMITED } from './access/rate-limit.ts'
import { exampleProblem } from './errors.ts'
import { exampleOf, isObject, PARAMETER_EXAMPLES, PATH_EXAMPLES, TEXT_EXAMPLES } from './examples.ts'

const COMPONENT = '#/components/schemas/'

/**
 * The finished document: without schemas that nothing refers to, with examples, and with the answers that any path may give.
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
    paths: mapValues(document['paths'], (path, address) =>
      mapValues(path, (operation) => finished(operation, address, kept)),
    ),
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

/** Without an `allOf` around a single reference. */
function simplified(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(simplified)
  if (!isObject(value)) return value
  const { allOf } = value
  if (Array.isArray(allOf) && allOf.length === 1 && Object.keys(value).length === 1)
    return simplified(allOf[0])
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, simplified(child)]))
}

const HEADERS: Readonly<Record<string, { description: string; schema: Json }>> = {
  ETag: { description: 'Strong; for `If-None-Match`.', schema: { type: 'string' } },
  'Last-Modified': {
    description: 'Present if time alone does not change the response; for `If-Modified-Since`.',
    schema: { type: 'string' },
  },
  'Cache-Control': { description: 'How long the response may be cached.', schema: { type: 'string' } },
  Link: {
    description: 'Address of the next page, `rel="next"`, if there is one.',
    schema: { type: 'string' },
  },
  Allow: { description: 'The methods that are allowed.', schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds.', schema: { type: 'integer', minimum: 0 } },
  RateLimit: {
    description: 'Requests that remain, and seconds until the reset.',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': { description: 'The limit and its window.', schema: { type: 'string' } },
}

/** The headers of each status. */
const HEADERS_OF: Readonly<Record<string, readonly string[]>> = {
  200: ['ETag', 'Last-Modified', 'Cache-Control', 'Link'],
  304: ['ETag', 'Last-Modified', 'Cache-Control'],
  405: ['Allow'],
  429: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  503: ['Retry-After'],
}

/** Responses that any path may give. */
const ANYWHERE: Readonly<Record<string, string>> = {
  400: 'The request cannot be read.',
  405: 'Only `GET`, `HEAD` and `OPTIONS` are possible; `Allow` says so.',
  408: 'The request took too long to arrive.',
  431: 'Address and headers are together longer than 16 KiB.',
  500: 'A bug on our side.',
}

const LIMITED = { 429: 'Too many requests; `Retry-After` says when to come back.' }

const PROBLEM_TYPE = 'application/problem+json'

/** An operation with what its route's schemas lack: examples, headers, and the responses of hooks. */
function finished(operation: unknown, address: string, schemas: Json): unknown {
  if (!isObject(operation) || !isObject(operation['responses'])) return operation
  const responses = {
    ...problems({ ...ANYWHERE, ...(UNLIMITED.has(address.replace(/\{(\w+)\}/g, ':$1')) ? {} : LIMITED) }),
    304: { description: 'Unchanged since the response that the caller has.' },
    ...operation['responses'],
  }
  const parameters: readonly unknown[] = Array.isArray(operation['parameters']) ? operation['parameters'] : []
  return {
    ...operation,
    ...(parameters.length === 0
      ? {}
      : { parameters: parameters.map((parameter) => withExample(parameter, address)) }),
    responses: mapValues(responses, (response, status) =>
      withHeaders(withBodyExamples(response, status, schemas), status),
    ),
  }
}

function problems(descriptions: Readonly<Record<string, string>>): Json {
  const content = { [PROBLEM_TYPE]: { schema: { $ref: `${COMPONENT}Problem` } } }
  return Object.fromEntries(
    Object.entries(descriptions).map(([status, description]) => [status, { description, content }]),
  )
}

function withExample(parameter: unknown, address: string): unknown {
  if (!isObject(parameter)) return parameter
  const name = String(parameter['name'])
  return { ...parameter, example: PATH_EXAMPLES[address]?.[name] ?? PARAMETER_EXAMPLES[name] }
}

function withBodyExamples(response: unknown, status: string, schemas: Json): unknown {
  if (!isObject(response) || response['content'] === undefined) return response
  return {
    ...response,
    content: mapValues(response['content'], (media, mimeType) => {
      // A picture has no example in JSON.
      if (!isObject(media) || mimeType.startsWith('image/')) return media
      const example =
        mimeType === PROBLEM_TYPE
          ? exampleProblem(Number(status))
          : (TEXT_EXAMPLES[mimeType] ?? exampleOf(media['schema'], schemas))
      return { ...media, example }
    }),
  }
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

/** Of the interface, not of the program. */
const INTERFACE_VERSION = '1.1.0'

/** Makes the description of the interface from the routes that are registered after this. */
export function describeInterface(app: FastifyInstance, baseUrl: string | undefined): void {
  app.register(swagger, {
    openapi: {
      openapi: '3.0.0',
      info: {
        title: 'Content Digest Service',
        version: INTERFACE_VERSION,
        description:
          'What sources publish, as one clean, ranked, searchable collection. Read-only. Errors are application/problem+json (RFC 9457).',
        contact: { name: 'Whoever runs this service' },
        license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
      },
      servers: [{ url: baseUrl ?? '/' }],
      tags: [
        { name: 'items', description: 'Articles, and the stories they tell.' },
        { name: 'feeds', description: 'The same for feed readers.' },
        { name: 'service', description: 'The service about itself.' },
      ],
      components: {
        securitySchemes: {
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description: 'Only where the operator has configured API keys.',
          },
        },
      },
      security: [{}, { apiKey: [] }],
    },
    transform: createJsonSchemaTransform({}),
    transformObject: createJsonSchemaTransformObject({}),
  })
}
