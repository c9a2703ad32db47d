import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { freshAnswer } from '../answer/answer.ts'
import { healthJson, observe } from '../bodies/health.ts'
import type { RouteDeps } from '../deps.ts'
import { NoQuery } from '../query/no-query.ts'
import { json, problem } from '../schemas/problem.ts'
import { HealthBody } from '../schemas/service.ts'

/** GET /api/health: whether the service can do its work. Never triggers any. */
export const healthRoute: FastifyPluginAsyncZod<RouteDeps> = async (app, deps) => {
  const schema = {
    operationId: 'getHealth',
    tags: ['service'],
    summary: 'Whether the service can do its work',
    description: 'Asks for no API key and is never limited in rate, for whoever watches the service.',
    querystring: NoQuery,
    security: [],
    response: {
      200: json('It can: `ok`, or `degraded` where part of it is in trouble.', HealthBody),
      400: problem('It takes no parameters.'),
      503: json('It cannot: `down`.', HealthBody),
    },
  }

  app.get('/api/health', { schema }, async (request, reply) => {
    const health = healthJson(deps, await observe(deps), deps.now())
    reply.code(health.status === 'down' ? 503 : 200)
    await deps.send(request, reply, freshAnswer(Buffer.from(JSON.stringify(health))))
  })
}
