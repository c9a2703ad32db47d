import { groupBy } from '../../model/group-by.ts'
import type { StoryMerge, StoryMove } from '../../model/story.ts'
import type { LiveItem, LiveStory } from './live-item.ts'

/** Records the changes of a batch by item. Returns them as moves and merges at the end. */
export class Journal {
  /** Story of each changed item before the batch; `undefined` for new items. */
  readonly #before = new Map<LiveItem, LiveStory | undefined>()
  /** Live stories without an id, in order of creation. */
  readonly #pending = new Set<LiveStory>()
  readonly #maxNewStories: number

  /** @param maxNewStories stories that the batch may create */
  constructor(maxNewStories: number) {
    this.#maxNewStories = maxNewStories
  }

  /** Records a new item in a story of its own. */
  created(item: LiveItem): void {
    this.#before.set(item, undefined)
    this.#pending.add(item.story)
  }

  /** Whether the batch may create this many more stories. */
  canCreate(stories: number): boolean {
    return this.#pending.size + stories <= this.#maxNewStories
  }

  /** Moves an item from its story to another. */
  move(item: LiveItem, to: LiveStory): void {
    const from = item.story
    if (!this.#before.has(item)) this.#before.set(item, from)
    from.items.splice(from.items.indexOf(item), 1)
    if (from.items.length === 0) this.#pending.delete(from)
    item.story = to
    to.items.push(item)
    if (to.storyId === 0) this.#pending.add(to)
  }

  end(newStoryId: () => number): { moves: StoryMove[]; merges: StoryMerge[] } {
    for (const story of this.#pending) story.storyId = newStoryId()
    const changed = [...this.#before].flatMap(([item, origin]) =>
      origin === undefined || origin === item.story ? [] : [[item, origin] as const],
    )
    const moves: StoryMove[] = []
    const merges: StoryMerge[] = []
    for (const [origin, left] of groupBy(changed, ([, story]) => story)) {
      const items = left.map(([item]) => item)
      const into = origin.items.length === 0 && !origin.anchored ? commonStory(items) : undefined
      if (into !== undefined) merges.push({ from: origin.storyId, into: into.storyId })
      for (const item of items) {
        if (item.story !== into) moves.push({ itemId: item.itemId, storyId: item.story.storyId })
      }
    }
    return { moves, merges }
  }
}

/** The story to which most of the items moved; ties go to the oldest. */
function commonStory(items: readonly LiveItem[]): LiveStory | undefined {
  const counts = new Map<LiveStory, number>()
  for (const { story } of items) counts.set(story, (counts.get(story) ?? 0) + 1)
  const ordered = [...counts].sort((a, b) => b[1] - a[1] || a[0].storyId - b[0].storyId)
  return ordered[0]?.[0]
}
