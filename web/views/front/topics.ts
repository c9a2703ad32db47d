import type { Api, Parameters } from '../../api/api.ts'
import type { Item } from '../../api/types.ts'
import { type FrontWindow, startOf } from './front-window.ts'
import { spreadSources } from './spread-sources.ts'
import { representativeOf, type Story, type StoryItem } from './stories.ts'

/** What a section shows of a story. */
export interface TopicItem extends Pick<
  Item,
  'id' | 'url' | 'title' | 'language' | 'source' | 'sourceName' | 'publishedAt' | 'story'
> {
  /** Time of a report in the window, if the headline is older than the window. */
  readonly lastAt: string | null
}

/** The stories of a category that do not stand above. */
export interface Topic {
  readonly category: string
  readonly stories: readonly TopicItem[]
  /** All of the window, those above too. */
  readonly storyCount: number
}

/** Categories that are asked for: those with the most items. */
const ASKED = 12
/** Sections, at most. */
const SECTIONS = 8
/** Stories of a section. */
const FEWEST = 3
const MOST = 5
/** Stories among which those of a section are chosen: more, since no source may have too many headlines in a row. */
const CANDIDATES = 30
/** Stories of a section whose headline is asked for, in case that some have one of another category. */
const LIKELY = 8

const FIELDS = 'id,url,title,language,category,source,sourceName,publishedAt,firstSeenAt,story,score'

type Listed = StoryItem & Pick<Item, 'firstSeenAt'>

interface CategoryList {
  readonly category: string
  readonly items: readonly Listed[]
  readonly total: number
}

interface TopicsRequest {
  /** The stories of the window, in order. */
  readonly leads: readonly StoryItem[]
  readonly filters: Parameters
  readonly window: FrontWindow
  readonly now: number
}

/** The first stories of each category, of which `above` are shown elsewhere. */
export async function listCategories(
  api: Api,
  categories: readonly string[],
  { filters, window }: Pick<TopicsRequest, 'filters' | 'window'>,
  above: number,
): Promise<CategoryList[]> {
  const limit = above + CANDIDATES
  return Promise.all(
    categories.slice(0, ASKED).map(async (category) => {
      const query = { ...filters, ...window.filter, category, distinct: 'story', limit, fields: FIELDS }
      const { items, total } = await api.items(query)
      return { category, items, total }
    }),
  )
}

/**
 * Chooses the sections and their stories. No story is on the page twice, and no source has too many headlines in a row.
 * The section whose stories stand first in the list of the window comes first. A category with fewer than three
 * stories that are not above has none.
 */
export async function chooseTopics(
  api: Api,
  lists: readonly CategoryList[],
  above: readonly Story[],
  { leads, filters, window, now }: TopicsRequest,
): Promise<Topic[]> {
  const places = new Map(leads.map(({ story }, place) => [story.id, place]))
  const placeOf = (stories: readonly Head[]): number =>
    Math.min(...stories.map(({ lead }) => places.get(lead.story.id) ?? leads.length))
  const shown = new Set(above.map(({ lead }) => lead.story.id))
  const before = above.map(({ lead }) => lead.source)
  const since = startOf(window, now)
  const found = await Promise.all(
    lists.map(async ({ category, items, total }) => {
      const further = items.filter(({ story }) => !shown.has(story.id)).map((lead) => ({ lead }))
      const likely = spreadSources(further, { count: LIKELY, before })
      const heads = await Promise.all(likely.map(({ lead }) => headOf(api, lead, filters, since)))
      const stories = heads.flat().filter(({ lead }) => lead.category === category)
      return { category, storyCount: total, stories }
    }),
  )
  const topics: Topic[] = []
  while (topics.length < SECTIONS) {
    const [next] = found
      .filter(({ category }) => !topics.some((topic) => topic.category === category))
      .map((topic) => {
        const left = topic.stories.filter(({ lead }) => !shown.has(lead.story.id))
        const stories = spreadSources(left, { count: MOST, atLeast: FEWEST, before })
        return { ...topic, stories, place: placeOf(left) }
      })
      .filter(({ stories }) => stories.length >= FEWEST)
      .toSorted((a, b) => a.place - b.place)
    if (next === undefined) break
    for (const { lead } of next.stories) {
      shown.add(lead.story.id)
      before.push(lead.source)
    }
    const { category, storyCount, stories } = next
    topics.push({ category, storyCount, stories: stories.map(rowOf) })
  }
  return topics
}

interface Head {
  readonly lead: StoryItem
  readonly lastAt: string | null
}

/** What stands for the story of a listed item; nothing if only undated reports are in the window. */
async function headOf(api: Api, item: Listed, filters: Parameters, since: number): Promise<Head[]> {
  const lead = item.story.itemCount === 1 ? item : await representativeOf(api, item.story.id, filters)
  if (lead === undefined || Date.parse(lead.publishedAt) >= since)
    return [{ lead: lead ?? item, lastAt: null }]
  const isDated = item.publishedAt !== item.firstSeenAt
  return isDated ? [{ lead, lastAt: item.publishedAt }] : []
}

function rowOf({ lead, lastAt }: Head): TopicItem {
  const { id, url, title, language, source, sourceName, publishedAt, story } = lead
  return { id, url, title, language, source, sourceName, publishedAt, story, lastAt }
}
