import type { FastifyInstance, FastifySchema } from 'fastify'
import type { z } from 'zod'
import { JSON_TYPE } from '../answer/answer.ts'
import type { Plan } from '../answer/answers.ts'
import type { RouteDeps } from '../deps.ts'
import { canonicalQuery, type ReadQuery } from '../query/query-string.ts'

/** Checks and documents a path's query. */
interface RouteSchema<Query> extends FastifySchema {
  readonly querystring: Query
}

/** A plan; the answer is JSON, and its key is path and query unless the plan has another. */
type RoutePlan = Omit<Plan, 'key' | 'mimeType'> & Partial<Pick<Plan, 'key' | 'mimeType'>>

/** Path parameters: `name` in `/digest/:name`. */
type PathParams = Readonly<Record<string, string>>

export type AddRoute = (app: FastifyInstance, deps: RouteDeps) => void

/**
 * A path whose answers are cached.
 *
 * @param prepare called once; its result plans the answer to a query
 */
export function route<Query extends z.ZodType<ReadQuery>>(
  path: string,
  schema: RouteSchema<Query>,
  prepare: (
    deps: RouteDeps,
    app: FastifyInstance,
  ) => (query: z.output<Query>, baseUrl: string, params: PathParams) => RoutePlan | Promise<RoutePlan>,
): AddRoute {
  return (app, deps) => {
    const planFor = prepare(deps, app)
    app.get(path, { schema }, async (request, reply) => {
      // The schema has checked it.
      const query = request.query as z.output<Query>
      const plan = await planFor(query, deps.baseUrlOf(request), request.params as PathParams)
      return deps.answer(request, reply, {
        key: `${path}?${canonicalQuery(query)}`,
        mimeType: JSON_TYPE,
        ...plan,
      })
    })
  }
}
