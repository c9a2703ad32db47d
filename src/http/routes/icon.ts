import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { DigestError } from '../../domain/errors.ts'
import { ICON_TYPES } from '../../domain/icon.ts'
import { DAY_MS, SECOND_MS } from '../../domain/time.ts'
import { Answer } from '../answer/answer.ts'
import type { RouteDeps } from '../deps.ts'
import { problem } from '../schemas/problem.ts'
import { PROBLEMS } from '../schemas/problems.ts'

const IconParams = z.object({ source: z.string().describe('Id of a source, as `/api/sources` tells it.') })

/** A picture, and nothing else: should one be opened as a page, nothing in it runs or loads. */
const POLICY = "default-src 'none'; sandbox"

const Picture = z.string().meta({ format: 'binary' })

/** GET /icons/SOURCE: the picture of a source. */
export const iconRoute: FastifyPluginAsyncZod<RouteDeps> = async (app, deps) => {
  const schema = {
    operationId: 'getIcon',
    tags: ['service'],
    summary: 'The icon of a source',
    description:
      'As its feed or its site states it, at most 1,024 pixels a side. Looked for again each week.',
    params: IconParams,
    querystring: z.object({}),
    response: {
      200: {
        description: 'The picture.',
        content: Object.fromEntries(ICON_TYPES.map((type) => [type, { schema: Picture }])),
      },
      400: PROBLEMS[400],
      404: problem('There is no such source, or no icon of it.'),
      500: PROBLEMS[500],
      503: PROBLEMS[503],
    },
  }

  app.get('/icons/:source', { schema }, async (request, reply) => {
    const { source } = request.params
    const icon = await deps.store.findIcon(source)
    if (icon === undefined) {
      throw new DigestError('notFound', `There is no icon of a source '${source.slice(0, 100)}'.`)
    }
    reply.header('content-security-policy', POLICY)
    return deps.send(
      request,
      reply,
      new Answer({
        bytes: icon.bytes,
        asOf: '',
        changedAt: undefined,
        next: undefined,
        mimeType: icon.mimeType,
        maxAgeSeconds: DAY_MS / SECOND_MS,
      }),
    )
  })
}
