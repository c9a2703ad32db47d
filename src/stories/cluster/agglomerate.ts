import type { Cluster, LiveItem, LiveStory } from './live-item.ts'
import { mergeClusters } from './merge-clusters.ts'

/** Log odds that two clusters tell one event. */
export type Score = (a: Cluster, b: Cluster) => number

/**
 * Joins the two clusters that most probably tell one event, as long as any two do. Only clusters with neighbouring
 * items are compared. The order of `clusters` decides nothing but ties.
 *
 * @param clusters single items, and whole stories
 */
export function agglomerate(clusters: readonly Cluster[], score: Score): Cluster[] {
  const nodes = clusters.map(nodeOf)
  // A whole story stands for all of its items.
  const nodeOfMember = new Map<LiveItem | LiveStory, Node>()
  for (const node of nodes) {
    const [item] = node.cluster.items
    if (item !== undefined) nodeOfMember.set(node.cluster.size === 1 ? item : item.story, node)
  }
  const heap: Candidate[] = []
  const consider = (a: Node, b: Node): void => {
    const odds = score(a.cluster, b.cluster)
    if (odds >= 0) push(heap, { odds, a, b })
  }

  for (const node of nodes) {
    if (node.cluster.size > MOST_ASKED) continue
    for (const other of node.near) other.nearTo = node.id
    for (const item of node.cluster.items) {
      for (const other of item.neighbours) {
        const near = nodeOfMember.get(other) ?? nodeOfMember.get(other.story)
        if (near === undefined || near === node || near.nearTo === node.id) continue
        near.nearTo = node.id
        node.near.push(near)
        near.near.push(node)
        consider(node.id < near.id ? node : near, node.id < near.id ? near : node)
      }
    }
  }
  for (let best = pop(heap); best !== undefined; best = pop(heap)) {
    const { a, b } = best
    if (a.gone || b.gone) continue
    a.gone = true
    b.gone = true
    const joined = nodeOf(mergeClusters(a.cluster, b.cluster), nodes.length)
    nodes.push(joined)
    takeOver(a, joined)
    takeOver(b, joined)
    for (const near of joined.near) {
      near.near.push(joined)
      consider(near, joined)
    }
  }
  return nodes.filter(({ gone }) => !gone).map(({ cluster }) => cluster)
}

/** What was near to a node that has gone is near to the one that it went into. */
function takeOver({ near }: Node, joined: Node): void {
  for (const other of near) {
    if (other.gone || other.nearTo === joined.id) continue
    other.nearTo = joined.id
    joined.near.push(other)
  }
}

/** A larger cluster is found by what is near to it. */
const MOST_ASKED = 24

interface Node {
  readonly id: number
  readonly cluster: Cluster
  readonly near: Node[]
  /** Id of the node last found to be near to this one. */
  nearTo: number
  gone: boolean
}

function nodeOf(cluster: Cluster, id: number): Node {
  return { id, cluster, near: [], nearTo: -1, gone: false }
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
