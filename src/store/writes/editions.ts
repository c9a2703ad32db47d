import type { Database } from '../connection.ts'
import type { EditionWrites } from '../store.ts'

export const EDITION_WRITE_SQL = {
  forgetAhead: 'DELETE FROM digests WHERE since_at > $1',
  isMade: 'SELECT 1 AS made FROM editions WHERE digest = $1 AND date = $2',
  claim: `UPDATE deliveries SET state = 'pending', attempts = attempts + 1, next_at = $5
    WHERE digest = $1 AND date = $2 AND target = $3 AND attempts = $4 AND state <> 'sent'`,
  save: `UPDATE deliveries SET state = $4, attempts = $5, next_at = $6, error = $7
    WHERE digest = $1 AND date = $2 AND target = $3`,
} as const

const PENDING = { state: 'pending', attempts: 0, error: null }

export function editionWrites(db: Database): EditionWrites {
  return {
    keepDigests: (names, now) =>
      db.apart(async (tx) => {
        await tx.run(EDITION_WRITE_SQL.forgetAhead, [now])
        const rows = names.map((name) => ({ name, since_at: now }))
        tx.insertAll('digests', rows, { ifNew: true })
      }),
    saveEdition: ({ digest, date, madeAt, storyCount, body }, targets) =>
      db.apart(async (tx) => {
        if ((await tx.rows(EDITION_WRITE_SQL.isMade, [digest, date])).length > 0) return
        tx.insertAll('editions', [{ digest, date, made_at: madeAt, story_count: storyCount, body }])
        const rows = targets.map((target) => ({ digest, date, target, ...PENDING, next_at: madeAt }))
        tx.insertAll('deliveries', rows)
      }),
    claimDelivery: ({ digest, date, target }, attempts, nextAt) =>
      db.apart(async (tx) => {
        const row = { digest, date, target, ...PENDING, next_at: nextAt }
        if (attempts === 0) tx.insertAll('deliveries', [row], { ifNew: true })
        return (await tx.run(EDITION_WRITE_SQL.claim, [digest, date, target, attempts, nextAt])) > 0
      }),
    saveDelivery: ({ digest, date, target, state, attempts, nextAt, error }) =>
      db.apart(async (tx) => {
        await tx.run(EDITION_WRITE_SQL.save, [digest, date, target, state, attempts, nextAt, error])
      }),
  }
}
