import type { LiveItem } from './live-item.ts'

/** Finds the live items of a source with the same title. */
export interface SameTitle {
  add(live: LiveItem): void
  remove(live: LiveItem): void
  /** @param title from `titleNumber` */
  of(title: number): readonly LiveItem[]
}

/** @param all gives the live items. They are indexed at the first call of `of`; a short run never calls it. */
export function createSameTitle(all: () => Iterable<LiveItem>): SameTitle {
  // Most titles have one item. A list for each title would take too much memory.
  let found: Map<number, LiveItem | LiveItem[]> | undefined

  function add(live: LiveItem): void {
    if (found === undefined) return
    const there = found.get(live.title)
    if (there === undefined) found.set(live.title, live)
    else if (Array.isArray(there)) there.push(live)
    else found.set(live.title, [there, live])
  }

  return {
    add,
    remove(live) {
      const there = found?.get(live.title)
      if (found === undefined || there === undefined) return
      if (!Array.isArray(there)) {
        if (there === live) found.delete(live.title)
        return
      }
      const left = there.filter((other) => other !== live)
      if (left.length > 0) found.set(live.title, left)
      else found.delete(live.title)
    },
    of(title) {
      if (found === undefined) {
        found = new Map()
        for (const live of all()) add(live)
      }
      const there = found.get(title) ?? []
      return Array.isArray(there) ? there : [there]
    },
  }
}
