import type { Api, Parameters } from '../../api/api.ts'
import type { Item } from '../../api/types.ts'
import { isDated } from '../../time-text.ts'
import { type FrontWindow, startOf } from './front-window.ts'
import { spreadSources } from './spread-sources.ts'
import { representativeOf, type Story, type StoryItem } from './stories.ts'

export interface TopicItem extends Pick<
  Item,
  'id' | 'url' | 'title' | 'language' | 'source' | 'sourceName' | 'publishedAt' | 'firstSeenAt' | 'story'
> {
  /** Time of a report in the window, if the headline is older than the window. */
  readonly lastAt: string | null
}

/** The stories of a category that are not above. */
export interface Topic {
  readonly category: string
  readonly stories: readonly TopicItem[]
  /** All of the window, including those above. */
  readonly storyCount: number
}

/** Categories requested: those with the most items. */
const ASKED = 10
const SECTIONS = 8
/** Bounds of the stories in a section. */
const FEWEST = 3
const MOST = 5
/**
 * Stories requested per category: more than shown, since some are above, and no source may have too many headlines in a
 * row.
 */
const LISTED = 24
/** Additional stories, in case a headline is of another category. */
const SPARE = 2

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

/** The first stories of each category. */
export async function listCategories(
  api: Api,
  categories: readonly string[],
  { filters, window }: Pick<TopicsRequest, 'filters' | 'window'>,
): Promise<CategoryList[]> {
  return Promise.all(
    categories.slice(0, ASKED).map(async (category) => {
      const query = {
        ...filters,
        ...window.filter,
        category,
        distinct: 'story',
        limit: LISTED,
        fields: FIELDS,
      }
      const { items, total } = await api.items(query)
      return { category, items, total }
    }),
  )
}

/**
 * Chooses sections and stories. No story is on the page twice, and no source has too many headlines in a row. The
 * section whose stories come first in the window's list is first. A category with fewer than three remaining stories
 * has no section.
 */
export async function chooseTopics(
  api: Api,
  lists: readonly CategoryList[],
  above: readonly Story[],
  { leads, filters, window, now }: TopicsRequest,
): Promise<Topic[]> {
  const since = startOf(window, now)
  const chosen = arrange(lists, above, leads)
  const heads = await Promise.all(
    chosen.flatMap(({ items }) => items).map(({ lead }) => headOf(api, lead, filters, since)),
  )
  const headOfStory = new Map(heads.flat().map((head) => [head.lead.story.id, head]))
  const before = above.map(({ lead }) => lead.source)
  return chosen.flatMap(({ category, total, items }): Topic[] => {
    const found = items.flatMap(({ lead }) => headOfStory.get(lead.story.id) ?? [])
    const inPlace = found.filter(({ lead }) => lead.category === category)
    const stories = spreadSources(inPlace, { count: MOST, atLeast: FEWEST, before })
    if (stories.length < FEWEST) return []
    before.push(...stories.map(({ lead }) => lead.source))
    return [{ category, storyCount: total, stories: stories.map(rowOf) }]
  })
}

/** The sections in order, with their stories in list order. */
function arrange(lists: readonly CategoryList[], above: readonly Story[], leads: readonly StoryItem[]) {
  // A story with reports in several categories counts for that of the listed report.
  const keyOf = (category: string, story: Listed['story']): string => `${category} ${story.id}`
  const places = new Map(leads.map(({ category, story }, place) => [keyOf(category, story), place]))
  const placeOf = (category: string, items: readonly { readonly lead: Listed }[]): number =>
    Math.min(...items.map(({ lead }) => places.get(keyOf(category, lead.story)) ?? leads.length))
  const shown = new Set(above.map(({ lead }) => lead.story.id))
  const before = above.map(({ lead }) => lead.source)
  const left = new Set(lists)
  const sections: { category: string; total: number; items: readonly { readonly lead: Listed }[] }[] = []
  while (left.size > 0 && sections.length < SECTIONS) {
    const [next] = [...left]
      .map((list) => ({ list, further: furtherOf(list, shown) }))
      .toSorted((a, b) => placeOf(a.list.category, a.further) - placeOf(b.list.category, b.further))
    if (next === undefined) break
    left.delete(next.list)
    const items = spreadSources(next.further, {
      count: MOST + SPARE,
      atLeast: FEWEST + SPARE,
      before,
    })
    if (items.length < FEWEST) continue
    for (const { lead } of items) shown.add(lead.story.id)
    before.push(...items.map(({ lead }) => lead.source))
    sections.push({ category: next.list.category, total: next.list.total, items })
  }
  return sections
}

function furtherOf({ items }: CategoryList, shown: ReadonlySet<number>): { readonly lead: Listed }[] {
  return items.filter(({ story }) => !shown.has(story.id)).map((lead) => ({ lead }))
}

interface Head {
  readonly lead: StoryItem
  readonly lastAt: string | null
}

/** The representative of a listed item's story; nothing if only undated reports are in the window. */
async function headOf(api: Api, item: Listed, filters: Parameters, since: number): Promise<Head[]> {
  const lead = item.story.itemCount === 1 ? item : await representativeOf(api, item.story.id, filters)
  if (lead === undefined || Date.parse(lead.publishedAt) >= since)
    return [{ lead: lead ?? item, lastAt: null }]
  return isDated(item) ? [{ lead, lastAt: item.publishedAt }] : []
}

function rowOf({ lead, lastAt }: Head): TopicItem {
  const { id, url, title, language, source, sourceName, publishedAt, firstSeenAt, story } = lead
  return { id, url, title, language, source, sourceName, publishedAt, firstSeenAt, story, lastAt }
}
