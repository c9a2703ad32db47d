import type { Item } from '../../api/types.ts'

/** What the front page shows of an item. */
export type StoryItem = Pick<
  Item,
  | 'id'
  | 'url'
  | 'title'
  | 'language'
  | 'summary'
  | 'source'
  | 'sourceName'
  | 'alsoIn'
  | 'category'
  | 'publishedAt'
  | 'engagement'
  | 'score'
  | 'story'
>

export type Report = Pick<Item, 'id' | 'title' | 'source' | 'sourceName' | 'language' | 'story'>

/** A story as the front page tells it. */
export interface Story {
  readonly lead: StoryItem
  /** Reports of other sources, one a source, at most `MOST_OTHERS`. */
  readonly others: readonly Report[]
  /** Sources beyond these. */
  readonly more: number
}

const MOST_OTHERS = 6

/**
 * Puts to each leading item the reports of the same story by other sources.
 *
 * @param reports in the order in which they are to be named
 */
export function gatherStories(leads: readonly StoryItem[], reports: readonly Report[]): Story[] {
  const byStory = new Map<number, Report[]>()
  for (const report of reports) {
    const known = byStory.get(report.story.id)
    if (known === undefined) byStory.set(report.story.id, [report])
    else known.push(report)
  }
  return leads.map((lead) => {
    const named = new Set([lead.sourceName])
    const others: Report[] = []
    for (const report of byStory.get(lead.story.id) ?? []) {
      if (report.id === lead.id || named.has(report.sourceName) || others.length === MOST_OTHERS) continue
      named.add(report.sourceName)
      others.push(report)
    }
    return { lead, others, more: Math.max(0, lead.story.sourceCount - 1 - others.length) }
  })
}
