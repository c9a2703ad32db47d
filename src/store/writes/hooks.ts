import type { Database, WriteConnection } from '../connection.ts'
import { LAST_SEQ } from '../rows/change-row.ts'
import type { HookWrites } from '../store.ts'
import { ChangeLog } from './change-log.ts'

export const HOOK_WRITE_SQL = {
  begin: `INSERT INTO hooks (name, history, position) VALUES ($1, $2, $3)
    ON CONFLICT (name) DO UPDATE SET history = excluded.history, position = excluded.position, batch_id = NULL,
      batch_type = NULL, batch_body = NULL, failures = 0, failing_since = NULL, next_at = NULL, error = NULL`,
  advance: `UPDATE hooks SET position = $3, batch_id = $4, batch_type = $5, batch_body = $6
    WHERE name = $1 AND position = $2 AND batch_id IS NULL`,
  result: `UPDATE hooks SET failures = $3, failing_since = $4, next_at = $5, resting = $6, changed_at = $7,
      last_sent_at = $8, error = $9 WHERE name = $1 AND batch_id = $2`,
  accepted:
    'UPDATE hooks SET batch_id = NULL, batch_type = NULL, batch_body = NULL WHERE name = $1 AND batch_id = $2',
  resume: `UPDATE hooks SET failures = 0, failing_since = NULL, next_at = NULL, resting = 0,
      changed_at = CASE resting WHEN 1 THEN $2 ELSE changed_at END WHERE name = $1`,
  forgetBatch: `UPDATE hooks SET batch_id = NULL, batch_type = NULL, batch_body = NULL, error = NULL,
      position = ${LAST_SEQ} WHERE name = $1`,
} as const

export function hookWrites(db: Database): HookWrites {
  return {
    beginHook: ({ name, historyId, position }, announcedIds) =>
      db.apart(async (tx) => {
        await tx.run(HOOK_WRITE_SQL.begin, [name, historyId, position])
        keepAnnounced(tx, name, announcedIds)
      }),
    advanceHook: ({ name, position }, next, batch, announcedIds) =>
      db.apart(async (tx) => {
        const parts = [batch?.id ?? null, batch?.mimeType ?? null, batch?.text ?? null]
        if ((await tx.run(HOOK_WRITE_SQL.advance, [name, position, next, ...parts])) === 0) return false
        keepAnnounced(tx, name, announcedIds)
        return true
      }),
    saveHookResult: (name, batchId, result) =>
      db.apart(async (tx) => {
        const { failures, failingSince, nextAt, isResting, changedAt, lastSentAt, error } = result
        const values = [failures, failingSince, nextAt, isResting ? 1 : 0, changedAt, lastSentAt, error]
        await tx.run(HOOK_WRITE_SQL.result, [name, batchId, ...values])
        if (error === null) await tx.run(HOOK_WRITE_SQL.accepted, [name, batchId])
        else if (isResting && changedAt !== null) await announce(tx, changedAt)
      }),
    resumeHook: (name, now, { skip }) =>
      db.apart(async (tx) => {
        if ((await tx.run(HOOK_WRITE_SQL.resume, [name, now])) === 0) return false
        if (skip) await tx.run(HOOK_WRITE_SQL.forgetBatch, [name])
        await announce(tx, now)
        return true
      }),
  }
}

function keepAnnounced(tx: WriteConnection, hook: string, storyIds: readonly number[]): void {
  const rows = storyIds.map((id) => ({ hook, story_id: id }))
  tx.insertAll('announced_stories', rows, { ifNew: true })
}

/** Rebuilds responses that show hooks. */
async function announce(tx: WriteConnection, now: number): Promise<void> {
  const changes = new ChangeLog()
  changes.event(null)
  await changes.write(tx, now)
}
