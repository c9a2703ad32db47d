import { TERM_BITS } from './terms.ts'

/** Under each term the slots of the items that hold it, in an order that the owner of the slots keeps. */
export interface Postings {
  /** Slots under a term; what it gives holds until the next call of any of these. */
  of(term: number): readonly number[]
  insert(term: number, slot: number): void
  remove(term: number, slot: number): void
  /**
   * Takes in many slots at once, where nothing stands yet.
   *
   * @param order the slots, each before those that it comes before
   * @param terms by slot, `each` a slot, of which as many as `counts` says are its terms
   */
  fill(order: Int32Array, terms: Int32Array, counts: Uint8Array, each: number): void
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
  /** Lists that came with many others, one after the other, until they are first asked for; and where each ends. */
  let packed = new Int32Array(0)
  let ends = new Int32Array(0)
  const single: [number] = [0]

  function listOf(number: number): number[] {
    const list = lists[number] as number[]
    if (list !== PACKED) return list
    const from = number === 0 ? 0 : (ends[number - 1] as number)
    return (lists[number] = [...packed.subarray(from, ends[number])])
  }

  /** Where a slot stands in a list, or would. */
  function positionOf(list: readonly number[], slot: number): number {
    let high = list.length
    // Most items come when they are published: the last position is the one to try first.
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
      if (head === 0) return NO_SLOTS
      if (head < 0) return listOf(-head - 1)
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
        const list = listOf(-head - 1)
        const position = positionOf(list, slot)
        list.push(slot)
        // A hundred times as fast as `copyWithin`, and `splice` makes a list of what it took out.
        for (let k = list.length - 1; k > position; k--) list[k] = list[k - 1] as number
        list[position] = slot
      }
    },
    remove(term, slot) {
      const head = heads[term] as number
      if (head === slot + 1) heads[term] = 0
      if (head >= 0) return
      const number = -head - 1
      const list = listOf(number)
      const position = positionOf(list, slot)
      if (list[position] !== slot) return
      for (let k = position + 1; k < list.length; k++) list[k - 1] = list[k] as number
      list.pop()
      if (list.length > 1) return
      heads[term] = (list[0] as number) + 1
      lists[number] = NO_LIST
      freeLists.push(number)
    },
    fill(order, terms, counts, each) {
      let pairs = 0
      for (const slot of order) {
        const until = slot * each + (counts[slot] as number)
        for (let k = slot * each; k < until; k++) {
          const term = terms[k] as number
          heads[term] = (heads[term] as number) + 1
          pairs++
        }
      }
      packed = new Int32Array(pairs)
      // A list has two slots at least.
      ends = new Int32Array(pairs >> 1)
      let begun = 0
      for (const slot of order) {
        const until = slot * each + (counts[slot] as number)
        for (let k = slot * each; k < until; k++) {
          const term = terms[k] as number
          const head = heads[term] as number
          // As long as none of a term's slots has been met, its head is their number.
          if (head === 1) {
            heads[term] = slot + 1
          } else if (head > 1) {
            const number = lists.push(PACKED) - 1
            heads[term] = -number - 1
            packed[begun] = slot
            // Moves on to the list's end with each of its slots.
            ends[number] = begun + 1
            begun += head
          } else {
            const number = -head - 1
            packed[ends[number] as number] = slot
            ends[number] = (ends[number] as number) + 1
          }
        }
      }
    },
  }
}

const NO_SLOTS: readonly number[] = []
const NO_LIST: number[] = []
const PACKED: number[] = []
