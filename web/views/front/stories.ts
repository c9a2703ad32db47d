import type { Api } from '../../api/api.ts'
import { CARD_FIELDS, type CardItem } from '../../api/card-item.ts'
import type { Item, Source } from '../../api/types.ts'
import { addressOf } from '../../place.ts'

/** What the front page shows of an item. */
export type StoryItem = CardItem & Pick<Item, 'alsoIn'>

export const STORY_FIELDS = `${CARD_FIELDS},alsoIn`

/** Another source that tells the story. */
export interface Other {
  readonly name: string
  /** Its headline; empty where it carries the leading article itself. */
  readonly title: string
  /** Below the service's own path. */
  readonly address: string
}

/** A story as the front page tells it. */
export interface Story {
  readonly lead: StoryItem
  /** One a source, at most `MOST_OTHERS`. */
  readonly others: readonly Other[]
  /** Sources beyond these. */
  readonly more: number
}

type Report = Pick<Item, 'id' | 'title' | 'source' | 'sourceName'>

const MOST_OTHERS = 3

/** Puts to each leading item the other sources that tell its story. */
export async function gatherStories(
  api: Api,
  leads: readonly StoryItem[],
  sources: readonly Pick<Source, 'id' | 'name'>[],
): Promise<Story[]> {
  const names = new Map(sources.map(({ id, name }) => [id, name]))
  return Promise.all(
    leads.map(async (lead) => {
      // Sources that carry the article itself need no question.
      const isTold = lead.story.itemCount > 1
      const reports = isTold ? await reportsOf(api, lead.story.id) : []
      return tell(lead, reports, names)
    }),
  )
}

/** Reports among which other sources are found: one may have several. */
const REPORTS = 50

/** Those that weigh most. */
async function reportsOf(api: Api, storyId: number): Promise<readonly Report[]> {
  const fields = 'id,title,source,sourceName'
  return (await api.items({ storyId, sort: 'score', limit: REPORTS, fields })).items
}

export function tell(lead: StoryItem, reports: readonly Report[], names: ReadonlyMap<string, string>): Story {
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
  const shown = [...others.values()].slice(0, MOST_OTHERS)
  return { lead, others: shown, more: Math.max(0, lead.story.sourceCount - 1 - shown.length) }
}
