import type { EpochMs } from '../../model/time.ts'

/** When each of many things is due: a heap, so that thousands of sources cost no more than those that are due. */
export interface DueTimes {
  set(id: string, at: EpochMs): void
  get(id: string): EpochMs | undefined
  /** Removes and gives what is due at `now`: the longest overdue first, of equals the one that was set first. */
  take(now: EpochMs): string[]
  /** `Infinity` where there is nothing. */
  soonest(): EpochMs
}

interface Due {
  readonly id: string
  readonly at: EpochMs
  /** Grows with each `set`. */
  readonly order: number
}

export function createDueTimes(): DueTimes {
  const times = new Map<string, EpochMs>()
  /** Each parent is due no later than its children; what `times` does not confirm was set anew and is skipped. */
  const heap: Due[] = []
  let sets = 0

  function first(): Due | undefined {
    for (let top = heap[0]; top !== undefined; top = heap[0]) {
      if (times.get(top.id) === top.at) return top
      pop()
    }
    return undefined
  }

  function push(due: Due): void {
    let index = heap.push(due) - 1
    while (index > 0) {
      const parent = (index - 1) >> 1
      if (!isBefore(due, heap[parent])) break
      swap(index, parent)
      index = parent
    }
  }

  function pop(): void {
    const last = heap.pop()
    if (last === undefined || heap.length === 0) return
    heap[0] = last
    for (let index = 0; ;) {
      const left = 2 * index + 1
      const child = isBefore(heap[left + 1], heap[left]) ? left + 1 : left
      if (!isBefore(heap[child], last)) break
      swap(index, child)
      index = child
    }
  }

  function swap(a: number, b: number): void {
    const [first, second] = [heap[a], heap[b]]
    if (first === undefined || second === undefined) return
    heap[a] = second
    heap[b] = first
  }

  return {
    set(id, at) {
      if (times.get(id) === at) return
      times.set(id, at)
      push({ id, at, order: sets++ })
    },
    get: (id) => times.get(id),
    take(now) {
      const taken: string[] = []
      for (let top = first(); top !== undefined && top.at <= now; top = first()) {
        taken.push(top.id)
        times.delete(top.id)
        pop()
      }
      return taken
    },
    soonest: () => first()?.at ?? Infinity,
  }
}

function isBefore(a: Due | undefined, b: Due | undefined): boolean {
  if (a === undefined || b === undefined) return a !== undefined
  return a.at < b.at || (a.at === b.at && a.order < b.order)
}
