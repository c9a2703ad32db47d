import * as z from 'zod'
import { jsonDraft } from '../answer/drafts.ts'
import { interfaceDocument } from '../interface-document.ts'
import { AnyQuery } from '../query/parameters.ts'
import { json } from '../schemas/problem.ts'
import { route } from './route.ts'

/** GET /api-docs.json: the interface described by its own schemas. */
export const apiDocsRoute = route(
  '/api-docs.json',
  {
    operationId: 'describeInterface',
    tags: ['service'],
    summary: 'This description',
    description: 'Made from the schemas that check requests. Parameters are ignored.',
    querystring: AnyQuery,
    response: {
      200: json('An OpenAPI 3.0.0 document.', z.looseObject({ openapi: z.literal('3.0.0') })),
    },
  },
  (_, app) => () => ({ maxAgeSeconds: 3600, build: async () => jsonDraft(interfaceDocument(app)) }),
)
