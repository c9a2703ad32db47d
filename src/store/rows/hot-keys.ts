import type { ScoreParts } from '../../model/item.ts'
import { SAME_HOT, hotKey } from '../../model/score.ts'
import { PARTS_COLUMNS } from './item-row.ts'

/** Reads the rows. The time from which the key of an item fades is defined by `hotTimes`. */
export const HOT_ROWS = `SELECT i.id, i.hot, ${PARTS_COLUMNS},
    CASE
      WHEN s.representative_id = i.id THEN (
        SELECT coalesce(max(CASE WHEN m.ranked_at IS NULL THEN m.published_at END), max(m.ranked_at))
        FROM items m WHERE m.story_id = i.story_id)
      WHEN i.ranked_at IS NOT NULL THEN (
        SELECT CASE WHEN i.ranked_at > max(m.published_at) THEN max(m.published_at) ELSE i.ranked_at END
        FROM items m WHERE m.story_id = i.story_id AND m.ranked_at IS NULL)
      ELSE i.published_at
    END AS hot_at
  FROM items i LEFT JOIN stories s ON s.id = i.story_id`

/** The values of an item that its hot key is computed from, and the key that it has. */
export interface HotRow extends ScoreParts {
  readonly id: number
  readonly hot_at: number
  readonly hot: number
}

/** Whether most of these keys were computed with another half-life. */
export function hasOtherHalfLife(rows: readonly HotRow[], halfLifeMs: number): boolean {
  const others = rows.filter((row) => Math.abs(row.hot - keyOf(row, halfLifeMs)) > SAME_HOT)
  return others.length > rows.length / 2
}

export function keyOf(row: HotRow, halfLifeMs: number): number {
  return hotKey(row, row.hot_at, halfLifeMs)
}
