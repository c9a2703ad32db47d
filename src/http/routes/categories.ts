import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { minutePlan } from '../answer/minute-plan.ts'
import { wholeListDraft } from '../answer/whole-list.ts'
import { categoryJson } from '../bodies/source.ts'
import type { RouteDeps } from '../deps.ts'
import { NoQuery } from '../query/no-query.ts'
import { listBody } from '../schemas/list.ts'
import { json } from '../schemas/problem.ts'
import { PROBLEMS } from '../schemas/problems.ts'
import { CategoryBody } from '../schemas/service.ts'

/** GET /api/categories: the categories that items or sources have, largest first. */
export const categoriesRoute: FastifyPluginAsyncZod<RouteDeps> = async (app, deps) => {
  const schema = {
    operationId: 'listCategories',
    tags: ['items'],
    summary: 'List the categories',
    description: 'Largest first. Each item has one category, so the counts add up to the number of items.',
    querystring: NoQuery,
    response: { 200: json('All categories.', listBody('Categories', CategoryBody)), ...PROBLEMS },
  }

  app.get('/api/categories', { schema }, (request, reply) =>
    deps.answer(
      request,
      reply,
      minutePlan('/api/categories', async () =>
        wholeListDraft((await deps.store.listCategories(deps.now())).map(categoryJson)),
      ),
    ),
  )
}
