import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { minutePlan, wholeListDraft } from '../answer/drafts.ts'
import { categoryJson } from '../bodies/source.ts'
import type { RouteDeps } from '../deps.ts'
import { NoQuery } from '../query/parameters.ts'
import { listBody } from '../schemas/list.ts'
import { json, PROBLEMS } from '../schemas/problem.ts'
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
