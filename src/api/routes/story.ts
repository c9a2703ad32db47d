import * as z from 'zod'
import { DigestError } from '../../model/errors.ts'
import { EVERYTHING } from '../../model/filter.ts'
import type { Item } from '../../model/item.ts'
import { SECOND_MS } from '../../model/time.ts'
import type { ReadStore } from '../../store/read-store.ts'
import { jsonDraft } from '../answer/drafts.ts'
import { storyJson } from '../bodies/story.ts'
import { wholeNumber } from '../query/parameters.ts'
import { json, NOT_FOUND, PROBLEMS } from '../schemas/problem.ts'
import { StoryBody } from '../schemas/story.ts'
import { StoryExplainer } from '../story-explainer.ts'
import { route } from './route.ts'

/** Items that a story shows; `/api/items?storyId=` pages through more. */
const MAX_ITEMS = 500

const StoryQuery = z.strictObject({
  id: wholeNumber({ min: 1 }).describe('Its id; the id of a merged story finds its successor.'),
})

/** GET /api/story: the items that report one event, the story's growth, what joins them, and what was not joined. */
export const storyRoute = route(
  '/api/story',
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
    return async ({ id }) => ({
      maxAgeSeconds: 15,
      // What is nearest may be found a moment later.
      tickMs: (await explainer.canSearch()) ? undefined : SECOND_MS,
      build: async () => jsonDraft(await findStory(store, explainer, id)),
    })
  },
)

async function findStory(store: ReadStore, explainer: StoryExplainer, id: number) {
  const storyId = await store.resolveStoryId(id)
  const items = storyId === undefined ? [] : await findStoryItems(store, storyId)
  const [first, ...others] = items
  if (storyId === undefined || first === undefined) {
    throw new DigestError('notFound', `No story has the id ${id}.`)
  }
  const representative = (await store.findRepresentatives([storyId])).get(storyId) ?? first.id
  // Of a story of many items it need not be among those shown.
  const [lead = first] = await store.findItems([representative])
  const texts = await store.findTexts(items.map((item) => item.id))
  const explanation = await explainer.explain(storyId, items)
  return storyJson(storyId, lead, [first, ...others], texts, explanation)
}

/** Oldest first; of more than can be shown the newest. */
async function findStoryItems(store: ReadStore, storyId: number): Promise<Item[]> {
  const window = { limit: MAX_ITEMS, offset: 0, after: undefined }
  const { ids } = await store.select({ ...EVERYTHING, storyId }, 'newest', window)
  return (await store.findItems(ids)).toReversed()
}
