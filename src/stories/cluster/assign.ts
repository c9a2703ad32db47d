import { agglomerate, type Score } from './agglomerate.ts'
import type { Journal } from './journal.ts'
import { newLiveStory, type Cluster, type LiveItem, type LiveStory } from './live-item.ts'
import type { LiveSet } from './live-set.ts'

/** Stories with lower log odds are left out. */
const PLAUSIBLE = -0.5

/** An item is compared with at most 5 stories of its nearest neighbours. At most 3 of them are clustered with it. */
const MAX_COMPARED = 5
const MAX_TOGETHER = 3

/** At most this many single items are clustered. Further stories stay together as they are. */
const MAX_SINGLE = 24

/** A story is dissolved into its items again when it has grown by this factor. */
const DISSOLVE_GROWTH = 1.5

/** A story without plausible others is not clustered again until the number of known items grows by this factor. */
const VALID_GROWTH = 1.3

/**
 * Assigns an item and the items around it to stories. Small stories around the item are dissolved and clustered again.
 * The result therefore depends little on the order in which the items came.
 */
export function assign(item: LiveItem, live: LiveSet, journal: Journal, score: Score): void {
  const found = plausible(item, live, score)
  const best = found[0]
  const singleton = item.story.items.length === 1
  if (singleton && (best === undefined || best.odds < 0)) return
  if (!singleton && best === undefined && live.counted <= item.story.assignedAt * VALID_GROWTH) return
  const stories = [item.story]
  for (const { story } of found) stories.push(story)

  const together = agglomerate(clustersOf(stories, live), score)
  if (apply(together, stories, journal)) {
    for (const { items } of together) if (items[0] !== undefined) items[0].story.assignedAt = live.counted
  } else {
    const whole: Cluster[] = []
    for (const story of stories) whole.push(live.clusterOfStory(story))
    apply(agglomerate(whole, score), stories, journal)
  }
}

/** Whether a lone item probably tells the story of a neighbour that came after the last look at it. */
export function hasBetterStory(item: LiveItem, live: LiveSet, score: Score): boolean {
  const singleton = live.clusterOfItem(item)
  return item.neighbours.some(
    (other) => other.arrivedAt > item.lookedAt && score(singleton, live.clusterOfStory(other.story)) >= 0,
  )
}

/** A story beside an item, and the log odds that it tells the same event. */
interface Compared {
  readonly story: LiveStory
  readonly cluster: Cluster
  readonly odds: number
}

function plausible(item: LiveItem, live: LiveSet, score: Score): Compared[] {
  const seen: LiveStory[] = []
  const found: Compared[] = []
  const singleton = live.clusterOfItem(item)
  for (const { story } of item.neighbours) {
    if (seen.includes(story)) continue
    seen.push(story)
    if (story === item.story) continue
    if (seen.length > MAX_COMPARED) break
    const cluster = live.clusterOfStory(story)
    const odds = score(singleton, cluster)
    if (odds >= PLAUSIBLE) found.push({ story, cluster, odds })
  }
  found.sort((a, b) => b.odds - a.odds)
  if (found.length > MAX_TOGETHER) found.length = MAX_TOGETHER
  return found
}

/** The single items of stories that are small or due. Other stories, and those beyond `MAX_SINGLE`, stay whole. */
function clustersOf(stories: readonly LiveStory[], live: LiveSet): Cluster[] {
  const clusters: Cluster[] = []
  let singles = 0
  for (const story of stories) {
    const { items } = story
    const due = items.length <= 4 || items.length >= story.dissolveAt
    if (!due || singles + items.length > MAX_SINGLE) {
      clusters.push(live.clusterOfStory(story))
      continue
    }
    singles += items.length
    if (items.length > 4) story.dissolveAt = Math.ceil(items.length * DISSOLVE_GROWTH)
    for (const item of items) clusters.push(live.clusterOfItem(item))
  }
  return clusters
}

/** Moves items to the stories of their clusters. @returns false, without a change, if it takes too many new stories */
function apply(clusters: readonly Cluster[], stories: readonly LiveStory[], journal: Journal): boolean {
  const targets = targetsOf(clusters, stories)
  let newStories = 0
  for (const target of targets) if (target === undefined) newStories++
  if (newStories > 0 && !journal.canCreate(newStories)) return false
  for (let at = 0; at < clusters.length; at++) {
    const cluster = clusters[at] as Cluster
    const target = targets[at] ?? newLiveStory(0)
    for (const item of cluster.items) if (item.story !== target) journal.move(item, target)
    target.cluster = cluster
  }
  return true
}

/** How many items of a story a cluster holds. */
interface Overlap {
  readonly at: number
  readonly story: LiveStory
  readonly items: number
  readonly isMost: boolean
}

/** By cluster: the oldest story with 50 % or more of its items in it, else the story that shares most items with it. */
function targetsOf(clusters: readonly Cluster[], stories: readonly LiveStory[]): (LiveStory | undefined)[] {
  const overlaps: Overlap[] = []
  const targets: (LiveStory | undefined)[] = []
  for (let at = 0; at < clusters.length; at++) {
    targets.push(undefined)
    for (const story of stories) {
      let items = 0
      for (const item of (clusters[at] as Cluster).items) if (item.story === story) items++
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
