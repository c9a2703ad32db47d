import type { Cluster, LiveItem, LiveStory } from './live-item.ts'
import { mergeClusters } from './merge-clusters.ts'

/** Log odds that two clusters tell one event. */
export type Score = (a: Cluster, b: Cluster) => number

/**
 * Merges the two clusters that most probably tell one event. Repeats this until no pair has log odds of 0 or more.
 * Compares only clusters with neighbouring items. The order of `clusters` decides ties only.
 *
 * @param clusters single items, and whole stories
 */
export function agglomerate(clusters: readonly Cluster[], score: Score): Cluster[] {
  const nodes = clusters.map(nodeOf)
  // The node of a whole story is found through any of its items.
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
    if (node.cluster.size > MAX_SEARCHED) continue
    for (const other of node.neighbours) other.seenBy = node.id
    for (const item of node.cluster.items) {
      for (const other of item.neighbours) {
        const neighbour = nodeOfMember.get(other) ?? nodeOfMember.get(other.story)
        if (neighbour === undefined || neighbour === node || neighbour.seenBy === node.id) continue
        neighbour.seenBy = node.id
        node.neighbours.push(neighbour)
        neighbour.neighbours.push(node)
        consider(node.id < neighbour.id ? node : neighbour, node.id < neighbour.id ? neighbour : node)
      }
    }
  }
  for (let best = pop(heap); best !== undefined; best = pop(heap)) {
    const { a, b } = best
    if (a.merged || b.merged) continue
    a.merged = true
    b.merged = true
    const joined = nodeOf(mergeClusters(a.cluster, b.cluster), nodes.length)
    nodes.push(joined)
    inheritNeighbours(a, joined)
    inheritNeighbours(b, joined)
    for (const neighbour of joined.neighbours) {
      neighbour.neighbours.push(joined)
      consider(neighbour, joined)
    }
  }
  return nodes.filter(({ merged }) => !merged).map(({ cluster }) => cluster)
}

/** The neighbours of a merged node are neighbours of the node that it was merged into. */
function inheritNeighbours({ neighbours }: Node, joined: Node): void {
  for (const other of neighbours) {
    if (other.merged || other.seenBy === joined.id) continue
    other.seenBy = joined.id
    joined.neighbours.push(other)
  }
}

/** The items of a larger cluster are not searched for neighbours. Its neighbours find it. */
const MAX_SEARCHED = 24

interface Node {
  readonly id: number
  readonly cluster: Cluster
  readonly neighbours: Node[]
  /** Id of the node that this one was last found to be a neighbour of. */
  seenBy: number
  merged: boolean
}

function nodeOf(cluster: Cluster, id: number): Node {
  return { id, cluster, neighbours: [], seenBy: -1, merged: false }
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
