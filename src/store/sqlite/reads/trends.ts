import type { Database } from 'better-sqlite3'
import { TREND_COLUMNS, type TrendRow } from '../../trend-reads.ts'
import { prepareAll } from '../statements.ts'

export const TREND_SQL = {
  rows: `SELECT ${TREND_COLUMNS} FROM json_each(?) j CROSS JOIN items i ON i.id = j.value`,
} as const

/** Makes the function that reads what trends need of items. */
export function trendRows(db: Database): (itemIds: readonly number[]) => readonly TrendRow[] {
  const { rows } = prepareAll(db, TREND_SQL)
  rows.raw()
  return (itemIds) => rows.all(JSON.stringify(itemIds)) as TrendRow[]
}
