import type { Database } from '../connection.ts'
import type { EditionWrites } from '../store.ts'

const DELIVERY_COLUMNS = ['digest', 'date', 'target', 'state', 'attempts', 'next_at', 'error']

export const EDITION_WRITE_SQL = {
  forgetAhead: 'DELETE FROM digests WHERE since_at > $1',
  isMade: 'SELECT 1 AS made FROM editions WHERE digest = $1 AND date = $2',
  claim: `UPDATE deliveries SET state = 'pending', attempts = attempts + 1, next_at = $5
    WHERE digest = $1 AND date = $2 AND target = $3 AND attempts = $4 AND state <> 'sent'`,
  save: `UPDATE deliveries SET state = $4, attempts = $5, next_at = $6, error = $7
    WHERE digest = $1 AND date = $2 AND target = $3`,
} as const

export function editionWrites(db: Database): EditionWrites {
  return {
    keepDigests: (names, now) =>
      db.apart(async (tx) => {
        await tx.run(EDITION_WRITE_SQL.forgetAhead, [now])
        const rows = names.map((name) => [name, now])
        tx.insertAll('digests', ['name', 'since_at'], rows, { ifNew: true })
      }),
    saveEdition: ({ digest, date, madeAt, storyCount, body }, targets) =>
      db.apart(async (tx) => {
        if ((await tx.rows(EDITION_WRITE_SQL.isMade, [digest, date])).length > 0) return
        const columns = ['digest', 'date', 'made_at', 'story_count', 'body']
        tx.insertAll('editions', columns, [[digest, date, madeAt, storyCount, body]])
        const rows = targets.map((target) => [digest, date, target, 'pending', 0, madeAt, null])
        tx.insertAll('deliveries', DELIVERY_COLUMNS, rows)
      }),
    claimDelivery: ({ digest, date, target }, attempts, nextAt) =>
      db.apart(async (tx) => {
        if (attempts === 0) {
          const row = [digest, date, target, 'pending', 0, nextAt, null]
          tx.insertAll('deliveries', DELIVERY_COLUMNS, [row], { ifNew: true })
        }
        return (await tx.run(EDITION_WRITE_SQL.claim, [digest, date, target, attempts, nextAt])) > 0
      }),
    saveDelivery: ({ digest, date, target, state, attempts, nextAt, error }) =>
      db.apart(async (tx) => {
        await tx.run(EDITION_WRITE_SQL.save, [digest, date, target, state, attempts, nextAt, error])
      }),
  }
}
