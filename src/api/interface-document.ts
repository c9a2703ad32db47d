import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { isObject, type JsonObject } from '../model/json-object.ts'
import { UNLIMITED } from './access/rate-limit.ts'
import { jsonDraft } from './answer/drafts.ts'
import { exampleProblem } from './errors.ts'
import { exampleOf, PARAMETER_EXAMPLES, PATH_EXAMPLES, TEXT_EXAMPLES } from './examples.ts'
import { listOf, mapValues, objectOf } from './json-value.ts'
import { AnyQuery } from './query/parameters.ts'
import { route } from './routes/route.ts'
import { BAD_REQUEST, json } from './schemas/problem.ts'
import { KEYS, SECURITY_SCHEMES } from './schemas/security.ts'
import { shareParts } from './shared-parts.ts'

const COMPONENT = '#/components/schemas/'

/**
 * Completes the OpenAPI document: drops unused schemas, adds examples and common responses, and moves repeated parts
 * into components.
 */
export function interfaceDocument(app: FastifyInstance): object {
  const document = objectOf(normalised(app.swagger()))
  const components = objectOf(document['components'])
  const schemas = objectOf(components['schemas'])
  const used = reachable(document['paths'], schemas)
  const kept = Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)))
  const { paths, parameters, responses } = shareParts(
    mapValues(document['paths'], (path, address) =>
      mapValues(path, (operation) => finished(operation, address, kept)),
    ),
  )
  return {
    ...document,
    paths,
    components: { ...components, schemas: kept, parameters, responses, headers: HEADERS },
  }
}

/** Names of the schemas that `from` refers to, directly or indirectly. */
function reachable(from: unknown, schemas: JsonObject): Set<string> {
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

/** Largest whole number that generated clients hold without `format: int64`. */
const MAX_INT32 = 2_147_483_647

/** Removes an `allOf` around a single reference, and marks integers that need 64 bits. */
function normalised(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normalised)
  if (!isObject(value)) return value
  const { allOf, type, maximum } = value
  if (Array.isArray(allOf) && allOf.length === 1 && Object.keys(value).length === 1)
    return normalised(allOf[0])
  const isLong = type === 'integer' && (typeof maximum !== 'number' || maximum > MAX_INT32)
  return { ...mapValues(value, normalised), ...(isLong && { format: 'int64' }) }
}

function textHeader(description: string) {
  return { description, schema: { type: 'string' } }
}

const HEADERS = {
  ETag: textHeader('Strong; for `If-None-Match`.'),
  'Last-Modified': textHeader('Present if time alone does not change the response; for `If-Modified-Since`.'),
  'Cache-Control': textHeader('How long the response may be cached.'),
  Link: textHeader(
    'The next page (`next`), if there is one; under `/api` also this description (`service-desc`) and its documentation (`service-doc`).',
  ),
  Allow: textHeader('The methods that are allowed.'),
  'Retry-After': { description: 'Seconds.', schema: { type: 'integer', format: 'int64', minimum: 0 } },
  RateLimit: textHeader('Requests that remain, and seconds until the reset.'),
  'RateLimit-Policy': textHeader('The limit and its window.'),
}

const HEADERS_OF: Readonly<Record<string, readonly string[]>> = {
  200: ['ETag', 'Last-Modified', 'Cache-Control', 'Link'],
  304: ['ETag', 'Last-Modified', 'Cache-Control'],
  405: ['Allow'],
  429: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  503: ['Retry-After'],
}

/** Responses that any path may give. */
const ANYWHERE: Readonly<Record<string, string>> = {
  400: BAD_REQUEST,
  405: 'Only `GET`, `HEAD` and `OPTIONS` are possible; `Allow` says so.',
  408: 'The request took too long to arrive.',
  431: 'Address and headers are together longer than 16 KiB.',
  500: 'A bug on our side.',
}

const LIMITED = { 429: 'Too many requests; `Retry-After` says when to come back.' }

const PROBLEM_TYPE = 'application/problem+json'

/** Adds what the route's schemas lack: examples, headers, and responses of hooks. */
function finished(operation: unknown, address: string, schemas: JsonObject): unknown {
  if (!isObject(operation)) return operation
  const responses = {
    ...problems({ ...ANYWHERE, ...(UNLIMITED.has(address.replace(/\{(\w+)\}/g, ':$1')) ? {} : LIMITED) }),
    304: { description: 'Unchanged since the response that the caller has.' },
    ...objectOf(operation['responses']),
  }
  const parameters = listOf(operation['parameters'])
  return {
    ...operation,
    ...(parameters.length === 0
      ? {}
      : { parameters: parameters.map((parameter) => finishedParameter(parameter, address)) }),
    responses: mapValues(responses, (response, status) =>
      withHeaders(withBodyExamples(response, status, schemas), status),
    ),
  }
}

function problems(descriptions: Readonly<Record<string, string>>): JsonObject {
  const content = { [PROBLEM_TYPE]: { schema: { $ref: `${COMPONENT}Problem` } } }
  return mapValues(descriptions, (description) => ({ description, content }))
}

/**
 * With an example. Lists are comma-separated. The service also reads repeated names, but OpenAPI can describe only one
 * form.
 */
function finishedParameter(parameter: unknown, address: string): unknown {
  const { name, schema, ...rest } = objectOf(parameter)
  const isList = objectOf(schema)['type'] === 'array'
  const example = PATH_EXAMPLES[address]?.[String(name)] ?? PARAMETER_EXAMPLES[String(name)]
  return { name, ...rest, ...(isList && { style: 'form', explode: false }), schema, example }
}

function withBodyExamples(response: unknown, status: string, schemas: JsonObject): unknown {
  if (!isObject(response) || response['content'] === undefined) return response
  return {
    ...response,
    content: mapValues(response['content'], (media, mimeType) => {
      // Images have no JSON example.
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
  return {
    ...response,
    headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
  }
}

/** Version of the interface, not of the program. */
const INTERFACE_VERSION = '1.1.0'

/** Generates the OpenAPI document from the routes that are registered after this call. */
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
        { name: 'items', description: 'Articles and stories.' },
        { name: 'feeds', description: 'The same for feed readers.' },
        { name: 'digests', description: 'Editions, made on schedule and never changed.' },
        { name: 'service', description: 'The service about itself.' },
        { name: 'discovery', description: 'For crawlers and other programs.' },
      ],
      components: { securitySchemes: SECURITY_SCHEMES },
      security: KEYS,
    },
    transform: createJsonSchemaTransform({}),
    transformObject: createJsonSchemaTransformObject({}),
  })
}

/** GET /api-docs.json: the OpenAPI document. */
export const apiDocsRoute = route(
  '/api-docs.json',
  {
    operationId: 'describeInterface',
    tags: ['service'],
    summary: 'This description',
    description: 'Made from the schemas that check requests. Parameters are ignored.',
    querystring: AnyQuery,
    response: {
      200: json('An OpenAPI 3.0.0 document.', z.looseObject({ openapi: z.literal('3.0.0') })),
    },
  },
  (_, app) => () => ({ maxAgeSeconds: 3600, build: async () => jsonDraft(interfaceDocument(app)) }),
)
