import type { LiveItem } from './live-item.ts'

/** Finds the live items of a source that have one title, without a look at all of them. */
export interface SameTitle {
  add(live: LiveItem): void
  remove(live: LiveItem): void
  /** @param title as `titleNumber` gives it */
  of(title: number): readonly LiveItem[]
}

export function createSameTitle(): SameTitle {
  // Most titles are those of one item: a list for each would take more room than the items' numbers.
  const found = new Map<number, LiveItem | LiveItem[]>()
  return {
    add(live) {
      const there = found.get(live.title)
      if (there === undefined) found.set(live.title, live)
      else if (Array.isArray(there)) there.push(live)
      else found.set(live.title, [there, live])
    },
    remove(live) {
      const there = found.get(live.title)
      if (!Array.isArray(there)) {
        if (there === live) found.delete(live.title)
        return
      }
      const left = there.filter((other) => other !== live)
      if (left.length > 0) found.set(live.title, left)
      else found.delete(live.title)
    },
    of(title) {
      const there = found.get(title) ?? []
      return Array.isArray(there) ? there : [there]
    },
  }
}
