import type { EpochMs } from '../../model/time.ts'
import type { WriteConnection } from '../connection.ts'
import { ChangeSet } from './change-set.ts'

export const CHANGE_SQL = {
  last: 'SELECT coalesce(max(seq), 0) FROM changes',
  // Keeps the newest change, which is the version of the store.
  forget: `DELETE FROM changes WHERE seq < coalesce((SELECT min(seq) FROM changes WHERE at >= $1), (SELECT max(seq) FROM changes))`,
} as const

const CHANGE_COLUMNS = ['seq', 'kind', 'item_id', 'story_id', 'source_id', 'at']

/** Writes the changes of a transaction at its end. Readers hear of them after the commit. */
export class ChangeLog extends ChangeSet {
  async write(tx: WriteConnection, at: EpochMs): Promise<void> {
    const changes = this.rows()
    if (changes.length === 0) return
    // Numbers without gaps. There is one writer at a time, so the highest number is certain.
    const [[last] = [0]] = await tx.tuples<readonly [number]>(CHANGE_SQL.last)
    const rows = changes.map(({ kind, itemId, storyId, sourceId }, index) => [
      last + 1 + index,
      kind,
      itemId,
      storyId,
      sourceId,
      at,
    ])
    tx.insertAll('changes', CHANGE_COLUMNS, rows)
    tx.announce()
  }
}

/** Deletes changes older than `before`. A process that has not read them yet must read everything again. */
export function forgetChanges(tx: WriteConnection, before: EpochMs): void {
  tx.send(CHANGE_SQL.forget, [before])
}
