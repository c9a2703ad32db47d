import type { ItemFilter } from '../../model/filter.ts'
import type { StorySet, TrendCarrier, TrendItems } from '../../model/story.ts'
import { type EpochMs, SECOND_MS } from '../../model/time.ts'
import type { Columns } from '../columns/columns.ts'
import { itemPredicate, passes } from '../columns/item-predicate.ts'
import { chosen, filled } from '../columns/slots/typed-arrays.ts'
import type { StoreNames } from '../rows/store-names.ts'

/** Items published in [from, until) that pass the filter, by time. @param stories see `ReadStore.listTrendItems` */
export function trendItems(
  columns: Columns,
  names: StoreNames,
  filter: ItemFilter,
  from: EpochMs,
  until: EpochMs,
  stories: StorySet | undefined,
): TrendItems {
  const { byTime, publisher, share, engagement, isUndated } = columns
  const predicate = itemPredicate(columns, filter)
  const slots = chosen(
    byTime.slice(byTime.before(from, 0), byTime.before(until, 0)),
    (slot) => stories?.has(columns.storyOf(slot)) !== false && passes(columns, predicate, slot),
  )
  const { length } = slots
  return {
    itemId: filled(new Float64Array(length), slots, (slot) => columns.idOf(slot)),
    storyId: filled(new Uint32Array(length), slots, (slot) => columns.storyOf(slot)),
    publishedAt: filled(new Float64Array(length), slots, (slot) => columns.publishedAtOf(slot)),
    firstSeenAt: filled(
      new Float64Array(length),
      slots,
      (slot) => Math.ceil(columns.firstSeenAtOf(slot) / SECOND_MS) * SECOND_MS,
    ),
    isAgeUnknown: filled(new Uint8Array(length), slots, (slot) => Number(columns.isAgeUnknown(slot))),
    isUndated: filled(new Uint8Array(length), slots, (slot) => isUndated[slot] ?? 0),
    publisher: filled(new Uint32Array(length), slots, (slot) => publisher[slot] ?? 0),
    share: filled(new Float32Array(length), slots, (slot) => share[slot] ?? 0),
    engagement: filled(new Float32Array(length), slots, (slot) => engagement[slot] ?? 0),
    carrier: filled(new Uint32Array(length), slots, (slot) => columns.facetOf(slot)),
    carriers: carriersOf(columns, names),
  }
}

/** Created on demand, since a window needs few of the facets. */
function carriersOf({ facets }: Columns, names: StoreNames): TrendItems['carriers'] {
  const kept = new Map<number, TrendCarrier>()
  return {
    get: (code) => {
      const known = kept.get(code)
      const sources = facets.facetOf(code)?.sources
      if (known !== undefined || sources === undefined) return known
      const [owner = ''] = sources
      const carrier = { sources, weight: names.sourceBySlug(owner)?.weight ?? 1 }
      kept.set(code, carrier)
      return carrier
    },
  }
}
