import type { Story } from '../../api/types.ts'

export type StoryItem = Story['items'][number]

/** The reports of one source on a story. */
export interface Group {
  readonly source: string
  readonly sourceName: string
  /** Oldest first. */
  readonly items: readonly StoryItem[]
}

/**
 * Groups reports by source, in the order of the sources' first reports.
 *
 * @param items oldest first
 */
export function groupBySource(items: readonly StoryItem[]): Group[] {
  const groups = new Map<string, StoryItem[]>()
  for (const item of items) {
    const known = groups.get(item.source)
    if (known === undefined) groups.set(item.source, [item])
    else known.push(item)
  }
  return [...groups].map(([source, own]) => ({
    source,
    sourceName: own[0]?.sourceName ?? source,
    items: own,
  }))
}
