import type { Outlet } from '../../sample/outlets/outlet.ts'
import { OUTLETS } from '../../sample/outlets/outlets.ts'
import { randomFor } from '../../sample/random.ts'
import { EVENT_PATTERNS } from '../../sample/texts/texts.ts'
import { wordArticle } from '../../sample/texts/wording.ts'
import { canonicalUrl, textAt } from '../../sample/world/article.ts'
import { chooseEvent } from '../../sample/world/events.ts'
import { namedEntitiesOf } from '../../sample/world/named-entities.ts'
import { createWorld } from '../../sample/world/world.ts'
import type { Entry } from '../../src/model/entry.ts'
import { EVERYTHING } from '../../src/model/filter.ts'
import type { StoryItem } from '../../src/model/story.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, type EpochMs } from '../../src/model/time.ts'
import type { DigestDeps } from '../../src/pipeline/digest-entries.ts'
import { findTrends } from '../../src/stories/trends/trends.ts'
import { aSource } from '../a-source.ts'
import { anEntry, openVirtualCollection, type VirtualCollection } from './virtual-collection.ts'

const BURSTS = 20
/** What is collected before the day of the bursts: as it is published, or by the first visits at the day's beginning. */
const PASTS = {
  'three days': { days: 3, isLived: true },
  'four weeks': { days: 28, isLived: false },
} as const
const VISIT_EVERY_MS = 30 * MINUTE_MS

/** A story that so many publishers tell within six hours is a burst, whoever planned it. */
const BURST_PUBLISHERS = 3
const BURST_MS = 6 * HOUR_MS

/** How the bursts of one day were found. */
export interface BurstDay {
  /** Of the first ten trends of 24 hours, asked for four times a day, the share that are bursts. */
  readonly precision: number
  /** Planted bursts. */
  readonly planted: number
  /** Those that were among the first 20 trends of six hours as soon as a second publisher's item was collected. */
  readonly foundAtSecond: number
}

/** One article on its way to a feed. */
interface Publication {
  readonly outlet: Outlet
  readonly eventId: string | undefined
  readonly url: string
  readonly title: string
  readonly summary: string
  readonly publishedAt: EpochMs
}

/**
 * A day of the sample newsroom, collected visit by visit after `past`; 20 bursts of 3 to 15 publishers over 1 to 6
 * hours are planted in it, told in English, each in every house's own words.
 *
 * @param stories `true`: items are put together by what they truly tell, so that only the trends are judged; `own`:
 * by the service
 */
export async function simulateBursts(
  seed: string,
  stories: 'true' | 'own',
  past: keyof typeof PASTS,
): Promise<BurstDay> {
  const { days, isLived } = PASTS[past]
  const lastDay = Date.UTC(2026, 4, 6)
  const planted = plantBursts(seed, lastDay)
  const publications = [...newsOf(seed, lastDay, days), ...planted].sort(
    (a, b) => a.publishedAt - b.publishedAt,
  )
  const sources = OUTLETS.map(({ id, weight, language }) => aSource(id, { weight, language }))
  const eventIds = new Map(
    publications.map((one) => [keyOf(one.outlet.id, one.title, one.publishedAt), one.eventId]),
  )
  const collection = await openVirtualCollection(
    sources,
    lastDay - days * DAY_MS,
    stories === 'true' ? trueStories(eventIds) : undefined,
  )
  try {
    return await run(collection, publications, planted, lastDay, isLived ? lastDay - days * DAY_MS : lastDay)
  } finally {
    await collection.close()
  }
}

async function run(
  collection: VirtualCollection,
  publications: readonly Publication[],
  planted: readonly Publication[],
  lastDay: EpochMs,
  firstVisitAt: EpochMs,
): Promise<BurstDay> {
  const eventOf = new Map(publications.map(({ url, eventId }) => [url, eventId]))
  const ids = new Set(planted.map(({ eventId }) => eventId))
  const publishers = new Map<string, Set<string>>()
  const found = new Set<string>()
  const precisions: number[] = []
  let next = 0
  for (
    let at = firstVisitAt;
    at <= lastDay + DAY_MS + BURST_MS && next < publications.length;
    at += VISIT_EVERY_MS
  ) {
    const fresh: Publication[] = []
    for (let one = publications[next]; one !== undefined && one.publishedAt <= at; one = publications[++next])
      fresh.push(one)
    for (const [id, own] of byOutlet(fresh)) {
      await collection.visit(aSource(id, { weight: own[0]?.outlet.weight ?? 1 }), own.map(entryOf), at)
      for (const { eventId } of own) {
        if (eventId === undefined || !ids.has(eventId)) continue
        const reporters = publishers.get(eventId) ?? new Set()
        publishers.set(eventId, reporters.add(id))
        if (reporters.size !== 2) continue
        const first = await trendingEvents(collection, eventOf, 6, 20)
        if (first.includes(eventId)) found.add(eventId)
      }
    }
    if (at > lastDay && (at - lastDay) % BURST_MS === 0) {
      const first = await trendingEvents(collection, eventOf, 24, 10)
      const seen = publications.filter(({ publishedAt }) => publishedAt <= at && publishedAt > at - DAY_MS)
      precisions.push(first.filter((event) => isBurst(event, seen)).length / Math.max(1, first.length))
    }
  }
  return {
    precision: precisions.reduce((sum, value) => sum + value, 0) / precisions.length,
    planted: BURSTS,
    foundAtSecond: found.size,
  }
}

