import { VALUES } from './cluster.ts'
import type { Cluster } from './live-item.ts'
import { MOST_TERMS } from './terms.ts'

/** Where the values of the terms stand that two clusters share, in the order of the terms. They hold until the next call. */
export interface SharedTerms {
  count: number
  /** Places in the cells of the first and of the second cluster. */
  readonly first: Int32Array
  readonly second: Int32Array
}

/**
 * Finds the terms that two clusters share. Clusters are compared one with many, and putting one's terms in a table
 * once costs less than walking both lists each time.
 */
export function findShared(a: Cluster, b: Cluster): SharedTerms {
  const isFirst = held === a || (held !== b && other !== b)
  const one = isFirst ? a : b
  const walked = isFirst ? b : a
  other = walked
  if (held !== one) hold(one)
  const { cells, termsAt, terms, valuesAt } = walked
  const from = one.valuesAt
  const ofHeld = isFirst ? shared.first : shared.second
  const ofWalked = isFirst ? shared.second : shared.first
  let count = 0
  for (let k = 0; k < terms; k++) {
    const term = (cells[termsAt + k] as number) | 0
    let slot = slotOf(term)
    let there = slotTerms[slot] as number
    while (there !== term && there !== EMPTY) {
      slot = (slot + 1) & LAST_SLOT
      there = slotTerms[slot] as number
    }
    if (there === EMPTY) continue
    ofHeld[count] = from + (slotPlaces[slot] as number) * VALUES
    ofWalked[count] = valuesAt + k * VALUES
    count++
  }
  shared.count = count
  return shared
}

/** A power of two, eight times as many as a cluster has terms at most: most terms that are not held meet an empty slot. */
const SLOTS = 8 * MOST_TERMS
const LAST_SLOT = SLOTS - 1
const EMPTY = -1

const slotTerms = new Int32Array(SLOTS).fill(EMPTY)
const slotPlaces = new Int16Array(SLOTS)
const takenSlots = new Int16Array(MOST_TERMS)
let taken = 0
let held: Cluster | undefined
let other: Cluster | undefined
const shared: SharedTerms = {
  count: 0,
  first: new Int32Array(MOST_TERMS),
  second: new Int32Array(MOST_TERMS),
}

function hold(cluster: Cluster): void {
  for (let k = 0; k < taken; k++) slotTerms[takenSlots[k] as number] = EMPTY
  held = cluster
  const { cells, termsAt, terms } = cluster
  for (let place = 0; place < terms; place++) {
    const term = (cells[termsAt + place] as number) | 0
    let slot = slotOf(term)
    while (slotTerms[slot] !== EMPTY) slot = (slot + 1) & LAST_SLOT
    slotTerms[slot] = term
    slotPlaces[slot] = place
    takenSlots[place] = slot
  }
  taken = terms
}

function slotOf(term: number): number {
  return (term ^ (term >>> 11)) & LAST_SLOT
}
