import type { Cluster } from './live-item.ts'

/** A power of two, eight times as many as a cluster has terms at most: most terms that are not held meet an empty slot. */
const SLOTS = 2048
const EMPTY = -1

const slotTerms = new Int32Array(SLOTS).fill(EMPTY)
const slotPlaces = new Int16Array(SLOTS)
let held: Cluster | undefined
let other: Cluster | undefined

/**
 * Takes the terms of one of two clusters in hand, for `placeOf`. Clusters are compared one with many, and putting
 * one's terms in a table once costs less than walking both lists each time.
 *
 * @returns whether it took those of the first
 */
export function holdOneOf(a: Cluster, b: Cluster): boolean {
  const first = held === a || (held !== b && other !== b)
  const one = first ? a : b
  other = first ? b : a
  if (held !== one) hold(one)
  return first
}

/** Where a term stands among those of the cluster in hand; -1 where it does not. */
export function placeOf(term: number): number {
  let slot = slotOf(term)
  for (;;) {
    const there = slotTerms[slot] as number
    if (there === term) return slotPlaces[slot] as number
    if (there === EMPTY) return -1
    slot = (slot + 1) % SLOTS
  }
}

function hold(cluster: Cluster): void {
  if (held !== undefined) slotTerms.fill(EMPTY)
  held = cluster
  const { cells, termsAt, terms } = cluster
  for (let place = 0; place < terms; place++) {
    const term = (cells[termsAt + place] as number) | 0
    let slot = slotOf(term)
    while (slotTerms[slot] !== EMPTY) slot = (slot + 1) % SLOTS
    slotTerms[slot] = term
    slotPlaces[slot] = place
  }
}

function slotOf(term: number): number {
  return (term ^ (term >>> 11)) % SLOTS
}
