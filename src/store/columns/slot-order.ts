import type { ItemOrder, CursorPosition } from '../../model/filter.ts'
import type { Columns } from './columns.ts'
import type { SortedSlots } from './slots/sorted-slots.ts'

/** How a list order reads the columns. */
export interface SlotOrder {
  readonly order: ItemOrder
  readonly slots: SortedSlots
  /** Whether the list begins with the last of `slots`. */
  readonly isDescending: boolean
}

/** @param distinctStory whether one item stands for each story */
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

/** Negative where slot `a` stands before slot `b` in the list. */
export function compareSlots(columns: Columns, order: SlotOrder, a: number, b: number): number {
  const up = order.slots.valueOf(a) - order.slots.valueOf(b) || columns.idOf(a) - columns.idOf(b)
  return order.isDescending ? -up : up
}

/** Tells whether a slot stands after a cursor position in the list. All do if there is none. */
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
