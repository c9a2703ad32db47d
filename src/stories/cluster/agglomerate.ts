import { sampleOf } from '../sample.ts'
import { type Links, NO_END } from './links.ts'
import type { LiveItem } from './live-item.ts'

/** A join counts 85 % by the best pair of items, 15 % by the mean of all pairs. */
const BEST_SHARE = 0.85
/** Log odds of a pair that was not compared: neither is among the nearest of the other. */
const NOT_COMPARED = -3
/** Log odds that a join of small groups gains per doubling of the size. */
const GROWTH = 0.3

/**
 * Joins to more items than this gain nothing. The groups must also be similar as a whole: sampled pairs need this mean
 * of log odds. Otherwise match reports, each similar to the next, would form one story.
 */
const LARGE = 8
const MIN_COHESION = -3
/** Number of sampled pairs, and of items from the smaller group. */
const SAMPLED_PAIRS = 9
const SAMPLED_ITEMS = 3

/** Comparison of pairs of items. */
export interface Pairs {
  readonly links: Links<LiveItem>
  /** Log odds that an item and each of the others report one event. */
  odds(one: LiveItem, others: readonly LiveItem[]): number[]
}

/**
 * Joins the two groups with the highest odds of reporting one event, until no join has `threshold` log odds. A report
 * belongs to a story if it is very similar to one of its reports.
 *
 * @param groups single items, and whole stories
 */
export function agglomerate(
  groups: readonly (readonly LiveItem[])[],
  threshold: number,
  pairs: Pairs,
): LiveItem[][] {
  const nodes = groups.map((items, id): Node => ({ id, items: [...items], ties: new Map(), isMerged: false }))
  tieAll(nodes, pairs.links)
  let best = bestJoin(nodes, threshold, pairs)
  while (best !== undefined) {
    merge(best.a, best.b)
    best = bestJoin(nodes, threshold, pairs)
  }
  return nodes.filter(({ isMerged }) => !isMerged).map(({ items }) => items)
}

interface Node {
  readonly id: number
  readonly items: LiveItem[]
  readonly ties: Map<Node, Tie>
  isMerged: boolean
}

/** The compared pairs of items between two nodes. */
interface Tie {
  readonly best: number
  readonly sum: number
  readonly count: number
  /** Whether the current nodes are not similar as a whole. */
  isRefused: boolean
}

/** Collects the links between nodes, each once. Links of the largest node are found from their other ends. */
function tieAll(nodes: readonly Node[], links: Links<LiveItem>): void {
  const nodeOf = new Map<LiveItem, Node>()
  for (const node of nodes) for (const item of node.items) nodeOf.set(item, node)
  const bySize = nodes.toSorted((a, b) => a.items.length - b.items.length || a.id - b.id)
  const done = new Set<Node>()
  for (const node of bySize.slice(0, -1)) {
    done.add(node)
    for (const item of node.items) {
      for (let end = item.firstEnd; end !== NO_END; end = links.next(end)) {
        const other = nodeOf.get(links.beyond(end))
        if (other === undefined || done.has(other)) continue
        const odds = links.odds(end)
        const tie = joined(node.ties.get(other), { best: odds, sum: odds, count: 1, isRefused: false })
        node.ties.set(other, tie)
        other.ties.set(node, tie)
      }
    }
  }
}

function joined(one: Tie | undefined, other: Tie): Tie {
  if (one === undefined) return other
  return {
    best: Math.max(one.best, other.best),
    sum: one.sum + other.sum,
    count: one.count + other.count,
    isRefused: false,
  }
}

function merge(into: Node, node: Node): void {
  node.isMerged = true
  into.items.push(...node.items)
  into.ties.delete(node)
  for (const [other, tie] of node.ties) {
    other.ties.delete(node)
    if (other === into) continue
    const both = joined(into.ties.get(other), tie)
    into.ties.set(other, both)
    other.ties.set(into, both)
  }
  // The group has changed.
  for (const tie of into.ties.values()) tie.isRefused = false
}

interface Join {
  readonly a: Node
  readonly b: Node
  readonly tie: Tie
  readonly odds: number
}

/** The join with the highest odds whose items are similar as a whole. */
function bestJoin(nodes: readonly Node[], threshold: number, pairs: Pairs): Join | undefined {
  for (let best = surestJoin(nodes, threshold); best !== undefined; best = surestJoin(nodes, threshold)) {
    if (isCoherent(best.a.items, best.b.items, pairs)) return best
    best.tie.isRefused = true
  }
  return undefined
}

function surestJoin(nodes: readonly Node[], threshold: number): Join | undefined {
  let best: Join | undefined
  for (const a of nodes) {
    if (a.isMerged) continue
    for (const [b, tie] of a.ties) {
      if (b.id < a.id || tie.isRefused) continue
      const odds = joinOdds(a, b, tie)
      if (odds >= threshold && (best === undefined || odds > best.odds)) best = { a, b, tie, odds }
    }
  }
  return best
}

function joinOdds(a: Node, b: Node, { best, sum, count }: Tie): number {
  const pairs = a.items.length * b.items.length
  const mean = (sum + (pairs - count) * NOT_COMPARED) / pairs
  const size = a.items.length + b.items.length
  const growth = size > LARGE ? 0 : GROWTH * Math.log2(size / 2)
  return BEST_SHARE * best + (1 - BEST_SHARE) * mean + growth
}

function isCoherent(a: readonly LiveItem[], b: readonly LiveItem[], pairs: Pairs): boolean {
  if (a.length + b.length <= LARGE) return true
  const [small, large] = a.length < b.length ? [a, b] : [b, a]
  const ones = sampleOf(small, SAMPLED_ITEMS)
  const others = sampleOf(large, Math.floor(SAMPLED_PAIRS / ones.length))
  const odds = ones.flatMap((one) => pairs.odds(one, others))
  return odds.reduce((sum, each) => sum + each, 0) / odds.length >= MIN_COHESION
}
