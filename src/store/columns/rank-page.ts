import type { Window } from '../../model/filter.ts'
import type { Columns } from './columns.ts'
import { countWhile } from './count-while.ts'
import { type ItemPredicate, passes } from './item-predicate.ts'
import { type SlotOrder, columnValue, compareSlots, standsAfter } from './slot-order.ts'

/**
 * A page of order `newest` where only the facet and a range of time decide. The items of the range stand together in
 * that order. Items of unknown age are exceptions, since they rank as older than their time of publication. An item
 * published after the range may rank in it: it is passed over. An item of the range may rank before it: it comes last.
 */
export function pageByRank(
  columns: Columns,
  predicate: ItemPredicate,
  by: SlotOrder,
  { limit, offset, after }: Window,
): { readonly slots: readonly number[]; readonly before: number } {
  const { mask, from, until } = predicate
  const { slots } = by
  const first = slots.before(from, 0)
  const end = Math.max(first, slots.before(until, 0))
  const { passedOver, last } = exceptions(columns, predicate, by)
  const positionOf = (slot: number): number => slots.before(slots.valueOf(slot), columns.idOf(slot))
  /** Counts the items of the run that pass at a position or after it: those are first in the list. */
  const passingFrom = (position: number): number =>
    slots.countPassing(mask, end) - slots.countPassing(mask, position)
  const inRun = passingFrom(first) - passedOver.length

  let before = Math.min(offset, inRun + last.length)
  let start = end
  if (after !== undefined) {
    const value = columnValue(by, after)
    start = Math.min(Math.max(slots.before(value, after.id), first), end)
    const exceptionsBefore = countWhile(passedOver.length, (at) => positionOf(passedOver[at] ?? 0) >= start)
    before = passingFrom(start) - exceptionsBefore
    before += countWhile(last.length, (at) => !standsAfter(columns, by, last[at] ?? 0, value, after.id))
  } else if (before >= inRun) {
    start = first
  } else {
    const exceptionsBefore = countWhile(
      passedOver.length,
      (at) => passingFrom(positionOf(passedOver[at] ?? 0) + 1) - at <= before,
    )
    const rank = slots.countPassing(mask, end) - 1 - before - exceptionsBefore
    start = slots.positionOfPassing(mask, rank) + 1
  }

  const found: number[] = []
  for (const part of slots.partsDown(first, start)) {
    for (let at = part.length - 1; at >= 0 && found.length < limit; at -= 1) {
      const slot = part[at] ?? 0
      if (passes(columns, predicate, slot)) found.push(slot)
    }
    if (found.length === limit) break
  }
  const beginning = Math.max(0, before - inRun)
  return { slots: [...found, ...last.slice(beginning, beginning + limit - found.length)], before }
}

/** The exceptions among the items of unknown age, in list order. */
function exceptions(columns: Columns, predicate: ItemPredicate, by: SlotOrder) {
  const { ofUnknownAge, publishedAt } = columns
  const { mask, from, until } = predicate
  const passedOver: number[] = []
  const last: number[] = []
  for (const part of ofUnknownAge.parts(ofUnknownAge.before(from, 0), ofUnknownAge.length)) {
    for (const slot of part) {
      if (mask.bits[columns.facet[slot] ?? 0] !== 1) continue
      const rank = by.slots.valueOf(slot)
      if ((publishedAt[slot] ?? 0) < until) {
        if (rank < from) last.push(slot)
      } else if (rank >= from && rank < until) {
        passedOver.push(slot)
      }
    }
  }
  const inListOrder = (a: number, b: number): number => compareSlots(columns, by, a, b)
  return { passedOver: passedOver.sort(inListOrder), last: last.sort(inListOrder) }
}
