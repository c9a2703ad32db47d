import * as z from 'zod'
import { DigestError } from '../../model/errors.ts'
import { EVERYTHING } from '../../model/filter.ts'
import { type Article, type Item, itemJson } from '../../model/item.ts'
import type { Encoded } from '../../model/json-values.ts'
import { scoreBreakdown } from '../../model/score.ts'
import { toIso } from '../../model/time.ts'
import type { ReadStore } from '../../store/read-store.ts'
import { jsonDraft } from '../answer/drafts.ts'
import { cutContent } from '../bodies/cut-content.ts'
import { pickFields } from '../bodies/envelope.ts'
import { projectionShape, showsThumbnails } from '../query/list-query.ts'
import { webAddress, wholeNumber } from '../query/parameters.ts'
import { refusal, refuse } from '../query/validate.ts'
import { ARTICLE_FIELDS, ArticleBody } from '../schemas/item.ts'
import { json, NOT_FOUND, PROBLEMS } from '../schemas/problem.ts'
import { route } from './route.ts'

/** Other items of the story that are shown. */
const MAX_RELATED = 50

const ArticleQuery = z
  .strictObject({
    id: wholeNumber({ min: 1 }).optional().describe('Its id. One of `id` and `url` is required.'),
    url: webAddress()
      .optional()
      .describe(
        'Any address under which it was seen: with tracking parameters, over http, with www, its AMP page or the start of a redirect. Of several articles on one page, the one with exactly this address, else the newest.',
      ),
    related: wholeNumber({ min: 0, max: MAX_RELATED }, MAX_RELATED)
      .default(MAX_RELATED)
      .describe('Maximum number of other items of its story.'),
    ...projectionShape(ARTICLE_FIELDS),
  })
  .superRefine((query, context) => {
    if (query.id === undefined && query.url === undefined)
      refuse(context, 'id', 'one of id and url is required: which article?', 'parameterMissing')
  })

type ArticleQuery = z.output<typeof ArticleQuery>

/** GET /api/article: one item with its text, sightings and story, and an explanation of its score. */
export const articleRoute = route(
  '/api/article',
  {
    operationId: 'getArticle',
    tags: ['items'],
    summary: 'One article with its text',
    description: 'By its id or by an address; both only if they mean the same article. Nothing is fetched.',
    querystring: ArticleQuery,
    response: {
      200: json('The article.', ArticleBody),
      ...PROBLEMS,
      404: NOT_FOUND,
    },
  },
  ({ store }) =>
    (query) => ({
      maxAgeSeconds: 60,
      // Any change may decide which article an address belongs to.
      itemId: query.url === undefined && !showsThumbnails(query) ? query.id : undefined,
      build: async () => {
        const article = await findArticle(store, query)
        const { id } = article.item
        const related = await findRelated(store, article.item, query.related)
        const body = {
          ...articleJson(article, related, query.maxChars),
          ...(showsThumbnails(query) && { hasThumbnail: (await store.listThumbnailed([id])).has(id) }),
        }
        return jsonDraft(pickFields(body, query.fields))
      },
    }),
)

async function findArticle(store: ReadStore, { id, url }: ArticleQuery): Promise<Article> {
  const idsByUrl = url === undefined ? [] : await store.findItemIdsByUrl(url)
  const wanted = id ?? idsByUrl[0]
  const article = wanted === undefined ? undefined : await store.findArticle(wanted)
  if (id !== undefined && url !== undefined && !idsByUrl.includes(id)) {
    if (article !== undefined || idsByUrl.length > 0)
      throw refusal('parameterInvalid', 'url', url, 'id and url must mean the same article, and they do not')
  }
  if (article !== undefined) return article
  throw new DigestError(
    'notFound',
    id === undefined ? 'No article was seen under this url.' : `No article has the id ${id}.`,
  )
}

async function findRelated(store: ReadStore, item: Item, most: number): Promise<Item[]> {
  if (item.story.itemCount <= 1 || most === 0) return []
  const window = { limit: most + 1, offset: 0, after: undefined }
  const { ids } = await store.select({ ...EVERYTHING, storyId: item.story.id }, 'hot', window)
  return store.findItems(ids.filter((id) => id !== item.id).slice(0, most))
}

export function articleJson(
  article: Article,
  related: readonly Item[],
  maxChars: number | undefined,
): Encoded<typeof ArticleBody> {
  return {
    ...itemJson(article.item),
    ...cutContent(article, maxChars),
    alternates: article.sightings.map((sighting) => ({ ...sighting, seenAt: toIso(sighting.seenAt) })),
    related: related.map(itemJson),
    scoreBreakdown: scoreBreakdown(article.scoreParts),
  }
}
