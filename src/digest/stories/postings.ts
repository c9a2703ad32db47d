import { TERM_BITS } from './terms.ts'

/** Under each term the slots of the items that hold it, in an order that the owner of the slots keeps. */
export interface Postings {
  /** Slots under a term; what it gives holds until the next call of any of these. */
  of(term: number): readonly number[]
  insert(term: number, slot: number): void
  remove(term: number, slot: number): void
}

/**
 * Most terms are held by one item: those stand in one table of numbers, without a list of their own.
 *
 * @param isBefore whether the item in one slot comes before that in another
 */
export function createPostings(isBefore: (slot: number, other: number) => boolean): Postings {
  /** 0: nothing; n > 0: slot n - 1 alone; n < 0: list -n - 1. */
  const heads = new Int32Array(1 << TERM_BITS)
  const lists: number[][] = []
  const freeLists: number[] = []
  const single: [number] = [0]

  /** Where a slot stands in a list, or would. */
  function placeIn(list: readonly number[], slot: number): number {
    let high = list.length
    // Most items come when they are published: the last place is the one to try first.
    if (high > 0 && isBefore(list[high - 1] as number, slot)) return high
    let low = 0
    while (low < high) {
      const middle = (low + high) >> 1
      if (isBefore(list[middle] as number, slot)) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    of(term) {
      const head = heads[term] as number
      if (head === 0) return NOTHING
      if (head < 0) return lists[-head - 1] as number[]
      single[0] = head - 1
      return single
    },
    insert(term, slot) {
      const head = heads[term] as number
      if (head === 0) {
        heads[term] = slot + 1
      } else if (head > 0) {
        const there = head - 1
        const list = isBefore(there, slot) ? [there, slot] : [slot, there]
        const number = freeLists.pop() ?? lists.length
        lists[number] = list
        heads[term] = -number - 1
      } else {
        const list = lists[-head - 1] as number[]
        const place = placeIn(list, slot)
        list.push(slot)
        // A hundred times as fast as `copyWithin`, and `splice` makes a list of what it took out.
        for (let k = list.length - 1; k > place; k--) list[k] = list[k - 1] as number
        list[place] = slot
      }
    },
    remove(term, slot) {
      const head = heads[term] as number
      if (head === slot + 1) heads[term] = 0
      if (head >= 0) return
      const number = -head - 1
      const list = lists[number] as number[]
      const place = placeIn(list, slot)
      if (list[place] !== slot) return
      for (let k = place + 1; k < list.length; k++) list[k - 1] = list[k] as number
      list.pop()
      if (list.length > 1) return
      heads[term] = (list[0] as number) + 1
      lists[number] = NO_LIST
      freeLists.push(number)
    },
  }
}

const NOTHING: readonly number[] = []
const NO_LIST: number[] = []
