import { HOUR_MS } from '../../domain/time.ts'
import type { StoryItem } from '../../domain/story.ts'
import type { EpochMs } from '../../domain/time.ts'
import type { StoryPlacer } from './story-placer.ts'

export type { StoryPlacement, StoryPlacer } from './story-placer.ts'

/** The same title tells the same event so long after: longer, and it is a daily column. */
const SAME_TITLE_MS = 48 * HOUR_MS

/** Makes a placer without any items. */
export function createStoryPlacer(): StoryPlacer {
  const stories = new Map<number, number>()
  const byTitle = new Map<string, Telling[]>()

  function keep(item: StoryItem, storyId: number): void {
    stories.set(item.itemId, storyId)
    if (item.titleKey === '') return
    const same = byTitle.get(item.titleKey)
    const { itemId, sourceId, publishedAt } = item
    const entry = { itemId, sourceId, publishedAt }
    if (same === undefined) byTitle.set(item.titleKey, [entry])
    else same.push(entry)
  }

  function storyOf(item: StoryItem): number | undefined {
    const same = byTitle.get(item.titleKey) ?? []
    const near = same.find((other) => tellsTheSame(other, item))
    return stories.get(item.itemId) ?? (near && stories.get(near.itemId))
  }

  return {
    restore(items) {
      for (const item of items) keep(item, item.storyId)
    },
    place(batch, newStoryId) {
      const placements = batch.map((item) => {
        const storyId = storyOf(item) ?? newStoryId()
        if (!stories.has(item.itemId)) keep(item, storyId)
        return { itemId: item.itemId, storyId }
      })
      return { placements, moves: [], merges: [] }
    },
    forget(before) {
      for (const [title, same] of byTitle) {
        for (const old of same) if (old.publishedAt < before) stories.delete(old.itemId)
        const kept = same.filter((entry) => entry.publishedAt >= before)
        if (kept.length > 0) byTitle.set(title, kept)
        else byTitle.delete(title)
      }
    },
  }
}

interface Telling {
  readonly itemId: number
  readonly sourceId: string
  readonly publishedAt: EpochMs
}

/** A title that a source uses again is a column's name: only another source's item tells the same by it. */
function tellsTheSame(other: Telling, item: StoryItem): boolean {
  return other.sourceId !== item.sourceId && Math.abs(other.publishedAt - item.publishedAt) <= SAME_TITLE_MS
}
