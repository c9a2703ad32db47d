import type { EpochMs } from '../../model/time.ts'
import { ChangeSet } from '../change-set.ts'
import { jsonRows, type WriteConnection } from '../connection.ts'

export const CHANGE_SQL = {
  // Numbers without gaps; there is one writer at a time, so the highest number is certain.
  add: `INSERT INTO changes (seq, kind, item_id, story_id, source_id, at)
    SELECT (SELECT coalesce(max(seq), 0) FROM changes) + x.place, x.kind, x.item_id, x.story_id, x.source_id, $2::bigint
    FROM json_to_recordset($1::json) x(place int, kind text, item_id bigint, story_id bigint, source_id bigint)`,
  // Keeps the newest change, which is the version of the store.
  forget: `DELETE FROM changes WHERE seq < coalesce((SELECT min(seq) FROM changes WHERE at >= $1), (SELECT max(seq) FROM changes))`,
} as const

/** Writes the changes of a transaction at its end. Readers hear of them after the commit. */
export class ChangeLog extends ChangeSet {
  write(tx: WriteConnection, at: EpochMs): void {
    const rows = this.rows().map(({ kind, itemId, storyId, sourceId }, index) => ({
      place: index + 1,
      kind,
      item_id: itemId,
      story_id: storyId,
      source_id: sourceId,
    }))
    if (rows.length === 0) return
    tx.send(CHANGE_SQL.add, [jsonRows(rows), at])
    tx.announce()
  }
}

/** Deletes changes older than `before`. A process that has not read them yet must read everything again. */
export function forgetChanges(tx: WriteConnection, before: EpochMs): void {
  tx.send(CHANGE_SQL.forget, [before])
}
