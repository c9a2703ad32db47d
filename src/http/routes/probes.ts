import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { freshAnswer } from '../answer/answer.ts'
import { RETRY_SECONDS } from '../problems.ts'
import type { RouteDeps } from '../deps.ts'
import { NoQuery } from '../query/no-query.ts'
import { json } from '../schemas/problem.ts'
import { PROBLEMS } from '../schemas/problems.ts'
import { LivenessBody, ReadinessBody } from '../schemas/service.ts'

/** GET /livez and /readyz: what a supervisor and a load balancer ask. */
export const probesRoute: FastifyPluginAsyncZod<RouteDeps> = async (app, deps) => {
  const live = {
    operationId: 'getLiveness',
    tags: ['service'],
    summary: 'Whether the process answers',
    description: 'Reads nothing. Where there is no answer the process is to be started again.',
    querystring: NoQuery,
    security: [],
    response: { 200: json('It answers.', LivenessBody), 400: PROBLEMS[400] },
  }
  app.get('/livez', { schema: live }, (request, reply) => {
    const body: z.output<typeof LivenessBody> = { status: 'ok' }
    return deps.send(request, reply, freshAnswer(Buffer.from(JSON.stringify(body))))
  })

  const ready = {
    operationId: 'getReadiness',
    tags: ['service'],
    summary: 'Whether requests can be answered as they should be',
    description:
      'The store is read, and the search index is in memory. Until then requests should go elsewhere, but need not: searches are answered, ranked worse.',
    querystring: NoQuery,
    security: [],
    response: {
      200: json('They can.', ReadinessBody),
      400: PROBLEMS[400],
      503: json('They cannot; `missing` says why.', ReadinessBody),
    },
  }
  app.get('/readyz', { schema: ready }, async (request, reply) => {
    const missing = await findMissing(deps)
    if (missing.length > 0) reply.code(503).header('retry-after', RETRY_SECONDS)
    const body: z.output<typeof ReadinessBody> = { ready: missing.length === 0, missing }
    return deps.send(request, reply, freshAnswer(Buffer.from(JSON.stringify(body))))
  })
}

/** The fields in memory are no part of it: they are loaded before the service listens. */
async function findMissing({
  store,
}: Pick<RouteDeps, 'store'>): Promise<z.output<typeof ReadinessBody>['missing']> {
  try {
    await store.ping()
    return (await store.isSearchIndexLoading()) ? ['searchIndex'] : []
  } catch {
    // Whoever asks learns that the store is missing; the requests that need it log why.
    return ['store']
  }
}
