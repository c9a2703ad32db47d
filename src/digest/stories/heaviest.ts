import { VALUES, WEIGHT, massOf } from './cluster.ts'
import type { Cluster } from './live-item.ts'
import { INDEXED_TERMS } from './neighbours.ts'

/** The heaviest terms of the item at hand, the heaviest first, and their weights. */
export const heaviest = new Int32Array(INDEXED_TERMS)
export const heaviestWeights = new Float32Array(INDEXED_TERMS)
/** How much each says of the item. */
const masses = new Float64Array(INDEXED_TERMS)

/** Writes the heaviest terms of an item to `heaviest`. @returns how many there are */
export function findHeaviest(cluster: Cluster): number {
  let count = 0
  // Terms ascend: of two with the same mass the smaller one comes first.
  for (let k = 0; k < cluster.terms; k++) {
    const mass = massOf(cluster, k)
    if (mass <= 0 || (count === INDEXED_TERMS && mass <= (masses[count - 1] as number))) continue
    if (count < INDEXED_TERMS) count++
    let at = count - 1
    for (; at > 0 && (masses[at - 1] as number) < mass; at--) {
      masses[at] = masses[at - 1] as number
      heaviest[at] = heaviest[at - 1] as number
      heaviestWeights[at] = heaviestWeights[at - 1] as number
    }
    masses[at] = mass
    heaviest[at] = cluster.cells[cluster.termsAt + k] as number
    heaviestWeights[at] = cluster.cells[cluster.valuesAt + k * VALUES + WEIGHT] as number
  }
  return count
}
