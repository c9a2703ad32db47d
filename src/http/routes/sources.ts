import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { minutePlan } from '../answer/minute-plan.ts'
import type { Draft } from '../answer/answers.ts'
import { listBytes, listEntry } from '../bodies/envelope.ts'
import { sourceJson } from '../bodies/source.ts'
import type { SourceReport } from '../../domain/source.ts'
import type { RouteDeps } from '../deps.ts'
import { canonicalQuery } from '../query/canonical-query.ts'
import { queryJson } from '../query/list-query.ts'
import { chooseSources, SourceQuery } from '../query/source-query.ts'
import { listBody } from '../schemas/list.ts'
import { json } from '../schemas/problem.ts'
import { PROBLEMS } from '../schemas/problems.ts'
import { ListedSourceBody } from '../schemas/service.ts'

const PATH = '/api/sources'

/** What the answer repeats of the query. */
const FILTERS = ['status', 'category', 'q']

/** GET /api/sources: the configured sources and how they fare. */
export const sourcesRoute: FastifyPluginAsyncZod<RouteDeps> = async (app, deps) => {
  const schema = {
    operationId: 'listSources',
    tags: ['service'],
    summary: 'List the configured sources and how they fare',
    description: 'In the order of the configuration: all of them, or those that are asked for.',
    querystring: SourceQuery,
    response: { 200: json('Sources.', listBody('Sources', ListedSourceBody)), ...PROBLEMS },
  }

  app.get(PATH, { schema }, (request, reply) => {
    const baseUrl = deps.baseUrlOf(request)
    const { query } = request
    const build = async () => sourcesDraft(await deps.store.listSources(deps.now()), query, baseUrl)
    return deps.answer(request, reply, minutePlan(`${baseUrl}${PATH}?${canonicalQuery(query)}`, build))
  })
}

function sourcesDraft(sources: readonly SourceReport[], query: SourceQuery, baseUrl: string): Draft {
  const { offset, fields } = query
  const chosen = chooseSources(sources, query)
  const limit = query.limit ?? chosen.length
  const page = chosen.slice(offset, offset + limit)
  const hasMore = offset + page.length < chosen.length
  const entries = page.map((source) => {
    const json: Readonly<Record<string, unknown>> = sourceJson(source, baseUrl)
    const shown = fields === undefined ? json : Object.fromEntries(fields.map((name) => [name, json[name]]))
    return listEntry(JSON.stringify(shown))
  })
  const envelope = {
    total: chosen.length,
    limit,
    offset,
    hasMore,
    nextCursor: null,
    query: queryJson(query, FILTERS),
  }
  const next = hasMore ? `${PATH}?${canonicalQuery({ ...query, offset: offset + limit })}` : undefined
  return { bytes: (asOf) => listBytes(entries, envelope, asOf), next }
}
