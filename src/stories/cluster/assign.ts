import { agglomerate, type Pairs } from './agglomerate.ts'
import type { Journal } from './journal.ts'
import { type Links, NO_END } from './links.ts'
import { newLiveStory, type LiveItem, type LiveStory } from './live-item.ts'

/** Minimum log odds of stories to consider. */
const PLAUSIBLE = -1

/** Maximum number of neighbouring stories to cluster with an item. */
const MAX_TOGETHER = 5

/** Maximum number of single items to cluster. Further stories are kept whole. */
const MAX_SINGLE = 48

/** Growth factor after which a story is dissolved into its items again. */
const DISSOLVE_GROWTH = 1.5

/** Stories of up to this many items are always reclustered when an item is near. */
const SMALL = 4

/**
 * Assigns an item and the items around it to stories. Small stories nearby are dissolved and reclustered, so the result
 * depends little on the order of arrival.
 */
export function assign(item: LiveItem, journal: Journal, threshold: number, pairs: Pairs): void {
  const stories = [item.story, ...plausible(item, pairs.links)]
  if (stories.length === 1 && item.story.items.length === 1) return
  if (!apply(agglomerate(groupsOf(stories), threshold, pairs), stories, journal)) {
    apply(
      agglomerate(
        stories.map(({ items }) => items),
        threshold,
        pairs,
      ),
      stories,
      journal,
    )
  }
}

/** The stories near an item that may report its event, the most probable first. */
function plausible(item: LiveItem, links: Links<LiveItem>): LiveStory[] {
  const ends: number[] = []
  for (let end = item.firstEnd; end !== NO_END; end = links.next(end))
    if (links.odds(end) >= PLAUSIBLE) ends.push(end)
  ends.sort((a, b) => links.odds(b) - links.odds(a))
  const stories = new Set(ends.map((end) => links.beyond(end).story))
  stories.delete(item.story)
  return [...stories].slice(0, MAX_TOGETHER)
}

/** Single items of small or due stories. Other stories, and those beyond `MAX_SINGLE`, stay whole. */
function groupsOf(stories: readonly LiveStory[]): LiveItem[][] {
  const groups: LiveItem[][] = []
  let singles = 0
  for (const story of stories) {
    const { items } = story
    const due = items.length <= SMALL || items.length >= story.dissolveAt
    if (!due || singles + items.length > MAX_SINGLE) {
      groups.push(items)
      continue
    }
    singles += items.length
    if (items.length > SMALL) story.dissolveAt = Math.ceil(items.length * DISSOLVE_GROWTH)
    for (const item of items) groups.push([item])
  }
  return groups
}

/** Moves items to the stories of their groups. @returns false, without a change, if it needs too many new stories */
function apply(
  groups: readonly (readonly LiveItem[])[],
  stories: readonly LiveStory[],
  journal: Journal,
): boolean {
  const targets = targetsOf(groups, stories)
  let newStories = 0
  for (const target of targets) if (target === undefined) newStories++
  if (newStories > 0 && !journal.canCreate(newStories)) return false
  for (const [at, items] of groups.entries()) {
    const target = targets[at] ?? newLiveStory(0)
    for (const item of items) if (item.story !== target) journal.move(item, target)
  }
  return true
}

/** Number of items of a story in a group. */
interface Overlap {
  readonly at: number
  readonly story: LiveStory
  readonly items: number
  readonly isMost: boolean
}

/** By group: the oldest story with 50 % or more of its items in it, else the story that shares most items with it. */
function targetsOf(
  groups: readonly (readonly LiveItem[])[],
  stories: readonly LiveStory[],
): (LiveStory | undefined)[] {
  const overlaps: Overlap[] = []
  const targets: (LiveStory | undefined)[] = []
  for (const [at, group] of groups.entries()) {
    targets.push(undefined)
    for (const story of stories) {
      let items = 0
      for (const item of group) if (item.story === story) items++
      if (items > 0) overlaps.push({ at, story, items, isMost: 2 * items >= story.items.length })
    }
  }
  overlaps.sort(byOverlap)
  for (const { at, story } of overlaps) {
    if (targets[at] === undefined && !targets.includes(story)) targets[at] = story
  }
  return targets
}

function byOverlap(a: Overlap, b: Overlap): number {
  if (a.isMost !== b.isMost) return a.isMost ? -1 : 1
  if (a.isMost) return ageOf(a.story) - ageOf(b.story) || b.items - a.items
  return b.items - a.items || ageOf(a.story) - ageOf(b.story)
}

function ageOf(story: LiveStory): number {
  return story.storyId === 0 ? Infinity : story.storyId
}
