import { DELETE_BITS, type DeleteReason, type PutReason, reasonBits } from '../../model/change.ts'
import type { EpochMs } from '../../model/time.ts'
import { findValue, type WriteConnection } from '../connection.ts'
import { LAST_CHANGE, laterReasons } from '../rows/change-row.ts'

export const CHANGE_SQL = {
  last: LAST_CHANGE,
} as const

type Kind = 'put' | 'delete' | 'story' | 'source' | 'event' | 'anew'

/**
 * Collects the changes of a transaction, one per item, story and source, and writes them at its end. Readers are
 * notified at the commit.
 */
export class ChangeLog {
  readonly #puts = new Map<number, number>()
  readonly #deletes = new Map<number, DeleteReason>()
  readonly #stories = new Set<number>()
  readonly #sources = new Set<number>()
  readonly #events = new Set<number | null>()
  #isAnew = false

  put(itemId: number, reason: PutReason): void {
    this.#puts.set(itemId, (this.#puts.get(itemId) ?? 0) | reasonBits([reason]))
  }

  delete(itemId: number, reason: DeleteReason): void {
    this.#deletes.set(itemId, reason)
  }

  /** Records a change of a story's representative or counts, or its end. */
  story(storyId: number): void {
    this.#stories.add(storyId)
  }

  /** Records a change of a source's name, weight or configuration. */
  source(sourceId: number): void {
    this.#sources.add(sourceId)
  }

  /** Records an event of a source, or of none. It changes no item. */
  event(sourceId: number | null): void {
    this.#events.add(sourceId)
  }

  /** Records that the columns of all items are outdated, though no response changes. */
  anew(): void {
    this.#isAnew = true
  }

  async write(tx: WriteConnection, at: EpochMs): Promise<void> {
    const changes = this.#rows()
    if (changes.length === 0) return
    // Numbers have no gaps, except after a restore. There is one writer at a time, so the highest number is certain.
    const last = (await findValue<number>(tx, CHANGE_SQL.last)) ?? 0
    const rows = changes.map((change, index) => ({ seq: last + 1 + index, ...NO_CHANGE, ...change, at }))
    tx.insertAll('changes', rows)
    tx.announce()
  }

  #rows(): LoggedChange[] {
    const rows: LoggedChange[] = []
    for (const [item, reasons] of this.#puts)
      if (!this.#deletes.has(item)) rows.push({ kind: 'put', item_id: item, reasons })
    for (const [item, reason] of this.#deletes)
      rows.push({ kind: 'delete', item_id: item, reasons: reasonBits([reason]) })
    for (const story of this.#stories) rows.push({ kind: 'story', story_id: story })
    for (const source of this.#sources) rows.push({ kind: 'source', source_id: source })
    for (const source of this.#events) rows.push({ kind: 'event', source_id: source })
    if (this.#isAnew) rows.push({ kind: 'anew' })
    return rows
  }
}

const NO_CHANGE = { kind: '', item_id: null, story_id: null, source_id: null, reasons: 0 }

type LoggedChange = { readonly kind: Kind } & {
  readonly [Column in Exclude<keyof typeof NO_CHANGE, 'kind'>]?: number | null
}

const IN_PRUNED_RANGE = `item_id IN (SELECT item_id FROM changes WHERE seq > $1 AND seq <= $2 AND item_id IS NOT NULL)`

export const PRUNE_CHANGES_SQL = {
  // The newest change is kept, since it is the store's version.
  until: `SELECT f.value AS since, coalesce((SELECT min(seq) FROM changes WHERE seq > f.value AND at >= $1),
      (SELECT max(seq) FROM changes), 1) - 1 AS until
    FROM counters f WHERE f.name = 'changesPruned'`,
  others: 'DELETE FROM changes WHERE seq > $1 AND seq <= $2 AND item_id IS NULL',
  replaced: `DELETE FROM changes WHERE seq <= $2 AND kind = 'put' AND ${IN_PRUNED_RANGE}
    AND (EXISTS (SELECT 1 FROM changes d WHERE d.item_id = changes.item_id AND d.seq > changes.seq
        AND (d.reasons & ${DELETE_BITS}) <> 0)
      OR (reasons & ${laterReasons('changes.item_id', 'changes.seq')}) = reasons)`,
  deletesUntil: `SELECT max(seq) FROM changes WHERE kind = 'delete' AND seq <= $1 AND at < $2`,
  deletes: `DELETE FROM changes WHERE kind = 'delete' AND seq <= $1`,
  set: 'UPDATE counters SET value = $2 WHERE name = $1',
} as const

/**
 * Deletes changes that nobody needs: old ones of stories and sources, puts of items that changed again for the same
 * reasons, and old deletes. The rest still has, for each item, the reasons of its changes after any number.
 *
 * @param before age limit of changes. A process that has not read them must reload everything
 * @param deletesBefore age limit of deletes
 */
export async function pruneChanges(
  tx: WriteConnection,
  { before, deletesBefore }: { readonly before: EpochMs; readonly deletesBefore: EpochMs },
): Promise<void> {
  const [range] = await tx.rows<{ readonly since: number; readonly until: number }>(PRUNE_CHANGES_SQL.until, [
    before,
  ])
  if (range === undefined) return
  const { since, until } = range
  if (until > since) {
    tx.send(PRUNE_CHANGES_SQL.others, [since, until])
    tx.send(PRUNE_CHANGES_SQL.replaced, [since, until])
    tx.send(PRUNE_CHANGES_SQL.set, ['changesPruned', until])
  }
  const last = await findValue<number | null>(tx, PRUNE_CHANGES_SQL.deletesUntil, [until, deletesBefore])
  if (last === undefined || last === null) return
  tx.send(PRUNE_CHANGES_SQL.deletes, [last])
  tx.send(PRUNE_CHANGES_SQL.set, ['deletesPruned', last])
}
