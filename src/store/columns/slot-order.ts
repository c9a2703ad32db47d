import type { ItemOrder, CursorPosition } from '../../model/filter.ts'
import { type Columns, SCORE_STEPS } from './columns.ts'
import type { SortedSlots } from './sorted-slots.ts'

/** How one order of a list reads the columns. */
export interface SlotOrder {
  readonly slots: SortedSlots
  readonly values: Float64Array | Uint16Array
  readonly value: 'rank' | 'time' | 'seen' | 'hot' | 'score'
  /** Whether the first of the list is the last of `slots`. */
  readonly descending: boolean
  /** What one unit of a position's value is in `values`. */
  readonly scale: number
}

/** @param distinctStory whether one item stands for each story */
export function slotOrder(columns: Columns, order: ItemOrder, distinctStory: boolean): SlotOrder {
  if (order === 'hot') {
    return distinctStory
      ? { slots: columns.hottest, values: columns.hot, value: 'hot', descending: true, scale: 1 }
      : { slots: columns.hottestOwn, values: columns.ownHot, value: 'hot', descending: true, scale: 1 }
  }
  if (order === 'score') {
    return {
      slots: columns.highest,
      values: columns.score,
      value: 'score',
      descending: true,
      scale: SCORE_STEPS,
    }
  }
  if (order === 'firstSeen') {
    return { slots: columns.seen, values: columns.firstSeenAt, value: 'seen', descending: true, scale: 1 }
  }
  return order === 'newest'
    ? { slots: columns.newest, values: columns.rankedAt, value: 'rank', descending: true, scale: 1 }
    : { slots: columns.byTime, values: columns.publishedAt, value: 'time', descending: false, scale: 1 }
}

/** Negative where slot `a` stands before slot `b` in the list. */
export function compareSlots(columns: Columns, order: SlotOrder, a: number, b: number): number {
  const up = (order.values[a] ?? 0) - (order.values[b] ?? 0) || columns.idOf(a) - columns.idOf(b)
  return order.descending ? -up : up
}

/** Whether a slot stands after a value (in the column's unit) and id in the list. */
export function standsAfter(
  columns: Columns,
  order: SlotOrder,
  slot: number,
  value: number,
  id: number,
): boolean {
  const up = (order.values[slot] ?? 0) - value || columns.idOf(slot) - id
  return order.descending ? up < 0 : up > 0
}

export function positionOf(columns: Columns, order: SlotOrder, slot: number): CursorPosition {
  return { value: (order.values[slot] ?? 0) / order.scale, id: columns.idOf(slot) }
}

/** A position's value in the unit of the column. */
export function columnValue(order: SlotOrder, position: CursorPosition): number {
  return order.scale === 1 ? position.value : Math.round(position.value * order.scale)
}