/** The events that trend, strongest first; `undefined` for an article that tells none. */
async function trendingEvents(
  { store, now }: VirtualCollection,
  eventOf: ReadonlyMap<string, string | undefined>,
  hours: number,
  limit: number,
): Promise<(string | undefined)[]> {
  const hourOfWeek = await store.hourOfWeekActivity(now())
  const trends = await findTrends(
    ({ from, until }, stories) => store.listTrendItems(EVERYTHING, from, until, stories),
    { now: now(), hours, hourOfWeek },
  )
  const first = trends.slice(0, limit)
  const leads = await store.findItems(first.map(({ itemId }) => itemId))
  return leads.map(({ url }) => eventOf.get(url))
}

/** Whether three publishers told it within six hours. */
function isBurst(event: string | undefined, seen: readonly Publication[]): boolean {
  if (event === undefined) return false
  const times = seen.filter(({ eventId }) => eventId === event).map(({ publishedAt }) => publishedAt)
  return times.some((at, n) => (times[n + BURST_PUBLISHERS - 1] ?? Infinity) - at <= BURST_MS)
}

/** What the newsroom's outlets publish by themselves. */
function newsOf(seed: string, lastDay: EpochMs, pastDays: number): Publication[] {
  const end = lastDay + DAY_MS
  const from = lastDay - pastDays * DAY_MS
  return createWorld({ seed })
    .articles(end)
    .filter(({ publishedAt }) => publishedAt > from)
    .map((article) => {
      const { title, summary } = textAt(article, article.publishedAt)
      const { outlet, publishedAt } = article
      return { outlet, eventId: article.eventId, url: canonicalUrl(article), title, summary, publishedAt }
    })
}

function plantBursts(seed: string, day: EpochMs): Publication[] {
  const cast = namedEntitiesOf(seed)
  const papers = OUTLETS.filter(
    ({ role, language }) => language === 'en' && !['links', 'podcast', 'ticker'].includes(role),
  )
  return Array.from({ length: BURSTS }, (_, burst) => {
    const random = randomFor(seed, 'burst', burst)
    const { kindId, facts } = chooseEvent(cast, undefined, random)
    const lastsMs = random.int(60, 360) * MINUTE_MS
    const start = day + Math.floor(random.next() * (DAY_MS - lastsMs))
    const reporters = random.shuffle(papers).slice(0, random.int(3, 15))
    const eventId = `burst-${burst}`
    return reporters.map((outlet, turn): Publication => {
      const publishedAt = start + Math.floor((turn === 0 ? 0 : random.next()) * lastsMs)
      const patterns = EVENT_PATTERNS[outlet.language][kindId]
      const house = {
        outlet,
        publishedAt,
        patterns,
        facts,
        turn,
        tags: [],
        fixedTitle: false,
        retitles: false,
      }
      const { title, summary } = wordArticle(house, seed, eventId, outlet.id)
      return { outlet, eventId, url: `https://${outlet.host}/${eventId}`, title, summary, publishedAt }
    })
  }).flat()
}

function byOutlet(publications: readonly Publication[]): Map<string, Publication[]> {
  const outlets = new Map<string, Publication[]>()
  for (const one of publications) outlets.set(one.outlet.id, [...(outlets.get(one.outlet.id) ?? []), one])
  return outlets
}

function entryOf({ url, title, summary, publishedAt, outlet }: Publication): Entry {
  return anEntry({ url, title, summaryHtml: summary, publishedAt, language: outlet.language })
}

/** Places items by what they truly tell. */
function trueStories(eventIds: ReadonlyMap<string, string | undefined>): DigestDeps['stories'] {
  const stories = new Map<string, number>()
  const storyOf = (item: StoryItem, newStoryId: () => number): number => {
    const event = eventIds.get(keyOf(item.sourceId, item.title, item.publishedAt))
    const known = event === undefined ? undefined : stories.get(event)
    if (known !== undefined) return known
    const storyId = newStoryId()
    if (event !== undefined) stories.set(event, storyId)
    return storyId
  }
  return {
    place: (batch, newStoryId) =>
      Promise.resolve({
        placements: batch.map((item) => ({ itemId: item.itemId, storyId: storyOf(item, newStoryId) })),
        moves: [],
        merges: [],
      }),
    reload: () => undefined,
    forgetOld: () => undefined,
  }
}

function keyOf(sourceId: string, title: string, publishedAt: EpochMs): string {
  return `${sourceId} ${publishedAt} ${title.slice(0, 20).toLowerCase()}`
}
