import type { ScoreParts } from '../model/item.ts'
import { hotKey } from '../model/score.ts'
import { PARTS_COLUMNS } from './item-row.ts'

export const HOT_COLUMNS = `id, published_at, ranked_at, hot, ${PARTS_COLUMNS}`

/** The values of an item that its hot key is computed from, and the key that it has. */
export interface HotRow extends ScoreParts {
  readonly id: number
  readonly published_at: number
  readonly ranked_at: number | null
  readonly hot: number
}

/** Smaller differences come from rounding. */
const SAME_KEY = 1e-6

/** Whether most of these keys were computed with another half-life. */
export function hasOtherHalfLife(rows: readonly HotRow[], halfLifeMs: number): boolean {
  const others = rows.filter((row) => Math.abs(row.hot - keyOf(row, halfLifeMs)) > SAME_KEY)
  return others.length > rows.length / 2
}

export function keyOf(row: HotRow, halfLifeMs: number): number {
  return hotKey(row, row.ranked_at ?? row.published_at, halfLifeMs)
}
