import { DAY_MS, type EpochMs } from '../../src/model/time.ts'
import { agglomerate } from '../../src/stories/cluster/agglomerate.ts'
import { pairFeatures } from '../../src/stories/cluster/link/features.ts'
import { areKeptApart, sizePrior } from '../../src/stories/cluster/link/link.ts'
import { type LinkModel, logOdds } from '../../src/stories/cluster/link/network.ts'
import { type NewsKnown, pairOf } from '../../src/stories/cluster/link/pair.ts'
import { type Cluster, type LiveItem, newLiveStory } from '../../src/stories/cluster/live-item.ts'
import { createLiveSet, type LiveSet } from '../../src/stories/cluster/live-set.ts'
import type { LabelledItem } from '../stories/labelled-set.ts'

/** A comparison of two clusters by the clusterer, and how right it would be to join them. */
export interface Decision {
  readonly features: Float64Array
  /** Share of pairs across the clusters that report one event, 0..1. */
  readonly right: number
  /** Its weight in learning: the number of labelled items of the smaller cluster. */
  readonly weight: number
}

/** A labelled set, indexed as in the service. Items that are not neighbours of a labelled one are left out. */
export interface Field {
  readonly name: string
  /** Independent collections. */
  readonly parts: readonly Part[]
  readonly truth: ReadonlyMap<LiveItem, string>
  /** The real times of publication of unlabelled items, each of which counts as a story of its own. */
  readonly happenedAt: ReadonlyMap<LiveItem, EpochMs>
}

/** One collection. */
interface Part {
  readonly clusters: readonly Cluster[]
  readonly known: NewsKnown
}

/** @param sets independent collections */
export function fieldOf(name: string, sets: readonly (readonly LabelledItem[])[]): Field {
  const truth = new Map<LiveItem, string>()
  const happenedAt = new Map<LiveItem, EpochMs>()
  const parts = sets.map((items) => partOf(items, truth, happenedAt))
  return { name, parts, truth, happenedAt }
}

function partOf(
  labelled: readonly LabelledItem[],
  truth: Map<LiveItem, string>,
  happenedAt: Map<LiveItem, EpochMs>,
): Part {
  const live = createLiveSet()
  const items = labelled.map((item) => live.add(item, newLiveStory(0)))
  for (const item of items) live.index(item)
  for (const item of items) live.link(item)
  const kept = new Set<LiveItem>()
  items.forEach((item, at) => {
    const { truth: story, happenedAt: happened } = labelled[at] as LabelledItem
    if (happened !== undefined) happenedAt.set(item, happened)
    if (story === null) return
    truth.set(item, story)
    kept.add(item)
    for (const near of item.neighbours) kept.add(near)
  })
  const clusters = items.filter((item) => kept.has(item)).map((item) => live.clusterOfItem(item))
  return { clusters, known: knownOf(live, items) }
}

/** A copy of what a collection knows of its news, so that the collection itself can be freed. */
function knownOf(live: LiveSet, items: readonly LiveItem[]): NewsKnown {
  const counts = new Map(items.map(({ space }) => [space, live.itemsOf(space)]))
  return { itemsOf: (space) => counts.get(space) ?? 0, daysKnown: live.daysKnown }
}

/** Unlabelled items with at least this cosine may report one event. */
const ALIKE = 0.3

/** Items further apart than this report different events. */
const APART_MS = 30 * DAY_MS

/** Whether it is known which of the items report one event. For two unlabelled items this needs distant times. */
function isJudged(a: Cluster, b: Cluster, happenedAt: ReadonlyMap<LiveItem, EpochMs>): boolean {
  return a.items.every((one) =>
    b.items.every((other) => {
      const [first, second] = [happenedAt.get(one), happenedAt.get(other)]
      return first === undefined || second === undefined || Math.abs(first - second) > APART_MS
    }),
  )
}

/** Decisions of a field that one round learns from, at most. */
const MAX_DECISIONS = 4_000

/**
 * Lets the clusterer work with this model, and gives a sample of its comparisons, so that the next model learns from
 * realistic cases. Only stories that `uses` accepts count.
 */
export function decisionsOf(
  field: Field,
  model: LinkModel,
  uses: (story: string) => boolean,
): { decisions: Decision[]; clusters: Cluster[] } {
  const oddsOf = logOdds(model)
  const decisions: Decision[] = []
  const clusters = field.parts.flatMap(({ clusters: singles, known }) =>
    agglomerate(singles, (a, b) => {
      const pair = pairOf(a, b, known)
      if (pair === undefined || areKeptApart(pair)) return -Infinity
      const features = pairFeatures(pair)
      const { right, weight } = judge(a, b, field.truth, uses)
      const isSure = pair.cosine < ALIKE || isJudged(a, b, field.happenedAt)
      if (weight > 0 && isSure) decisions.push({ features, right, weight })
      return oddsOf(features) + sizePrior(a, b)
    }),
  )
  const step = Math.max(1, decisions.length / MAX_DECISIONS)
  const taken = Array.from({ length: Math.floor(decisions.length / step) }, (_, k) => Math.floor(k * step))
  return { decisions: taken.flatMap((at) => decisions[at] ?? []), clusters }
}

function judge(
  a: Cluster,
  b: Cluster,
  truth: ReadonlyMap<LiveItem, string>,
  uses: (story: string) => boolean,
): { right: number; weight: number } {
  const left = countStories(a, truth, uses)
  const right = countStories(b, truth, uses)
  let same = 0
  let inLeft = 0
  let inRight = 0
  for (const [story, count] of left) {
    inLeft += count
    same += count * (right.get(story) ?? 0)
  }
  for (const count of right.values()) inRight += count
  if (inLeft === 0 || inRight === 0) return { right: 0, weight: 0 }
  return { right: same / (inLeft * inRight), weight: Math.min(inLeft, inRight) }
}

const counted = new WeakMap<Cluster, Map<string, number>>()

function countStories(
  cluster: Cluster,
  truth: ReadonlyMap<LiveItem, string>,
  uses: (story: string) => boolean,
): Map<string, number> {
  const known = cluster.size > 1 ? counted.get(cluster) : undefined
  if (known !== undefined) return known
  const counts = new Map<string, number>()
  for (const item of cluster.items) {
    const story = truth.get(item)
    if (story !== undefined && uses(story)) counts.set(story, (counts.get(story) ?? 0) + 1)
  }
  if (cluster.size > 1) counted.set(cluster, counts)
  return counts
}
