import type { z } from 'zod'
import { freshAnswer } from '../answer/answer.ts'
import { healthJson, observe } from '../bodies/health.ts'
import type { RouteDeps } from '../deps.ts'
import { RETRY_SECONDS } from '../errors.ts'
import { AnyQuery } from '../query/parameters.ts'
import { json } from '../schemas/problem.ts'
import { HealthBody, LivenessBody, ReadinessBody } from '../schemas/service.ts'
import type { AddRoute } from './route.ts'

/** GET /api/health: whether the service works. It only reads. */
export const healthRoute: AddRoute = (app, deps) => {
  const schema = {
    operationId: 'getHealth',
    tags: ['service'],
    summary: 'Whether the service can do its work',
    description: 'For monitoring: needs no API key and is never rate-limited. Parameters are ignored.',
    querystring: AnyQuery,
    security: [],
    response: {
      200: json('It can: `ok`, or `degraded` where part of it is in trouble.', HealthBody),
      503: json('It cannot: `down`.', HealthBody),
    },
  }

  app.get('/api/health', { schema }, async (request, reply) => {
    const [seen, measured] = await Promise.all([observe(deps), deps.machineTroubles()])
    const health = healthJson(deps, seen, measured, deps.now())
    reply.code(health.status === 'down' ? 503 : 200)
    await deps.send(request, reply, freshAnswer(health))
  })
}

/** GET /livez and /readyz: for supervisors and load balancers. */
export const probesRoute: AddRoute = (app, deps) => {
  const live = {
    operationId: 'getLiveness',
    tags: ['service'],
    summary: 'Whether the process answers',
    description: 'Reads nothing. Restart the process if there is no response. Parameters are ignored.',
    querystring: AnyQuery,
    security: [],
    response: { 200: json('It answers.', LivenessBody) },
  }
  app.get('/livez', { schema: live }, (request, reply) => {
    const body: z.output<typeof LivenessBody> = { status: 'ok' }
    return deps.send(request, reply, freshAnswer(body))
  })

  const ready = {
    operationId: 'getReadiness',
    tags: ['service'],
    summary: 'Whether requests can be answered',
    description:
      'Ready once the store can be read and the search index is in memory. Not ready once the service is about to end. Parameters are ignored.',
    querystring: AnyQuery,
    security: [],
    response: {
      200: json('They can.', ReadinessBody),
      503: json('They cannot; `missing` says why.', ReadinessBody),
    },
  }
  app.get('/readyz', { schema: ready }, async (request, reply) => {
    const missing = await findMissing(deps)
    if (missing.length > 0) reply.code(503).header('retry-after', RETRY_SECONDS)
    const body: z.output<typeof ReadinessBody> = { ready: missing.length === 0, missing }
    return deps.send(request, reply, freshAnswer(body))
  })
}

/** The columns are not checked: they are loaded before the service listens. */
async function findMissing({
  store,
  search,
  state,
}: RouteDeps): Promise<z.output<typeof ReadinessBody>['missing']> {
  if (state.isStopping) return ['stopping']
  try {
    await store.ping()
    return (await search.state()).status === 'ready' ? [] : ['searchIndex']
  } catch {
    // The response reports that the store is missing; the requests that need it log the cause.
    return ['store']
  }
}
