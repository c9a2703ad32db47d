import type { Database } from 'better-sqlite3'
import type { EpochMs } from '../../../model/time.ts'
import type { Names } from '../names.ts'
import { prepareAll } from '../statements.ts'
import { ChangeLog } from './change-log.ts'

export const RECATEGORISE_SQL = {
  items: 'SELECT id, facet_id AS facet FROM items WHERE source_id = ?',
  recategorise: 'UPDATE items SET facet_id = ? WHERE id = ?',
} as const

/** The category and region that a source gives its items. */
export interface Filing {
  readonly category: string
  readonly region: string | null
}

/**
 * Makes the function that updates a source's items after its category or region changed in the settings. Items keep a
 * category or region that a rule gave them. Call it within a writing transaction.
 */
export function recategoriser(
  db: Database,
  names: Names,
): (sourceKey: number, from: Filing, to: Filing, at: EpochMs) => void {
  const sql = prepareAll(db, RECATEGORISE_SQL)
  const changes = new ChangeLog(db)

  return (sourceKey, from, to, at) => {
    changes.clear()
    for (const { id, facet } of sql.items.all(sourceKey) as {
      readonly id: number
      readonly facet: number
    }[]) {
      const words = names.facet(facet)
      const category = words.category === from.category ? to.category : words.category
      const region = words.region === from.region ? to.region : words.region
      if (category === words.category && region === words.region) continue
      sql.recategorise.run(names.facetKey({ ...words, category, region }), id)
      changes.update(id)
    }
    changes.write(at)
  }
}
