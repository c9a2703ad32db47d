import type { Api, Parameters } from '../../api/api.ts'
import { CARD_FIELDS, type CardItem, type Thumbnailed } from '../../api/card-item.ts'
import type { Item, Source } from '../../api/types.ts'
import { addressOf } from '../../page-location.ts'
import { spreadSources } from './spread-sources.ts'

/** What the front page shows of an item. */
export type StoryItem = CardItem & Pick<Item, 'alsoIn' | 'score'>

export const STORY_FIELDS = `${CARD_FIELDS},alsoIn,score`

/** Another source that reports the story. */
export interface Other {
  readonly name: string
  /** Its headline; empty if it carries the same article as the representative. */
  readonly title: string
  /** Below the service's own path. */
  readonly address: string
}

/** A story of the front page. */
export interface Story {
  readonly lead: StoryItem
  /** One a source, at most `MAX_OTHERS`. */
  readonly others: readonly Other[]
  /** Number of further sources. */
  readonly more: number
  /** The report whose thumbnail is shown: the leading one if it has any. */
  readonly pictured: (Pick<Item, 'id'> & Thumbnailed) | null
}

type Report = Pick<Item, 'id' | 'title' | 'source' | 'sourceName'> & Thumbnailed

type TimedReport = Report & Pick<Item, 'publishedAt' | 'firstSeenAt'>

const MAX_OTHERS = 3

/**
 * Chooses the stories, and adds to each the other sources that report it. A story is shown with its representative, as
 * in all other views, although that may be older than the window. A story whose dated reports are all older is left out.
 *
 * @param leads in order, more than `count`
 * @param filters filters of the front page besides its window
 * @param since start of the window, epoch ms
 */
export async function gatherStories(
  api: Api,
  leads: readonly StoryItem[],
  sources: readonly Pick<Source, 'id' | 'name'>[],
  filters: Parameters,
  { since, count }: { readonly since: number; readonly count: number },
): Promise<Story[]> {
  const names = new Map(sources.map(({ id, name }) => [id, name]))
  // Stories of several items cost requests, so only those that may be shown are gathered.
  const likely = new Set(
    spreadSources(
      leads.map((lead) => ({ lead })),
      count,
    ).map(({ lead }) => lead),
  )
  const stories = await Promise.all(
    leads.map(async (lead) => {
      // Sources that carry the article itself need no request.
      if (lead.story.itemCount === 1) return [storyOf(lead, [], names)]
      if (!likely.has(lead)) return []
      const [shown, reports] = await Promise.all([
        representativeOf(api, lead.story.id, filters),
        reportsOf(api, lead.story.id),
      ])
      return isOlder(reports, since) ? [] : [storyOf(shown ?? lead, reports, names)]
    }),
  )
  return spreadSources(stories.flat(), count)
}

/** Whether the newest dated report is older than `since`. A report without a date has the time of its first sight. */
function isOlder(reports: readonly TimedReport[], since: number): boolean {
  const dated = reports.filter(({ publishedAt, firstSeenAt }) => publishedAt !== firstSeenAt)
  return dated.length > 0 && dated.every(({ publishedAt }) => Date.parse(publishedAt) < since)
}

/** `undefined` if the story was merged or lost its items after the list was made. */
async function representativeOf(
  api: Api,
  storyId: number,
  filters: Parameters,
): Promise<StoryItem | undefined> {
  const query = { ...filters, storyId, distinct: 'story', limit: 1, fields: STORY_FIELDS }
  return (await api.items(query)).items[0]
}

/** Number of reports that are searched for other sources: a source may have several. */
const REPORTS = 50

/** The reports with the highest scores. */
async function reportsOf(api: Api, storyId: number): Promise<readonly TimedReport[]> {
  const fields = 'id,title,source,sourceName,hasThumbnail,publishedAt,firstSeenAt'
  return (await api.items({ storyId, sort: 'score', limit: REPORTS, fields })).items
}

export function storyOf(
  lead: StoryItem,
  reports: readonly Report[],
  names: ReadonlyMap<string, string>,
): Story {
  const others = new Map<string, Other>()
  for (const source of lead.alsoIn) {
    others.set(source, {
      name: names.get(source) ?? source,
      title: '',
      address: addressOf('/list', { source }),
    })
  }
  for (const { id, title, source, sourceName } of reports) {
    if (source === lead.source || others.has(source)) continue
    others.set(source, { name: sourceName, title, address: addressOf('/article', { id }) })
  }
  const shown = [...others.values()].slice(0, MAX_OTHERS)
  const pictured = [lead, ...reports].find(({ hasThumbnail }) => hasThumbnail === true)
  return {
    lead,
    others: shown,
    pictured: pictured === undefined ? null : { id: pictured.id, hasThumbnail: true },
    more: Math.max(0, lead.story.sourceCount - 1 - shown.length),
  }
}
