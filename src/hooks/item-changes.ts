import { type ChangeReason, DELETE_REASONS } from '../model/change.ts'
import type { ItemFilter } from '../model/filter.ts'
import type { QueryNode } from '../model/search.ts'
import { matchItems } from '../search/select-items.ts'
import type { ChangePage, ItemChange, ReadStore } from '../store/read-store.ts'

/** What a hook looks for. */
export interface Sought {
  readonly filter: ItemFilter
  /** Items must match it too. */
  readonly search: QueryNode | undefined
}

/** Rows of one request. */
const MAX_ROWS = 100

/**
 * Reads the next changes of matching items. A hook that asks for no deletes is not told of items that do not match any more.
 *
 * @throws DigestError as `listChanges` does
 */
export async function nextItemChanges(
  store: ReadStore,
  { filter, search }: Sought,
  reasons: readonly ChangeReason[],
  since: number,
): Promise<ChangePage> {
  const page = await store.listChanges({ since, filter, reasons, limit: MAX_ROWS })
  const hasDeletes = reasons.some((reason) => DELETES.has(reason))
  const wanted = page.changes.filter(({ op }) => op === 'put' || hasDeletes)
  if (search === undefined) return { ...page, changes: wanted }
  const puts = wanted.filter(({ op }) => op === 'put')
  const matching = await matchItems(
    store.searchSource,
    search,
    puts.map(({ id }) => id),
  )
  return {
    ...page,
    changes: wanted.flatMap((change) => {
      if (change.op === 'delete' || matching.has(change.id)) return change
      return hasDeletes && !change.reasons.includes('added') ? filtered(change) : []
    }),
  }
}

const DELETES: ReadonlySet<ChangeReason> = new Set(DELETE_REASONS)

function filtered({ seq, nextSince, id, at }: ItemChange): ItemChange {
  return { seq, nextSince, op: 'delete', reasons: ['filtered'], id, at }
}
