import type { Columns } from './columns.ts'
import type { ColumnRow } from './item-columns.ts'

/** Changes up to `seq`. */
interface ColumnChanges {
  readonly seq: number
  readonly rows: readonly ColumnRow[]
  readonly deleted: readonly number[]
  /** Items whose responses change, including those of a changed story or source. */
  readonly changedIds: readonly number[]
}

/** Applies changes, and records their number at the facets of all changed items. */
export function applyChanges(columns: Columns, { seq, rows, deleted, changedIds }: ColumnChanges): void {
  // Twice, since a change may give an item another facet.
  touch(columns, changedIds, seq)
  columns.apply(rows, deleted)
  touch(columns, changedIds, seq)
  columns.itemJson.forget(changedIds)
}

function touch(columns: Columns, itemIds: readonly number[], seq: number): void {
  for (const id of itemIds) {
    const slot = columns.slotOf(id)
    if (slot !== undefined) columns.facets.touch(columns.facetOf(slot), seq)
  }
}

/** `seq` of the last change of an item, its story or the story's items; `undefined` if there is no such item. */
export function lastChangeOf(columns: Columns, itemId: number): number | undefined {
  const slot = columns.slotOf(itemId)
  if (slot === undefined) return undefined
  const slots = columns.chains.slotsOf(columns.storyOf(slot))
  return Math.max(...slots.map((each) => columns.facets.changedAt(columns.facetOf(each))))
}
