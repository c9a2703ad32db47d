import type { EpochMs } from '../../domain/time.ts'
import type { LiveItem } from './live-item.ts'

export interface NeighbourOptions {
  /** Terms of an item that are looked up, the heaviest first. */
  readonly lookups: number
  /** Items nearest in time that one term may bring. */
  readonly reach: number
  readonly most: number
  readonly windowMs: number
}

/** Finds the live items that share heavy terms with an item. */
export interface Neighbours {
  add(live: LiveItem, heavy: readonly number[]): void
  find(live: LiveItem, heavy: readonly number[], weights: readonly number[]): LiveItem[]
  forget(gone: (live: LiveItem) => boolean): void
}

export function createNeighbours(options: NeighbourOptions): Neighbours {
  const postings = new Map<number, LiveItem[]>()
  const sums = new Map<LiveItem, number>()

  return {
    add(live, heavy) {
      for (const term of heavy) {
        const list = postings.get(term)
        if (list === undefined) postings.set(term, [live])
        else list.splice(placeOf(list, live.item.publishedAt, live.item.itemId), 0, live)
      }
    },
    find(live, heavy, weights) {
      sums.clear()
      const at = live.item.publishedAt
      const count = Math.min(heavy.length, options.lookups)
      for (let k = 0; k < count; k++) {
        const list = postings.get(heavy[k] ?? 0)
        if (list === undefined) continue
        const weight = weights[k] ?? 0
        let up = placeOf(list, at, live.item.itemId)
        let down = up - 1
        for (let n = 0; n < options.reach; n++) {
          const before = down >= 0 ? at - (list[down]?.item.publishedAt ?? 0) : Infinity
          const after = up < list.length ? (list[up]?.item.publishedAt ?? 0) - at : Infinity
          if (Math.min(before, after) > options.windowMs) break
          const other = before <= after ? list[down--] : list[up++]
          if (other !== undefined && other !== live) sums.set(other, (sums.get(other) ?? 0) + weight)
        }
      }
      const found = [...sums.entries()]
      found.sort((a, b) => b[1] - a[1] || a[0].item.itemId - b[0].item.itemId)
      return found.slice(0, options.most).map(([other]) => other)
    },
    forget(gone) {
      for (const [term, list] of postings) {
        const kept = list.filter((live) => !gone(live))
        if (kept.length === 0) postings.delete(term)
        else if (kept.length < list.length) postings.set(term, kept)
      }
    },
  }
}

/** Where an item of this time stands in a list by time and id. */
function placeOf(list: readonly LiveItem[], at: EpochMs, id: number): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    const other = list[middle]?.item
    if (other !== undefined && (other.publishedAt < at || (other.publishedAt === at && other.itemId < id))) {
      low = middle + 1
    } else high = middle
  }
  return low
}
