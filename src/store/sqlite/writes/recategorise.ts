import type { Database } from 'better-sqlite3'
import type { EpochMs } from '../../../model/time.ts'
import type { Names } from '../names.ts'
import { prepareAll } from '../statements.ts'
import { ChangeLog } from './change-log.ts'

export const RECATEGORISE_SQL = {
  items: 'SELECT id, facet_id AS facet FROM items WHERE source_id = ?',
  recategorise: 'UPDATE items SET facet_id = ? WHERE id = ?',
} as const

/** Where a source files its items. */
export interface Filing {
  readonly category: string
  readonly region: string | null
}

/**
 * Makes the function that files the items of a source anew after its category or region was changed in the
 * settings: those that stand where the source put them, not those that a rule put elsewhere. To be called
 * within a writing transaction.
 */
export function recategoriser(
  db: Database,
  names: Names,
): (sourceKey: number, from: Filing, to: Filing, at: EpochMs) => void {
  const sql = prepareAll(db, RECATEGORISE_SQL)
  const changes = new ChangeLog(db)

  return (sourceKey, from, to, at) => {
    changes.begin()
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
