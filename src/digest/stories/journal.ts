import type { StoryMerge, StoryMove } from '../../domain/story.ts'
import type { LiveItem, Strand } from './live-item.ts'

/** What a batch has changed so far, item by item: told as moves and merges at its end. */
export interface Journal {
  /** @param most stories that this batch may found */
  open(most: number): void
  /** A new item stands in a strand of its own. */
  found(item: LiveItem): void
  /** Whether so many more stories can be founded. */
  canFound(strands: number): boolean
  /** Takes an item from its strand to another. */
  move(item: LiveItem, to: Strand): void
  close(newStoryId: () => number): { moves: StoryMove[]; merges: StoryMerge[] }
}

export function createJournal(): Journal {
  /** The strand in which each changed item stood at first; `undefined` where it is new. */
  const before = new Map<LiveItem, Strand | undefined>()
  /** Strands without a story id, in the order of their founding. */
  const pending = new Set<Strand>()
  let most = 0

  return {
    open(count) {
      before.clear()
      pending.clear()
      most = count
    },
    found(item) {
      before.set(item, undefined)
      pending.add(item.strand)
    },
    canFound(strands) {
      return pending.size + strands <= most
    },
    move(item, to) {
      const from = item.strand
      if (!before.has(item)) before.set(item, from)
      from.items.splice(from.items.indexOf(item), 1)
      from.cluster = undefined
      if (from.items.length === 0) pending.delete(from)
      item.strand = to
      to.items.push(item)
      to.cluster = undefined
      if (to.storyId === 0) pending.add(to)
    },
    close(newStoryId) {
      for (const strand of pending) strand.storyId = newStoryId()
      const byOrigin = new Map<Strand, LiveItem[]>()
      for (const [item, origin] of before) {
        if (origin === undefined || origin === item.strand) continue
        const left = byOrigin.get(origin)
        if (left === undefined) byOrigin.set(origin, [item])
        else left.push(item)
      }
      const moves: StoryMove[] = []
      const merges: StoryMerge[] = []
      for (const [origin, items] of byOrigin) {
        const into = origin.items.length === 0 && !origin.anchored ? commonStrand(items) : undefined
        if (into !== undefined) merges.push({ from: origin.storyId, into: into.storyId })
        for (const item of items) {
          if (item.strand !== into) moves.push({ itemId: item.itemId, storyId: item.strand.storyId })
        }
      }
      return { moves, merges }
    },
  }
}

/** Where most of the items went; of several, to the oldest story. */
function commonStrand(items: readonly LiveItem[]): Strand | undefined {
  const counts = new Map<Strand, number>()
  for (const { strand } of items) counts.set(strand, (counts.get(strand) ?? 0) + 1)
  const ordered = [...counts].sort((a, b) => b[1] - a[1] || a[0].storyId - b[0].storyId)
  return ordered[0]?.[0]
}
