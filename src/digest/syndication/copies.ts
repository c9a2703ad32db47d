import type { EpochMs } from '../../domain/time.ts'
import { likeness, type Sketch } from './sketch.ts'

/** From this share of common shingles on, one text is a copy of the other. */
const COPY_LIKENESS = 0.8

/**
 * Smallest hashes by which earlier texts are found. Of texts that share four in five shingles each of
 * them is common with a chance of .8: that none is, is one case in 400,000.
 */
const LOOKUP_HASHES = 8

/** An item of a story with its text. */
export interface ToldText {
  readonly itemId: number
  readonly publisher: string
  readonly publishedAt: EpochMs
  /** `undefined` where the text is too short to tell. */
  readonly sketch: Sketch | undefined
}

/**
 * Finds the items of a story whose text is that of an earlier item of another publisher: what agencies
 * write and others print. Whoever came first is no copy, whatever its own text came from.
 *
 * @param items of one story, in any order
 */
export function findCopies(items: readonly ToldText[]): Set<number> {
  const copies = new Set<number>()
  const earlier = new Map<number, ToldText[]>()
  const inTime = items.toSorted((a, b) => a.publishedAt - b.publishedAt || a.itemId - b.itemId)
  for (const item of inTime) {
    const { sketch } = item
    if (sketch === undefined) continue
    if (isCopy(item, sketch, earlier)) copies.add(item.itemId)
    for (const hash of sketch.subarray(0, LOOKUP_HASHES)) {
      const known = earlier.get(hash)
      if (known === undefined) earlier.set(hash, [item])
      else known.push(item)
    }
  }
  return copies
}

function isCopy(item: ToldText, sketch: Sketch, earlier: ReadonlyMap<number, readonly ToldText[]>): boolean {
  const compared = new Set<number>()
  for (const hash of sketch.subarray(0, LOOKUP_HASHES)) {
    for (const other of earlier.get(hash) ?? []) {
      if (other.publisher === item.publisher || compared.has(other.itemId)) continue
      compared.add(other.itemId)
      if (other.sketch !== undefined && likeness(other.sketch, sketch) >= COPY_LIKENESS) return true
    }
  }
  return false
}
