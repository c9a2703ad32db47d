import * as z from 'zod'
import type { ItemFilter } from '../../model/filter.ts'
import type { Encoded } from '../../model/json-values.ts'
import type { Trend } from '../../model/story.ts'
import { type EpochMs, MINUTE_MS, SECOND_MS, toIso } from '../../model/time.ts'
import { pageOfWhole } from '../../model/walk.ts'
import type { ReadStore } from '../../store/read-store.ts'
import { findTrends, type StoryTrend } from '../../stories/trends/trends.ts'
import { cursorOf, listDraft } from '../answer/drafts.ts'
import { itemEntries } from '../answer/item-entries.ts'
import { filterShape } from '../query/filters.ts'
import { itemFilter, movesWithTime, resolveStory } from '../query/item-query.ts'
import { checkList, FILTER_NAMES, projectionShape, pageShape } from '../query/list-query.ts'
import { wholeNumber } from '../query/parameters.ts'
import { TRENDING_FIELDS, TrendingItemBody } from '../schemas/item.ts'
import { listBody } from '../schemas/list.ts'
import { json, PROBLEMS } from '../schemas/problem.ts'
import { route } from './route.ts'

const PATH = '/api/trending'

const TrendingQuery = z
  .strictObject({
    hours: wholeNumber({ min: 1, max: 8760 }, 24)
      .default(24)
      .describe('Length of the window, which ends now, or at `to` if that is in the past.'),
    ...filterShape,
    ...pageShape(20),
    ...projectionShape(TRENDING_FIELDS),
  })
  .superRefine(checkList)

const ECHOED_PARAMETERS = ['hours', ...FILTER_NAMES]

/** GET /api/trending: the stories that grow within a window, strongest first. */
export const trendingRoute = route(
  PATH,
  {
    operationId: 'listTrending',
    tags: ['items'],
    summary: 'List the stories that grow',
    description: 'One entry for each story: its representative item and its trend. Strongest first.',
    querystring: TrendingQuery,
    response: { 200: json('A page of stories.', listBody('Trending', TrendingItemBody)), ...PROBLEMS },
  },
  ({ store, now }) =>
    (query) => ({
      maxAgeSeconds: 30,
      tickMs: movesWithTime(query) ? SECOND_MS : MINUTE_MS,
      build: async () => {
        const cursor = cursorOf(PATH, query)
        const at = cursor?.at ?? Math.floor(now() / SECOND_MS) * SECOND_MS
        const filter = await resolveStory(store, itemFilter(query, at))
        const stories = await findTrending(store, filter, query.hours, at)
        const window = { limit: query.limit, offset: query.offset ?? 0, after: cursor?.walk }
        const placeOf = ({ storyId, score }: StoryTrend) => ({ id: storyId, value: score })
        const { entries: part, before, total, next } = pageOfWhole(stories, placeOf, window)
        const storyIds = part.map(({ storyId }) => storyId)
        const representatives = await store.findRepresentatives(storyIds, filter)
        const trends = new Map(
          part.map((story) => {
            const itemId = representatives.get(story.storyId) ?? story.itemId
            return [itemId, { trend: trendJson(story.trend) }]
          }),
        )
        const entries = await itemEntries(store, [...trends.keys()], query, (id) => trends.get(id) ?? {})
        return listDraft(PATH, query, ECHOED_PARAMETERS, { entries, total, before, next, at })
      },
    }),
)

/** Trends by the minute, so that all pages and callers see the same window within a minute. */
async function findTrending(
  store: ReadStore,
  filter: ItemFilter,
  hours: number,
  at: EpochMs,
): Promise<StoryTrend[]> {
  const now = Math.ceil(Math.min(at, filter.until ?? at) / MINUTE_MS) * MINUTE_MS
  const hourOfWeek = await store.hourOfWeekActivity(now)
  return findTrends(({ from, until }, stories) => store.listTrendItems(filter, from, until, stories), {
    now,
    // Later arrivals would shift the following pages.
    knownAt: at,
    hours,
    hourOfWeek,
  })
}

function trendJson(trend: Trend): Encoded<typeof TrendingItemBody>['trend'] {
  return { ...trend, firstItemAt: toIso(trend.firstItemAt), lastItemAt: toIso(trend.lastItemAt) }
}
