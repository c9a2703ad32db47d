import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { RouteDeps } from '../deps.ts'
import { AnyQuery } from '../query/parameters.ts'
import { type AddRoute, route } from '../routes/route.ts'
import { NOT_FOUND, PROBLEMS } from '../schemas/problem.ts'

interface FileSchema {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  /** With its parameters, as it is sent. */
  readonly mimeType: string
  /** Of the text as JSON; default that it is a text. */
  readonly body?: z.ZodType
  /** Whether some services have no such file. */
  readonly isOptional?: true
  /** The clock's step if its text changes with time, ms. */
  readonly tickMs?: number
}

/**
 * A file that crawlers and programs look for at a known path. It needs no key and ignores parameters.
 *
 * @param prepare called once; what it returns gives the text for a base URL without a slash at its end
 */
export function fileRoute(
  path: string,
  { operationId, summary, description, mimeType, body = z.string(), isOptional, tickMs }: FileSchema,
  prepare: (deps: RouteDeps, app: FastifyInstance) => (baseUrl: string) => string,
): AddRoute {
  const [type = mimeType] = mimeType.split(';')
  const file = { description: 'The file.', content: { [type]: { schema: body } } }
  const schema = {
    operationId,
    tags: ['discovery'],
    summary,
    description: `${description} Needs no API key; parameters are ignored.`,
    security: [],
    querystring: AnyQuery,
    response: { 200: file, 429: PROBLEMS[429], ...(isOptional === true && { 404: NOT_FOUND }) },
  }
  return route(path, schema, (deps, app) => {
    const textFor = prepare(deps, app)
    return (_, baseUrl) => ({
      key: baseUrl + path,
      mimeType,
      maxAgeSeconds: 3600,
      tickMs,
      build: async () => {
        const bytes = Buffer.from(textFor(baseUrl))
        return { bytes: () => bytes }
      },
    })
  })
}
