import { mergeClusters } from './cluster.ts'
import type { Cluster } from './cluster.ts'
import { EVIDENCE, measure } from './evidence.ts'
import type { LiveItem } from './live-item.ts'

export type Observe = (evidence: Float64Array, a: Cluster, b: Cluster) => void

interface Node { id: number; cluster: Cluster; near: Set<Node>; gone: boolean }

export const evidence = new Float64Array(EVIDENCE.length)

export function scoreOf(weights: Float64Array): number {
  if (typeof weights === "function") return (weights as any)(evidence)
  let z = 0
  for (let k = 0; k < evidence.length; k++) z += (evidence[k] as number) * (weights[k] as number)
  return z
}

/** Joins the closest two clusters as long as any two are close enough. */
export function agglomerate(clusters: readonly Cluster[], weights: Float64Array, threshold: number, windowMs: number, observe?: Observe): Cluster[] {
  const nodes = clusters.map((cluster, id): Node => ({ id, cluster, near: new Set(), gone: false }))
  const nodeOf = new Map<LiveItem, Node>()
  for (const node of nodes) for (const item of node.cluster.items) nodeOf.set(item, node)
  const heap: [number, Node, Node][] = []
  const consider = (a: Node, b: Node): void => {
    measure(a.cluster, b.cluster, evidence)
    observe?.(evidence, a.cluster, b.cluster)
    const score = scoreOf(weights)
    if (score >= threshold) push(heap, [score, a, b])
  }
  for (const node of nodes) {
    for (const item of node.cluster.items) {
      for (const other of item.near) {
        const near = nodeOf.get(other)
        if (near === undefined || near === node || node.near.has(near)) continue
        node.near.add(near)
        near.near.add(node)
        consider(node.id < near.id ? node : near, node.id < near.id ? near : node)
      }
    }
  }
  for (let best = pop(heap); best !== undefined; best = pop(heap)) {
    const [, a, b] = best
    if (a.gone || b.gone) continue
    a.gone = true
    b.gone = true
    const joined: Node = { id: nodes.length, cluster: mergeClusters(a.cluster, b.cluster), near: new Set(), gone: false }
    nodes.push(joined)
    for (const near of a.near) if (!near.gone) joined.near.add(near)
    for (const near of b.near) if (!near.gone) joined.near.add(near)
    for (const near of joined.near) {
      near.near.add(joined)
      const gap = Math.max(near.cluster.from - joined.cluster.until, joined.cluster.from - near.cluster.until)
      if (gap <= windowMs) consider(near, joined)
    }
  }
  return nodes.filter((node) => !node.gone).map((node) => node.cluster)
}

function before(a: [number, Node, Node], b: [number, Node, Node]): boolean {
  return a[0] > b[0] || (a[0] === b[0] && (a[1].id < b[1].id || (a[1].id === b[1].id && a[2].id < b[2].id)))
}

function push(heap: [number, Node, Node][], entry: [number, Node, Node]): void {
  let at = heap.length
  heap.push(entry)
  while (at > 0) {
    const parent = (at - 1) >> 1
    const above = heap[parent]
    if (above === undefined || !before(entry, above)) break
    heap[at] = above
    at = parent
  }
  heap[at] = entry
}

function pop(heap: [number, Node, Node][]): [number, Node, Node] | undefined {
  const top = heap[0]
  const last = heap.pop()
  if (top === undefined || last === undefined || heap.length === 0) return top
  let at = 0
  for (;;) {
    let child = 2 * at + 1
    if (child >= heap.length) break
    const left = heap[child]
    const right = heap[child + 1]
    if (left === undefined) break
    let next = left
    if (right !== undefined && before(right, left)) {
      child++
      next = right
    }
    if (!before(next, last)) break
    heap[at] = next
    at = child
  }
  heap[at] = last
  return top
}
