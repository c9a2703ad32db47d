import { bestSummary } from '../../../src/model/best-summary.ts'
import type { Api, Parameters } from '../../api/api.ts'
import { CARD_FIELDS, type CardItem, type Thumbnailed } from '../../api/card-item.ts'
import type { Item, Source } from '../../api/types.ts'
import { addressOf } from '../../page-location.ts'
import { isDated } from '../../time-text.ts'
import { spreadSources } from './spread-sources.ts'

export type StoryItem = CardItem & Pick<Item, 'alsoIn' | 'score'>

export const STORY_FIELDS = `${CARD_FIELDS},alsoIn,score`

/** Another source that reports the story. */
export interface Other {
  readonly name: string
  /** Its headline; the representative's if it carries the same article. */
  readonly title: string
  readonly language: string | null
  /** Below the service's path. */
  readonly address: string
}

export interface Story {
  /** The representative, with the best summary of the reports. */
  readonly lead: StoryItem
  /** One per source, at most `MAX_OTHERS`: first those with their own headlines. */
  readonly others: readonly Other[]
  /** Number of further sources. */
  readonly more: number
  /** Time of the last report, if the representative is older than the window. */
  readonly lastAt: string | null
  /** The report whose thumbnail is shown: the lead if it has one. */
  readonly pictured: (Pick<Item, 'id'> & Thumbnailed) | null
}

type Report = Pick<Item, 'id' | 'title' | 'source' | 'sourceName' | 'language' | 'summary'> & Thumbnailed

type TimedReport = Report & Pick<Item, 'publishedAt' | 'firstSeenAt'>

const MAX_OTHERS = 3

/** Additional stories, in case others are too old. */
const SPARE = 4

/**
 * Chooses the stories and adds the other sources that report them. As in all views, a story is shown by its
 * representative, which may be older than the window. A story whose dated reports are all older is left out.
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
  const listed = leads.map((lead) => ({ lead }))
  const likely = new Set(spreadSources(listed, { count: count + SPARE }))
  // In list order: representatives may be of other sources than the listed items.
  const candidates = listed.filter((each) => likely.has(each))
  const stories = await Promise.all(
    candidates.map(async ({ lead }) => {
      // Sources that carry the article itself need no request.
      if (lead.story.itemCount === 1) return [storyOf(lead, [], names)]
      const reports = await reportsOf(api, lead.story.id)
      const isWhole = reports.length === lead.story.itemCount
      // The listed item is the representative if that cannot be older than the window.
      const isShown = isWhole && reports.every(({ publishedAt }) => Date.parse(publishedAt) >= since)
      const shown = isShown ? lead : await representativeOf(api, lead.story.id, filters)
      const story = storyOf(shown ?? lead, reports, names)
      const lastAt = lastDated(reports) ?? null
      if (lastAt !== null && Date.parse(lastAt) < since) return []
      return [Date.parse(story.lead.publishedAt) < since ? { ...story, lastAt } : story]
    }),
  )
  return spreadSources(stories.flat(), { count })
}

/** Time of the newest dated report. An undated report has the time of its first sight. */
function lastDated(reports: readonly TimedReport[]): string | undefined {
  return reports
    .filter(isDated)
    .map(({ publishedAt }) => publishedAt)
    .toSorted()
    .at(-1)
}

/** `undefined` if the story was merged or lost its items meanwhile. */
export async function representativeOf(
  api: Api,
  storyId: number,
  filters: Parameters,
): Promise<StoryItem | undefined> {
  const query = { ...filters, storyId, distinct: 'story', limit: 1, fields: STORY_FIELDS }
  return (await api.items(query)).items[0]
}

/** Reports that are searched for other sources: a source may have several. */
const REPORTS = 50

async function reportsOf(api: Api, storyId: number): Promise<readonly TimedReport[]> {
  const fields = 'id,title,language,summary,source,sourceName,hasThumbnail,publishedAt,firstSeenAt'
  return (await api.items({ storyId, sort: 'score', limit: REPORTS, fields })).items
}

export function storyOf(
  lead: StoryItem,
  reports: readonly Report[],
  names: ReadonlyMap<string, string>,
): Story {
  const others = new Map<string, Other>()
  for (const { id, title, language, source, sourceName } of reports) {
    if (source === lead.source || others.has(source)) continue
    others.set(source, { name: sourceName, title, language, address: addressOf('/article', { id }) })
  }
  for (const source of lead.alsoIn) {
    if (others.has(source)) continue
    const name = names.get(source) ?? source
    const address = addressOf('/list', { source })
    others.set(source, { name, title: lead.title, language: lead.language, address })
  }
  const isCopy = ({ title }: Other): boolean => title === lead.title
  const shown = [...others.values()]
    .toSorted((a, b) => Number(isCopy(a)) - Number(isCopy(b)))
    .slice(0, MAX_OTHERS)
  const pictured = [lead, ...reports].find(({ hasThumbnail }) => hasThumbnail === true)
  return {
    lead: { ...lead, summary: bestSummary(lead, reports) },
    others: shown,
    lastAt: null,
    pictured: pictured === undefined ? null : { id: pictured.id, hasThumbnail: true },
    more: Math.max(0, lead.story.sourceCount - 1 - shown.length),
  }
}
