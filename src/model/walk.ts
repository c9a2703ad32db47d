import type { CursorPosition, Selection, Window } from './filter.ts'

/**
 * Position of a walk through a list by cursor. All pages show the list of the first page. Recently shown items are
 * known by id, so that items that move are neither repeated nor missed.
 */
export interface Walk {
  /** Length of the list at the first page. */
  readonly total: number
  /** Highest item id at the first page. Later items have higher ids and are left out. */
  readonly newestId: number
  /** Number of items shown so far. */
  readonly count: number
  readonly recent: RecentlyShown
  /** State of a search that later pages reuse. */
  readonly search: SearchWalk | undefined
}

/** Two groups of ids. When the later one is full, the earlier one is dropped. */
interface RecentlyShown {
  readonly earlier: readonly number[]
  readonly later: readonly number[]
  /** Position after which `earlier` begins; `undefined` if nothing was dropped. Everything before it was shown. */
  readonly after: CursorPosition | undefined
  /** Position after which `later` begins. */
  readonly middle: CursorPosition | undefined
}

/** How a search was answered, and the numbers of its scores that change with every new item. */
export interface SearchWalk {
  /** Whether the items have any of the words instead of all. */
  readonly relaxed: boolean
  readonly corrected: string | undefined
  /** Weights of the query's words, in order, as 32-bit floats. */
  readonly weights: readonly number[]
  /** Score of the best hit. */
  readonly best: number
  /** Relevance of the last hit shown. */
  readonly least: number
}

/** A window whose cursor is a walk. */
export interface WalkWindow extends Omit<Window, 'after'> {
  readonly after: Walk | undefined
}

/** A selection with the walk for the next page. */
export interface WalkSelection extends Omit<Selection, 'next'> {
  readonly next: Walk | undefined
}

/** Ids per group. Two groups make a cursor of at most about 1 kB. */
const GROUP = 200

/** @param after position after which the first page begins, if not at the start of the list */
export function firstWalk(total: number, newestId: number, count: number, after?: CursorPosition): Walk {
  const recent = { earlier: [], later: [], after, middle: after }
  return { total, newestId, count, recent, search: undefined }
}

/** Returns the walk after further items, in list order. */
export function advance(walk: Walk, shown: readonly CursorPosition[]): Walk {
  let { earlier, after, middle } = walk.recent
  let later = [...walk.recent.later]
  for (const place of shown) {
    later.push(place.id)
    if (later.length < GROUP) continue
    earlier = later
    later = []
    after = middle
    middle = place
  }
  return { ...walk, count: walk.count + shown.length, recent: { earlier, later, after, middle } }
}

export function recentIds({ recent }: Walk): Set<number> {
  return new Set([...recent.earlier, ...recent.later])
}

/**
 * Cuts a page from a list that is rebuilt for each page.
 *
 * @param placeOf an entry's id, and a value that decreases along the list
 */
export function pageOfWhole<T>(
  list: readonly T[],
  placeOf: (entry: T, index: number) => CursorPosition,
  { limit, offset, after }: WalkWindow,
): { readonly entries: readonly T[] } & Omit<WalkSelection, 'ids'> {
  const walk = after ?? firstWalk(list.length, 0, 0)
  const recent = recentIds(walk)
  const all = list.map((entry, index) => ({ entry, place: placeOf(entry, index) }))
  const begin = beginAfter(all, walk.recent.after)
  const left = all.slice(begin).filter(({ place }) => !recent.has(place.id))
  const shown = left.slice(0, offset + limit)
  const places = shown.map(({ place }) => place)
  return {
    entries: shown.slice(offset).map(({ entry }) => entry),
    total: walk.total,
    before: walk.count + Math.min(offset, left.length),
    next: left.length > shown.length ? advance(walk, places) : undefined,
  }
}

/** Index after an entry, or where it was if it is gone. */
function beginAfter(
  all: readonly { readonly place: CursorPosition }[],
  after: CursorPosition | undefined,
): number {
  if (after === undefined) return 0
  const at = all.findIndex(({ place }) => place.id === after.id)
  if (at !== -1) return at + 1
  const lower = all.findIndex(({ place }) => place.value < after.value)
  return lower === -1 ? all.length : lower
}
