import type { CursorPosition, ItemFilter, ItemOrder } from '../../model/filter.ts'
import {
  advance,
  firstWalk,
  recentIds,
  type Walk,
  type WalkSelection,
  type WalkWindow,
} from '../../model/walk.ts'
import type { Columns } from './columns.ts'
import type { Selector } from './select.ts'
import { positionOf, slotOrder } from './slot-order.ts'

/** Selects a page. Later pages show the list of the first page, in the current order. */
export function walkList(
  columns: Columns,
  selector: Selector,
  filter: ItemFilter,
  order: ItemOrder,
  { limit, offset, after: walk }: WalkWindow,
): WalkSelection {
  const by = slotOrder(columns, order, filter.distinctStory)
  const placesOf = (ids: readonly number[]): CursorPosition[] =>
    ids.map((id) => positionOf(columns, by, columns.slotOf(id) ?? 0))

  if (walk === undefined) {
    const selection = selector.select(filter, order, { limit, offset, after: undefined })
    if (selection.next === undefined) return { ...selection, next: undefined }
    const places = placesOf(selection.ids)
    const [first] = selection.before === 0 ? [] : places
    // The items before an offset are unknown, so the walk begins at the first item.
    const begin = first && { value: first.value, id: first.id + (by.isDescending ? 1 : -1) }
    const start = firstWalk(selection.total, columns.pages.newestId, selection.before, begin)
    return { ...selection, next: advance(start, places) }
  }

  const ids: number[] = []
  const isLeft = leftOf(columns, walk, filter.distinctStory)
  const part = limit + 1 + walk.recent.earlier.length + walk.recent.later.length
  for (let after = walk.recent.after, more = true; more && ids.length <= limit;) {
    const { ids: found, next } = selector.select(filter, order, { limit: part, offset: 0, after })
    ids.push(...found.filter(isLeft))
    after = next
    more = next !== undefined
  }
  const page = ids.slice(0, limit)
  return {
    ids: page,
    total: walk.total,
    before: walk.count,
    next: ids.length > limit ? advance(walk, placesOf(page)) : undefined,
  }
}

/**
 * Makes a test whether an item is still to be shown: it existed at the first page and was not shown recently. With one
 * item per story, the same must hold for its story.
 */
function leftOf(columns: Columns, walk: Walk, distinctStory: boolean): (id: number) => boolean {
  const recent = recentIds(walk)
  if (!distinctStory) return (id) => id <= walk.newestId && !recent.has(id)

  const storyOf = (id: number): number => columns.storyOf(columns.slotOf(id) ?? 0)
  const stories = new Set([...recent].filter((id) => columns.slotOf(id) !== undefined).map(storyOf))
  return (id) => {
    const story = storyOf(id)
    const isOld = (slot: number): boolean => columns.idOf(slot) <= walk.newestId
    return !stories.has(story) && columns.chains.slotsOf(story).some(isOld)
  }
}
