import { PUT_REASONS } from '../model/change.ts'
import { EVERYTHING, type ItemFilter } from '../model/filter.ts'
import type { StoryCondition } from '../model/hook.ts'
import type { Item } from '../model/item.ts'
import type { QueryNode } from '../model/search.ts'
import { DAY_MS, type EpochMs } from '../model/time.ts'
import { matchItems } from '../search/select-items.ts'
import type { ChangePage, ItemChange, ReadStore } from '../store/read-store.ts'
import { findTrends } from '../stories/trends/trends.ts'
import type { Sought } from './item-changes.ts'

interface SoughtStories extends Sought {
  readonly when: StoryCondition
}

/** Changes per read. */
const PAGE = 500

/**
 * Reads the next changes, and returns the stories that now meet the condition, as their representative items. Skips
 * announced stories, and those that were old when they arrived, as in a source's first visit.
 *
 * @throws DigestError as `listChanges` does
 */
export async function nextStoryChanges(
  store: ReadStore,
  hook: string,
  sought: SoughtStories,
  since: number,
  now: EpochMs,
): Promise<ChangePage> {
  const reasons = PUT_REASONS
  const page = await store.listChanges({ since, filter: EVERYTHING, reasons, limit: PAGE })
  const first = new Map<number, ItemChange>()
  for (const change of page.changes)
    if (change.storyId !== undefined && !first.has(change.storyId)) first.set(change.storyId, change)
  const announced = await store.listAnnounced(hook, [...first.keys()])
  const fresh = [...first].flatMap(([id, { at }]) => (announced.has(id) ? [] : { id, at }))
  const heads = await meetingStories(store, sought, fresh, now)
  // Checked last: stories may have been merged meanwhile.
  for (const id of await store.listAnnounced(hook, [...heads.keys()])) heads.delete(id)
  const changes = [...first].flatMap(([storyId, change]) => {
    const head = heads.get(storyId)
    return head === undefined ? [] : { ...change, id: head }
  })
  return { ...page, changes }
}

/** Older stories no longer grow. */
const LIVE_MS = 4 * DAY_MS
const LIST = 500

/** Stories that already meet the condition: a new hook does not announce them. */
export async function storiesSoFar(store: ReadStore, sought: SoughtStories, now: EpochMs): Promise<number[]> {
  const filter = { ...EVERYTHING, from: now - LIVE_MS, distinctStory: true }
  const found: number[] = []
  for (let offset = 0, more = true; more; offset += LIST) {
    const { ids } = await store.select(filter, 'newest', { limit: LIST, offset, after: undefined })
    const stories = (await store.findItems(ids)).map(({ story }) => ({ id: story.id, at: now }))
    found.push(...(await meetingStories(store, sought, stories, now)).keys())
    more = ids.length === LIST
  }
  return [...new Set(found)]
}

interface ChangedStory {
  readonly id: number
  readonly at: EpochMs
}

/** @returns representatives of the stories that meet the condition and were live when they changed */
async function meetingStories(
  store: ReadStore,
  { filter, search, when }: SoughtStories,
  stories: readonly ChangedStory[],
  now: EpochMs,
): Promise<Map<number, number>> {
  const heads = await findItems(
    store,
    await Promise.all(stories.map((story) => headOf(store, filter, story))),
  )
  const trends =
    when.trend === undefined || heads.length === 0 ? undefined : await trendScores(store, filter, now)
  const grown = heads.filter(
    ({ story }) =>
      story.sourceCount >= (when.sourceCount ?? 0) && (trends?.get(story.id) ?? 0) >= (when.trend ?? 0),
  )
  const matching = search === undefined ? grown : await matchingHeads(store, filter, search, grown)
  const meeting = matching.filter(({ score }) => score >= (when.score ?? 0))
  return new Map(meeting.map(({ id, story }) => [story.id, id]))
}

async function findItems(store: ReadStore, ids: readonly (number | undefined)[]): Promise<Item[]> {
  return store.findItems(ids.filter((id) => id !== undefined))
}

/** Representative of a story in a list with this filter; `undefined` if the story was not live when it changed. */
async function headOf(
  store: ReadStore,
  filter: ItemFilter,
  { id, at }: ChangedStory,
): Promise<number | undefined> {
  if (filter.storyId !== undefined && filter.storyId !== id) return undefined
  const from = Math.max(filter.from ?? Number.NEGATIVE_INFINITY, at - LIVE_MS)
  const ofStory = { ...filter, storyId: id, from, distinctStory: true }
  const { ids } = await store.select(ofStory, 'score', { limit: 1, offset: 0, after: undefined })
  return ids[0]
}

const MEMBERS = 100

/** Replaces each head that does not match the search by the story's best item that does. */
async function matchingHeads(
  store: ReadStore,
  filter: ItemFilter,
  search: QueryNode,
  heads: readonly Item[],
): Promise<Item[]> {
  const members = await Promise.all(
    heads.map(async ({ id, story }) => {
      const ofStory = { ...filter, storyId: story.id }
      const { ids } = await store.select(ofStory, 'score', { limit: MEMBERS, offset: 0, after: undefined })
      return [id, ...ids]
    }),
  )
  const matching = await matchItems(store.searchSource, search, [...new Set(members.flat())])
  return findItems(
    store,
    members.map((ids) => ids.find((id) => matching.has(id))),
  )
}

const TREND_HOURS = 24

/** `trend.score` of `/api/trending`, by story. */
async function trendScores(
  store: ReadStore,
  filter: ItemFilter,
  now: EpochMs,
): Promise<ReadonlyMap<number, number>> {
  const hourOfWeek = await store.hourOfWeekActivity(now)
  const trends = await findTrends(
    ({ from, until }, stories) => store.listTrendItems(filter, from, until, stories),
    { now, hours: TREND_HOURS, hourOfWeek },
  )
  return new Map(trends.map(({ storyId, score }) => [storyId, score]))
}
