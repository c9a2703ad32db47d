import type { FastifyInstance, FastifySchema } from 'fastify'
import type { z } from 'zod'
import { JSON_TYPE } from '../answer/answer.ts'
import type { Plan } from '../answer/answers.ts'
import type { RouteDeps } from '../deps.ts'
import { canonicalQuery, type ReadQuery } from '../query/query-string.ts'

/** What checks a path's query and describes the path. */
interface RouteSchema<Query> extends FastifySchema {
  readonly querystring: Query
}

/** A plan whose answer is JSON and depends on path and query, unless it says otherwise. */
type RoutePlan = Omit<Plan, 'key' | 'mimeType'> & Partial<Pick<Plan, 'key' | 'mimeType'>>

/** The parts of a path that vary: `name` of `/digest/:name`. */
type PathParams = Readonly<Record<string, string>>

/** Adds a path to the interface. */
export type AddRoute = (app: FastifyInstance, deps: RouteDeps) => void

/**
 * A path whose answers are kept while they are true.
 *
 * @param prepare called once; what it returns plans the answer to a query
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
      // Checked by its schema.
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
