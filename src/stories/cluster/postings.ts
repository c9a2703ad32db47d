import { TERM_BITS } from './terms.ts'

/** For each term, the slots of the items that hold it. The caller defines their order. */
export interface Postings {
  /** The slots of a term. The list is valid until the next call of any of these methods. */
  of(term: number): readonly number[]
  insert(term: number, slot: number): void
  remove(term: number, slot: number): void
  /**
   * Fills empty postings with many slots at once.
   *
   * @param order the slots, in order
   * @param terms by slot, `each` numbers for a slot: the first `counts` of them are its terms
   */
  fill(order: Int32Array, terms: Int32Array, counts: Uint8Array, each: number): void
}

/**
 * Most terms are held by one item. One table holds their slots, without a list for each.
 *
 * @param isBefore whether the item in one slot comes before that in another
 */
export function createPostings(isBefore: (slot: number, other: number) => boolean): Postings {
  /** 0: nothing; n > 0: slot n - 1 alone; n < 0: list -n - 1. */
  const heads = new Int32Array(1 << TERM_BITS)
  const lists: number[][] = []
  const freeLists: number[] = []
  /** The lists of `fill` in sequence, and the end of each. A list is unpacked on first use. */
  let packed = new Int32Array(0)
  let ends = new Int32Array(0)
  const single: [number] = [0]

  function listOf(number: number): number[] {
    const list = lists[number] as number[]
    if (list !== PACKED) return list
    const from = number === 0 ? 0 : (ends[number - 1] as number)
    return (lists[number] = [...packed.subarray(from, ends[number])])
  }

  /** The position of a slot in a list, or the position to insert it at. */
  function positionOf(list: readonly number[], slot: number): number {
    let high = list.length
    // Most items come when they are published, so the last position is tried first.
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
        // 100 times as fast as `copyWithin`. `splice` would make a list of the removed slots.
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
      // Each list has at least two slots.
      ends = new Int32Array(pairs >> 1)
      let begun = 0
      for (const slot of order) {
        const until = slot * each + (counts[slot] as number)
        for (let k = slot * each; k < until; k++) {
          const term = terms[k] as number
          const head = heads[term] as number
          // Until the first slot of a term is met, its head is the number of its slots.
          if (head === 1) {
            heads[term] = slot + 1
          } else if (head > 1) {
            const number = lists.push(PACKED) - 1
            heads[term] = -number - 1
            packed[begun] = slot
            // Each slot moves this on. After the last one it is the end of the list.
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
