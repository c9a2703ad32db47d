import { countWhile } from '../../model/count-while.ts'
import { byTime, type LiveItem } from './live-item.ts'

/** Live items by the terms that they are found by. The items of a term are ordered by time. */
export class Postings {
  /** Most terms have one item. A list for each would take too much memory. */
  readonly #holders = new Map<number, LiveItem | LiveItem[]>()

  of(term: number): readonly LiveItem[] {
    const there = this.#holders.get(term) ?? []
    return Array.isArray(there) ? there : [there]
  }

  insert(term: number, live: LiveItem): void {
    const there = this.#holders.get(term)
    if (there === undefined) this.#holders.set(term, live)
    else if (!Array.isArray(there)) {
      this.#holders.set(term, byTime(there, live) < 0 ? [there, live] : [live, there])
      // Most items arrive in order.
    } else if (isBefore(there.at(-1), live)) there.push(live)
    else there.splice(positionIn(there, live), 0, live)
  }

  remove(term: number, live: LiveItem): void {
    const there = this.#holders.get(term)
    if (there === live) this.#holders.delete(term)
    if (!Array.isArray(there)) return
    there.splice(positionIn(there, live), 1)
    const [left, more] = there
    if (left !== undefined && more === undefined) this.#holders.set(term, left)
  }
}

/** Position of an item in a list by time, or where to insert it. */
export function positionIn(list: readonly LiveItem[], live: LiveItem): number {
  const last = list.length
  // Most items arrive when they are published, so the position is near the end.
  let step = 1
  while (step < last && !isBefore(list[last - step], live)) step *= 2
  const from = step < last ? last - step : 0
  return from + countWhile(last - (step >> 1) - from, (at) => isBefore(list[from + at], live))
}

function isBefore(item: LiveItem | undefined, live: LiveItem): boolean {
  return item !== undefined && byTime(item, live) < 0
}
