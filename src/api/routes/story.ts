import * as z from 'zod'
import { DigestError } from '../../model/errors.ts'
import { EVERYTHING } from '../../model/filter.ts'
import type { Item } from '../../model/item.ts'
import type { StoryItem } from '../../model/story.ts'
import { SECOND_MS } from '../../model/time.ts'
import type { ReadStore } from '../../store/read-store.ts'
import { jsonDraft } from '../answer/drafts.ts'
import { loadExtras } from '../answer/item-entries.ts'
import { pickFields } from '../bodies/envelope.ts'
import { NO_REASONS, storyJson, type StoryReasons } from '../bodies/story.ts'
import { limitParameter, OFFSET, projectionShape } from '../query/list-query.ts'
import { wholeNumber } from '../query/parameters.ts'
import { canonicalQuery } from '../query/query-string.ts'
import { json, NOT_FOUND, PROBLEMS } from '../schemas/problem.ts'
import { STORY_FIELDS, StoryBody } from '../schemas/story.ts'
import { StoryExplainer } from '../story-explainer.ts'
import { route } from './route.ts'

const PATH = '/api/story'

const MAX_ITEMS = 500

/** The newest items of a story, which are explained: 500 very similar ones take seconds. */
const MAX_EXPLAINED = 500

const StoryQuery = z.strictObject({
  id: wholeNumber({ min: 1 }).describe('Its id; the id of a merged story finds its successor.'),
  limit: limitParameter(MAX_ITEMS),
  offset: OFFSET,
  ...projectionShape(
    STORY_FIELDS,
    'Only these fields of the story, and `items.NAME` for only these of its items. The response leaves out all others.',
  ),
})

type StoryQuery = z.output<typeof StoryQuery>

/**
 * GET /api/story: the items that report one event, the growth, the links between items, and the nearest other stories.
 */
export const storyRoute = route(
  PATH,
  {
    operationId: 'getStory',
    tags: ['items'],
    summary: 'One story over time',
    description:
      'All items that report one event, oldest first, each with what joins it to the ones before, and what is nearest to it.',
    querystring: StoryQuery,
    response: { 200: json('The story.', StoryBody), ...PROBLEMS, 404: NOT_FOUND },
  },
  ({ store, search }) => {
    const explainer = new StoryExplainer(store, search)
    return async (query) => ({
      maxAgeSeconds: 15,
      // Once the index is ready, the nearest stories are found.
      tickMs: (await explainer.canSearch()) ? undefined : SECOND_MS,
      build: async () => {
        const { story, next } = await findStory(store, explainer, query)
        return { ...jsonDraft(story), next }
      },
    })
  },
)

async function findStory(store: ReadStore, explainer: StoryExplainer, query: StoryQuery) {
  const { id, limit, offset = 0 } = query
  const storyId = await store.resolveStoryId(id)
  const [first, ...others] = storyId === undefined ? [] : await findStoryItems(store, storyId)
  if (storyId === undefined || first === undefined) {
    throw new DigestError('notFound', `No story has the id ${id}.`)
  }
  const items = [first, ...others] as const
  const placed = await store.findStoryItems(items.map((item) => item.id))
  const representative = (await store.findRepresentatives([storyId])).get(storyId)
  const shown = items.slice(offset, offset + limit)
  const projection = { ...query, fields: itemFields(query) }
  const extras = await loadExtras(
    store,
    shown.map((item) => item.id),
    projection,
  )
  const whole = storyJson({
    id: storyId,
    lead: items.find((item) => item.id === representative) ?? first,
    items,
    publisherOf: new Map(placed.map(({ itemId, publisher }) => [itemId, publisher])),
    shown,
    extras,
    reasons: isExplained(query) ? await findReasons(store, explainer, storyId, items, placed) : NO_REASONS,
  })
  const end = offset + limit
  return {
    story: projected(whole, query),
    next: end < items.length ? `${PATH}?${canonicalQuery({ ...query, offset: end })}` : undefined,
  }
}

/** All items, oldest first. */
async function findStoryItems(store: ReadStore, storyId: number): Promise<Item[]> {
  const window = { limit: Number.MAX_SAFE_INTEGER, offset: 0, after: undefined }
  const { ids } = await store.select({ ...EVERYTHING, storyId }, 'newest', window)
  return (await store.findItems(ids)).toReversed()
}

async function findReasons(
  store: ReadStore,
  explainer: StoryExplainer,
  storyId: number,
  all: readonly Item[],
  placed: readonly StoryItem[],
): Promise<StoryReasons> {
  const explained = placed.slice(-MAX_EXPLAINED)
  const itemOf = new Map(all.map((item) => [item.id, item]))
  const items = explained.flatMap(({ itemId }) => itemOf.get(itemId) ?? [])
  const texts = await store.findTexts(items.map((item) => item.id))
  return { items, texts, explanation: await explainer.explain(storyId, explained) }
}

const OF_ITEMS = 'items.'

/** Whether the answer shows any reason of the links. */
function isExplained({ fields }: StoryQuery): boolean {
  if (fields === undefined) return true
  const itemsAreWhole = fields.includes('items') && itemFields({ fields }) === undefined
  return itemsAreWhole || ['words', 'nearest', 'items.joined'].some((name) => fields.includes(name))
}

/** Selected fields of items; `undefined` for all. */
function itemFields({ fields }: Pick<StoryQuery, 'fields'>): string[] | undefined {
  const names = (fields ?? []).flatMap((name) =>
    name.startsWith(OF_ITEMS) ? [name.slice(OF_ITEMS.length)] : [],
  )
  return names.length === 0 ? undefined : names
}

function projected(story: ReturnType<typeof storyJson>, { fields }: StoryQuery): object {
  const ofItems = itemFields({ fields })
  if (fields === undefined || ofItems === undefined) return pickFields(story, fields)
  const items = story.items.map((item) => pickFields(item, ofItems))
  const named = fields.filter((name) => !name.startsWith(OF_ITEMS) && name !== 'items')
  return { ...pickFields(story, named), items }
}
