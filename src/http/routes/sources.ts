import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { minutePlan } from '../answer/minute-plan.ts'
import { wholeListDraft } from '../answer/whole-list.ts'
import { sourceJson } from '../bodies/source.ts'
import type { RouteDeps } from '../deps.ts'
import { NoQuery } from '../query/no-query.ts'
import { listBody } from '../schemas/list.ts'
import { json } from '../schemas/problem.ts'
import { PROBLEMS } from '../schemas/problems.ts'
import { SourceBody } from '../schemas/service.ts'

/** GET /api/sources: each configured source and how it fares. */
export const sourcesRoute: FastifyPluginAsyncZod<RouteDeps> = async (app, deps) => {
  const schema = {
    operationId: 'listSources',
    tags: ['service'],
    summary: 'List the configured sources and how they fare',
    description: 'All of them, in the order of the configuration.',
    querystring: NoQuery,
    response: { 200: json('All sources.', listBody('Sources', SourceBody)), ...PROBLEMS },
  }

  app.get('/api/sources', { schema }, (request, reply) => {
    const baseUrl = deps.baseUrlOf(request)
    const build = async () =>
      wholeListDraft((await deps.store.listSources(deps.now())).map((source) => sourceJson(source, baseUrl)))
    return deps.answer(request, reply, minutePlan(`${baseUrl}/api/sources`, build))
  })
}
