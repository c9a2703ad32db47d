import { type ChangeReason, DELETE_REASONS } from '../model/change.ts'
import type { ItemFilter } from '../model/filter.ts'
import type { QueryNode } from '../model/search.ts'
import { matchItems } from '../search/select-items.ts'
import type { ChangePage, ItemChange, ReadStore } from '../store/read-store.ts'

/** The items that a hook looks for. */
export interface Sought {
  readonly filter: ItemFilter
  /** A query that items must also match. */
  readonly search: QueryNode | undefined
}

const MAX_ROWS = 100

/**
 * Reads the next changes of matching items. Without deletes, a hook is not told about items that no longer match.
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
