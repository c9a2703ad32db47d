import * as z from 'zod'
import { DigestError } from '../../model/errors.ts'
import { ICON_TYPES, THUMBNAIL_TYPE } from '../../model/picture.ts'
import { DAY_MS, SECOND_MS } from '../../model/time.ts'
import { Answer } from '../answer/answer.ts'
import { AnyQuery } from '../query/parameters.ts'
import { NOT_FOUND, PROBLEMS } from '../schemas/problem.ts'
import type { AddRoute } from './route.ts'

const IconParams = z.object({ source: z.string().describe('Id of a source, as in `/api/sources`.') })
const ThumbnailParams = z.object({ item: z.string().describe('Id of an item, as in `/api/items`.') })

/** A picture only: if it is opened as a page, nothing in it runs or loads. */
const POLICY = "default-src 'none'; sandbox"

const Picture = z.string().meta({ format: 'binary' })

/** GET /icons/SOURCE: the picture of a source. */
export const iconRoute: AddRoute = (app, deps) => {
  const schema = {
    operationId: 'getIcon',
    tags: ['service'],
    summary: 'The icon of a source',
    description: 'As its feed or its site states it, at most 1,024 pixels a side. Checked each week.',
    params: IconParams,
    querystring: AnyQuery,
    response: {
      200: {
        description: 'The picture.',
        content: Object.fromEntries(ICON_TYPES.map((type) => [type, { schema: Picture }])),
      },
      400: PROBLEMS[400],
      404: NOT_FOUND,
      500: PROBLEMS[500],
      503: PROBLEMS[503],
    },
  }

  app.get<{ Params: { source: string } }>('/icons/:source', { schema }, async (request, reply) => {
    const { source } = request.params
    const icon = await deps.store.findIcon(source)
    if (icon === undefined) {
      throw new DigestError('notFound', `There is no icon of a source '${source.slice(0, 100)}'.`)
    }
    reply.header('content-security-policy', POLICY)
    return deps.send(request, reply, pictureAnswer(icon.bytes, icon.mimeType, 1, false))
  })
}

/** GET /thumbnails/ITEM: the small picture of an item. */
export const thumbnailRoute: AddRoute = (app, deps) => {
  const schema = {
    operationId: 'getThumbnail',
    tags: ['items'],
    summary: 'The small picture of an item',
    description:
      'Made from its `imageUrl` some time after it was first seen, at most 144 by 108 pixels, and stored. A request for it fetches nothing. `hasThumbnail` of an item in a list says whether there is one.',
    params: ThumbnailParams,
    querystring: AnyQuery,
    response: {
      200: { description: 'The picture.', content: { [THUMBNAIL_TYPE]: { schema: Picture } } },
      ...PROBLEMS,
      404: NOT_FOUND,
    },
  }

  app.get<{ Params: { item: string } }>('/thumbnails/:item', { schema }, async (request, reply) => {
    const { item } = request.params
    const bytes = /^\d{1,15}$/.test(item) ? await deps.store.findThumbnail(Number(item)) : undefined
    if (bytes === undefined) {
      throw new DigestError('notFound', `There is no small picture of an item '${item.slice(0, 100)}'.`)
    }
    reply.header('content-security-policy', POLICY)
    // Ids are never used again; an item that gets another picture shows the old one for a week at most.
    return deps.send(request, reply, pictureAnswer(bytes, THUMBNAIL_TYPE, 7, true))
  })
}

function pictureAnswer(bytes: Buffer, mimeType: string, maxAgeDays: number, isImmutable: boolean): Answer {
  return new Answer({ bytes, mimeType, maxAgeSeconds: (maxAgeDays * DAY_MS) / SECOND_MS, isImmutable })
}
