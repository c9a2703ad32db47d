import type { ItemOrder, CursorPosition } from '../../model/filter.ts'
import type { Columns } from './columns.ts'
import type { SortedSlots } from './slots/sorted-slots.ts'

/** A list order, as a traversal of the columns. */
export interface SlotOrder {
  readonly order: ItemOrder
  readonly slots: SortedSlots
  /** Whether the list starts with the last of `slots`. */
  readonly isDescending: boolean
}

/** @param distinctStory whether the list has one item per story */
export function slotOrder(columns: Columns, order: ItemOrder, distinctStory: boolean): SlotOrder {
  const slots = {
    hot: distinctStory ? columns.hottest : columns.hottestOwn,
    score: columns.highest,
    firstSeen: columns.seen,
    newest: columns.newest,
    oldest: columns.byTime,
  }[order]
  return { order, slots, isDescending: order !== 'oldest' }
}

/** Negative if slot `a` comes before slot `b` in the list. */
export function compareSlots(columns: Columns, order: SlotOrder, a: number, b: number): number {
  const up = order.slots.valueOf(a) - order.slots.valueOf(b) || columns.idOf(a) - columns.idOf(b)
  return order.isDescending ? -up : up
}

/** Makes a test whether a slot comes after a cursor position. Without a position all do. */
export function following(
  columns: Columns,
  order: SlotOrder,
  after: CursorPosition | undefined,
): (slot: number) => boolean {
  if (after === undefined) return () => true
  return (slot) => {
    const up = order.slots.valueOf(slot) - after.value || columns.idOf(slot) - after.id
    return order.isDescending ? up < 0 : up > 0
  }
}

export function positionOf(columns: Columns, order: SlotOrder, slot: number): CursorPosition {
  return { value: order.slots.valueOf(slot), id: columns.idOf(slot) }
}
