import type { Choice, ItemFilter } from '../../domain/filter.ts'
import type { Columns } from './columns.ts'

/** The items that a filter names one by one, or by their tags. */
export interface ItemSet {
  /** 1 by slot. */
  readonly mask: Uint8Array
  /** Every slot of the mask; `undefined` where the filter only leaves items out. */
  readonly slots: Uint32Array | undefined
}

/** @returns `undefined` where the filter names neither items nor tags */
export function itemSet(columns: Columns, { ids, tag }: ItemFilter): ItemSet | undefined {
  if (ids === undefined && tag.include.length === 0 && tag.exclude.length === 0) return undefined
  const wanted = wantedIds(columns, ids, tag)
  const slots = wanted === undefined ? undefined : slotsOf(columns, wanted)
  const mask = new Uint8Array(columns.end)
  if (slots === undefined) mask.fill(1)
  else for (const slot of slots) mask[slot] = 1
  for (const slot of slotsOf(columns, idsWith(columns, tag.exclude))) mask[slot] = 0
  return { mask, slots: slots && Uint32Array.from(slots.filter((slot) => mask[slot] === 1)) }
}

/** Each id once; `undefined` where none is named, and no tag that an item must have. */
function wantedIds(
  columns: Columns,
  ids: readonly number[] | undefined,
  { include }: Choice,
): readonly number[] | undefined {
  const tagged = include.length === 0 ? undefined : new Set(idsWith(columns, include))
  if (ids === undefined) return tagged && [...tagged]
  return [...new Set(ids)].filter((id) => tagged?.has(id) ?? true)
}

function idsWith(columns: Columns, tags: readonly string[]): number[] {
  return tags.flatMap((tag) => columns.idsWithTag(tag))
}

function slotsOf(columns: Columns, ids: readonly number[]): number[] {
  return ids.map((id) => columns.slotOf(id)).filter((slot) => slot !== undefined)
}
