import { DELETE_BITS, reasonBits, reasonsOf } from '../../model/change.ts'
import { DigestError } from '../../model/errors.ts'
import type { EpochMs } from '../../model/time.ts'
import { itemPredicate, passes } from '../columns/item-predicate.ts'
import { type Connection, findValue } from '../connection.ts'
import type { ChangeFeed } from '../follow/change-feed.ts'
import type { ChangePage, ChangeRequest, ItemChange } from '../read-store.ts'
import { laterReasons } from '../rows/change-row.ts'

/** Maximum number of changes that a request reads, since a filter may pass few of them. */
const MAX_LOOKED_AT = 20_000

export const CHANGE_READ_SQL = {
  after: `SELECT c.seq, c.kind, c.item_id AS id, c.at, ${laterReasons('c.item_id', '$1')} AS reasons
    FROM changes c WHERE c.seq > $2 AND c.seq <= $3 AND (c.reasons & $4) <> 0
      AND (c.kind = 'delete' OR NOT EXISTS (SELECT 1 FROM changes d WHERE d.item_id = c.item_id AND d.seq > c.seq
        AND (d.reasons & ($4 | ${DELETE_BITS})) <> 0))
    ORDER BY c.seq LIMIT $5`,
  bounds: `SELECT name, value FROM counters WHERE name IN ('deletesPruned', 'lostAfter', 'lostUntil')`,
  history: 'SELECT CAST(history AS text) FROM identity',
} as const

/** Reads of the change log, with one row per item. */
export function changeReads(db: Connection, feed: ChangeFeed) {
  /**
   * Reports an item that does not pass the filter as deleted, since it may have passed before. Omits it if it was added
   * since: the client never received it.
   */
  function matching(
    rows: readonly ChangeRow[],
    { since, filter }: Pick<ChangeRequest, 'since' | 'filter'>,
    bits: number,
    nextSince: (seq: number) => number,
  ): ItemChange[] {
    const columns = feed.columns()
    const predicate = itemPredicate(columns, filter)
    return rows.flatMap(({ seq, kind, id, at, reasons: all }): ItemChange[] => {
      const wasAdded = since === 0 || (all & ADDED) !== 0
      const change = { seq, nextSince: nextSince(seq), id, at }
      if (kind === 'delete')
        return wasAdded ? [] : [{ ...change, op: 'delete', reasons: reasonsOf(all & DELETE_BITS) }]
      const slot = columns.slotOf(id)
      // Deleted since; a later row reports that.
      if (slot === undefined) return []
      if (passes(columns, predicate, slot))
        return [{ ...change, op: 'put', reasons: reasonsOf(all & bits), storyId: columns.storyOf(slot) }]
      return wasAdded ? [] : [{ ...change, op: 'delete', reasons: ['filtered'] }]
    })
  }

  return {
    async listChanges(request: ChangeRequest): Promise<ChangePage> {
      const { filter, limit } = request
      await feed.knowTags(filter.tag)
      await feed.loaded()
      // The client may have changes from another node that this one has not read yet.
      if (positionOf(request.since).since > feed.version().seq) await feed.refresh()
      const latest = feed.version()
      const bounds = new Map(await db.tuples<readonly [string, number]>(CHANGE_READ_SQL.bounds))
      // `seq` of the last pruned delete.
      const pruned = bounds.get('deletesPruned') ?? 0
      const [lostAfter, lostUntil] = [bounds.get('lostAfter') ?? 0, bounds.get('lostUntil') ?? 0]
      const { since, isWalk } = positionOf(request.since)
      if (since > latest.seq || (since > lostAfter && since <= lostUntil))
        throw new DigestError('conflict', notOfThis(since))
      if (since < pruned && !isWalk) throw new DigestError('gone', tooOld(since, pruned))
      const bits = reasonBits(request.reasons)
      const nextSince = (seq: number) => (isWalk && seq < pruned ? WALK + seq : seq)
      const changes: ItemChange[] = []
      let next = since
      let lookedAt = 0
      for (let more = true; more;) {
        const wanted = limit - changes.length
        const values = [since, next, latest.seq, bits, wanted + 1]
        const rows = await db.rows<ChangeRow>(CHANGE_READ_SQL.after, values)
        const taken = rows.slice(0, wanted)
        changes.push(...matching(taken, { since, filter }, bits, nextSince))
        more = rows.length > wanted
        next = more ? (taken.at(-1)?.seq ?? next) : latest.seq
        lookedAt += taken.length
        if (changes.length === limit || lookedAt >= MAX_LOOKED_AT) break
      }
      return {
        changes,
        nextSince: nextSince(next),
        hasMore: next < latest.seq,
        latestSeq: latest.seq,
        asOf: latest.at,
      }
    },

    historyId: async () => (await findValue<string>(db, CHANGE_READ_SQL.history)) ?? '',
  }
}

const ADDED = reasonBits(['added'])

function tooOld(since: number, pruned: number): string {
  return `Deleted items before change ${pruned + 1} are no longer known, and ${since} is before it: begin again with since=0.`
}

function notOfThis(since: number): string {
  return `This collection has no change ${since}: it was restored from a backup, or is another one. Begin again with since=0.`
}

/**
 * Added to `since` of a client that started at 0 and has not passed the pruned deletes. It never received the items
 * that they deleted, so it can continue where others must start again.
 */
const WALK = 2 ** 52

function positionOf(since: number): { readonly since: number; readonly isWalk: boolean } {
  return since >= WALK ? { since: since - WALK, isWalk: true } : { since, isWalk: since === 0 }
}

interface ChangeRow {
  readonly seq: number
  readonly kind: 'put' | 'delete'
  readonly id: number
  readonly at: EpochMs
  readonly reasons: number
}
