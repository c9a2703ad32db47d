import * as z from 'zod'
import { DigestError } from '../../model/errors.ts'
import { ICON_TYPES, THUMBNAIL_TYPE } from '../../model/picture.ts'
import { DAY_MS, SECOND_MS } from '../../model/time.ts'
import { Answer } from '../answer/answer.ts'
import { AnyQuery } from '../query/parameters.ts'
import { NOT_FOUND, PROBLEMS } from '../schemas/problem.ts'
import type { AddRoute } from './route.ts'

/** An image opened as a page must not run or load anything. */
const POLICY = "default-src 'none'; sandbox"

const Picture = z.string().meta({ format: 'binary' })

/** GET /icons/SOURCE: the picture of a source. */
export const iconRoute: AddRoute = (app, { store, send }) => {
  const schema = {
    operationId: 'getIcon',
    tags: ['service'],
    summary: 'The icon of a source',
    description: 'As its feed or its site states it, at most 1,024 pixels a side. Checked each week.',
    params: z.object({ source: z.string().describe('Id of a source, as in `/api/sources`.') }),
    querystring: AnyQuery,
    response: {
      200: picture(ICON_TYPES),
      400: PROBLEMS[400],
      404: NOT_FOUND,
      500: PROBLEMS[500],
      503: PROBLEMS[503],
    },
  }

  app.get<{ Params: { source: string } }>('/icons/:source', { schema }, async (request, reply) => {
    const { source } = request.params
    const icon = await store.findIcon(source)
    if (icon === undefined)
      throw new DigestError('notFound', `There is no icon of a source '${source.slice(0, 100)}'.`)
    reply.header('content-security-policy', POLICY)
    const { bytes, mimeType } = icon
    return send(request, reply, new Answer({ bytes, mimeType, maxAgeSeconds: DAY_MS / SECOND_MS }))
  })
}

/** GET /thumbnails/ITEM: the small picture of an item. */
export const thumbnailRoute: AddRoute = (app, { store, send }) => {
  const schema = {
    operationId: 'getThumbnail',
    tags: ['items'],
    summary: 'The small picture of an item',
    description:
      'Made from `imageUrl`, at most 144 by 108 pixels. `hasThumbnail` of a listed item says whether there is one.',
    params: z.object({ item: z.string().describe('Id of an item, as in `/api/items`.') }),
    querystring: AnyQuery,
    response: { 200: picture([THUMBNAIL_TYPE]), ...PROBLEMS, 404: NOT_FOUND },
  }

  app.get<{ Params: { item: string } }>('/thumbnails/:item', { schema }, async (request, reply) => {
    const { item } = request.params
    const bytes = /^\d{1,15}$/.test(item) ? await store.findThumbnail(Number(item)) : undefined
    if (bytes === undefined)
      throw new DigestError('notFound', `There is no small picture of an item '${item.slice(0, 100)}'.`)
    reply.header('content-security-policy', POLICY)
    // Ids are never reused. An item with a new picture shows the old one for a week at most.
    const kept = { maxAgeSeconds: (7 * DAY_MS) / SECOND_MS, isImmutable: true }
    return send(request, reply, new Answer({ bytes, mimeType: THUMBNAIL_TYPE, ...kept }))
  })
}

function picture(types: readonly string[]) {
  const content = Object.fromEntries(types.map((type) => [type, { schema: Picture }]))
  return { description: 'The picture.', content }
}
