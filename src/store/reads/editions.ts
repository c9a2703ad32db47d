import type { Delivery, EditionHead, StoredEdition } from '../../model/digest.ts'
import type { EpochMs } from '../../model/time.ts'
import type { Connection } from '../connection.ts'
import type { EditionReads } from '../read-store.ts'

const HEAD = 'digest, date, made_at AS "madeAt", story_count AS "storyCount"'

export const EDITION_SQL = {
  find: `SELECT ${HEAD}, body FROM editions WHERE digest = $1 AND date = $2`,
  newest: `SELECT ${HEAD}, body FROM editions WHERE digest = $1 ORDER BY date DESC LIMIT 1`,
  list: `SELECT ${HEAD} FROM editions WHERE digest = $1 ORDER BY date DESC LIMIT $2`,
  digests: 'SELECT name, since_at FROM digests',
  deliveries: `SELECT digest, date, target, state, attempts, next_at AS "nextAt", error FROM deliveries
    WHERE digest = $1 AND date = $2 ORDER BY target`,
} as const

export function editionReads(rows: Connection): EditionReads {
  return {
    async findEdition(digest, date) {
      const found =
        date === undefined
          ? await rows.rows<StoredEdition>(EDITION_SQL.newest, [digest])
          : await rows.rows<StoredEdition>(EDITION_SQL.find, [digest, date])
      return found[0]
    },
    listEditions: (digest, limit) => rows.rows<EditionHead>(EDITION_SQL.list, [digest, limit]),
    listDigests: async () => new Map(await rows.tuples<readonly [string, EpochMs]>(EDITION_SQL.digests)),
    listDeliveries: (digest, date) => rows.rows<Delivery>(EDITION_SQL.deliveries, [digest, date]),
  }
}
