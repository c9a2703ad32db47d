import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { JSON_TYPE } from '../answer/answer.ts'
import { jsonDraft } from '../answer/drafts.ts'
import type { RouteDeps } from '../deps.ts'
import { interfaceDocument } from '../interface-document.ts'
import { AnyQuery } from '../query/parameters.ts'
import { json } from '../schemas/problem.ts'

/** GET /api-docs.json: the interface described by its own schemas. */
export const apiDocsRoute: FastifyPluginAsyncZod<RouteDeps> = async (app, deps) => {
  const schema = {
    operationId: 'describeInterface',
    tags: ['service'],
    summary: 'This description',
    description: 'Made from the schemas that check requests. Parameters are ignored.',
    querystring: AnyQuery,
    response: {
      200: json('An OpenAPI 3.0.0 document.', z.looseObject({ openapi: z.literal('3.0.0') })),
    },
  }

  app.get('/api-docs.json', { schema }, (request, reply) =>
    deps.answer(request, reply, {
      key: '/api-docs.json',
      mimeType: JSON_TYPE,
      maxAgeSeconds: 3600,
      build: async () => jsonDraft(interfaceDocument(app)),
    }),
  )
}
