import { mergeClusters } from './cluster.ts'
import type { Cluster, LiveItem, Strand } from './live-item.ts'

/** Log odds that two clusters tell one event. */
export type Score = (a: Cluster, b: Cluster) => number

/**
 * Joins the two clusters that most probably tell one event, as long as any two do. Only clusters with neighbouring
 * items are compared. The order of `clusters` decides nothing but ties.
 *
 * @param clusters single items, and whole strands
 */
export function agglomerate(clusters: readonly Cluster[], score: Score): Cluster[] {
  const nodes = clusters.map((cluster, id): Node => ({ id, cluster, near: new Set(), gone: false }))
  const byItem = new Map<LiveItem, Node>()
  const byStrand = new Map<Strand, Node>()
  for (const node of nodes) {
    const [item] = node.cluster.items
    if (item === undefined) continue
    if (node.cluster.size === 1) byItem.set(item, node)
    else byStrand.set(item.strand, node)
  }
  const heap: Candidate[] = []
  const consider = (a: Node, b: Node): void => {
    const odds = score(a.cluster, b.cluster)
    if (odds >= 0) push(heap, { odds, a, b })
  }

  for (const node of nodes) {
    if (node.cluster.size > MOST_ASKED) continue
    for (const item of node.cluster.items) {
      for (const other of item.likest) {
        const near = byItem.get(other) ?? byStrand.get(other.strand)
        if (near === undefined || near === node || node.near.has(near)) continue
        node.near.add(near)
        near.near.add(node)
        consider(node.id < near.id ? node : near, node.id < near.id ? near : node)
      }
    }
  }
  for (let best = pop(heap); best !== undefined; best = pop(heap)) {
    const { a, b } = best
    if (a.gone || b.gone) continue
    a.gone = true
    b.gone = true
    const joined: Node = {
      id: nodes.length,
      cluster: mergeClusters(a.cluster, b.cluster),
      near: new Set(),
      gone: false,
    }
    nodes.push(joined)
    for (const near of a.near) if (!near.gone) joined.near.add(near)
    for (const near of b.near) if (!near.gone) joined.near.add(near)
    for (const near of joined.near) {
      near.near.add(joined)
      consider(near, joined)
    }
  }
  return nodes.filter((node) => !node.gone).map((node) => node.cluster)
}

/** A larger cluster is found by what is near to it. */
const MOST_ASKED = 24

interface Node {
  readonly id: number
  readonly cluster: Cluster
  readonly near: Set<Node>
  gone: boolean
}

interface Candidate {
  readonly odds: number
  readonly a: Node
  readonly b: Node
}

function isBefore(one: Candidate, other: Candidate): boolean {
  if (one.odds !== other.odds) return one.odds > other.odds
  return one.a.id < other.a.id || (one.a.id === other.a.id && one.b.id < other.b.id)
}

function push(heap: Candidate[], candidate: Candidate): void {
  let at = heap.length
  heap.push(candidate)
  while (at > 0) {
    const parent = (at - 1) >> 1
    const above = heap[parent]
    if (above === undefined || !isBefore(candidate, above)) break
    heap[at] = above
    at = parent
  }
  heap[at] = candidate
}

function pop(heap: Candidate[]): Candidate | undefined {
  const top = heap[0]
  const last = heap.pop()
  if (top === undefined || last === undefined || heap.length === 0) return top
  let at = 0
  for (;;) {
    let child = 2 * at + 1
    const left = heap[child]
    if (left === undefined) break
    const right = heap[child + 1]
    let next = left
    if (right !== undefined && isBefore(right, left)) {
      child++
      next = right
    }
    if (!isBefore(next, last)) break
    heap[at] = next
    at = child
  }
  heap[at] = last
  return top
}
