import type { Score } from './agglomerate.ts'
import { agglomerate } from './agglomerate.ts'
import type { Journal } from './journal.ts'
import { newStrand } from './live-item.ts'
import type { Cluster, LiveItem, Strand } from './live-item.ts'
import type { LiveSet } from './live-set.ts'

/** Stories less probable than this, as log odds, are not looked at together with an item. */
const PLAUSIBLE = -0.5

/** Stories of an item's neighbours that it is compared with, the likest first, and of them taken together. */
const MOST_COMPARED = 5
const MOST_TOGETHER = 3

/** Most items that are compared each with each; what is more stays together as it is. */
const MOST_SINGLE = 24

/** A story's items are compared anew when it has grown by this factor. */
const GROWTH = 1.5

/** A story that no other could join is left as it is until so many more items are known, as a factor. */
const HOLDS_FOR = 1.3

/**
 * Decides anew which stories an item and those around it tell. What comes out depends on which items there are,
 * hardly on the order in which they came: small stories around the item are taken apart and put together again.
 */
export function settle(item: LiveItem, live: LiveSet, journal: Journal, score: Score): void {
  const found = plausible(item, live, score)
  const best = found[0]
  const alone = item.strand.items.length === 1
  if (alone && (best === undefined || best.odds < 0)) return
  if (!alone && best === undefined && live.counted <= item.strand.settledAt * HOLDS_FOR) return
  const strands = [item.strand]
  for (const { strand } of found) strands.push(strand)

  const together = agglomerate(clustersOf(strands, live), score)
  if (apply(together, strands, journal)) {
    for (const { items } of together) if (items[0] !== undefined) items[0].strand.settledAt = live.counted
  } else {
    const whole: Cluster[] = []
    for (const strand of strands) whole.push(live.clusterOfStrand(strand))
    apply(agglomerate(whole, score), strands, journal)
  }
}

/** Whether one of the likest items that came since a lone item was last looked at probably tells its story. */
export function hasBetter(item: LiveItem, live: LiveSet, score: Score): boolean {
  const alone = live.clusterOfItem(item)
  return item.likest.some(
    (other) => other.arrivedAt > item.lookedAt && score(alone, live.clusterOfStrand(other.strand)) >= 0,
  )
}

/** A story beside an item, and the log odds that it tells the same event. */
interface Compared {
  readonly strand: Strand
  readonly cluster: Cluster
  readonly odds: number
}

function plausible(item: LiveItem, live: LiveSet, score: Score): Compared[] {
  const seen: Strand[] = []
  const found: Compared[] = []
  const alone = live.clusterOfItem(item)
  for (const { strand } of item.likest) {
    if (seen.includes(strand)) continue
    seen.push(strand)
    if (strand === item.strand) continue
    if (seen.length > MOST_COMPARED) break
    const cluster = live.clusterOfStrand(strand)
    const odds = score(alone, cluster)
    if (odds >= PLAUSIBLE) found.push({ strand, cluster, odds })
  }
  found.sort((a, b) => b.odds - a.odds)
  if (found.length > MOST_TOGETHER) found.length = MOST_TOGETHER
  return found
}

/** Single items of the small stories, whole stories where there are too many items. */
function clustersOf(strands: readonly Strand[], live: LiveSet): Cluster[] {
  const clusters: Cluster[] = []
  let singles = 0
  for (const strand of strands) {
    const { items } = strand
    const due = items.length <= 4 || items.length >= strand.dissolveAt
    if (!due || singles + items.length > MOST_SINGLE) {
      clusters.push(live.clusterOfStrand(strand))
      continue
    }
    singles += items.length
    if (items.length > 4) strand.dissolveAt = Math.ceil(items.length * GROWTH)
    for (const item of items) clusters.push(live.clusterOfItem(item))
  }
  return clusters
}

/** Makes the strands hold these clusters. @returns false, and changes nothing, where that takes too many new stories */
function apply(clusters: readonly Cluster[], strands: readonly Strand[], journal: Journal): boolean {
  const homes = homesOf(clusters, strands)
  let homeless = 0
  for (const home of homes) if (home === undefined) homeless++
  if (homeless > 0 && !journal.canFound(homeless)) return false
  for (let at = 0; at < clusters.length; at++) {
    const cluster = clusters[at] as Cluster
    const home = homes[at] ?? newStrand(0)
    for (const item of cluster.items) if (item.strand !== home) journal.move(item, home)
    home.cluster = cluster
  }
  return true
}

/** What a cluster holds of a strand. */
interface Claim {
  readonly at: number
  readonly strand: Strand
  readonly items: number
  readonly most: boolean
}

/** By cluster: each stays the oldest of the stories that it holds most of, else the story that it has most items of. */
function homesOf(clusters: readonly Cluster[], strands: readonly Strand[]): (Strand | undefined)[] {
  const claims: Claim[] = []
  const homes: (Strand | undefined)[] = []
  for (let at = 0; at < clusters.length; at++) {
    homes.push(undefined)
    for (const strand of strands) {
      let items = 0
      for (const item of (clusters[at] as Cluster).items) if (item.strand === strand) items++
      if (items > 0) claims.push({ at, strand, items, most: 2 * items >= strand.items.length })
    }
  }
  claims.sort(byRight)
  for (const { at, strand } of claims) {
    if (homes[at] === undefined && !homes.includes(strand)) homes[at] = strand
  }
  return homes
}

function byRight(a: Claim, b: Claim): number {
  if (a.most !== b.most) return a.most ? -1 : 1
  if (a.most) return ageOf(a.strand) - ageOf(b.strand) || b.items - a.items
  return b.items - a.items || ageOf(a.strand) - ageOf(b.strand)
}

function ageOf(strand: Strand): number {
  return strand.storyId === 0 ? Infinity : strand.storyId
}
