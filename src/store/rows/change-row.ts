import { REASON_BITS } from '../../model/change.ts'

/** SQL for the number of the last change; 0 if there is none. */
export const LAST_SEQ = '(SELECT coalesce(max(seq), 0) FROM changes)'

/** SQL for the highest change number ever used, including those of a lost and restored store. */
export const LAST_CHANGE = `SELECT coalesce(max(number), 0) FROM (SELECT max(seq) AS number FROM changes
  UNION ALL SELECT value FROM counters WHERE name = 'lostUntil') AS numbers`

/** SQL condition: the log has all changes after number `$1`. */
export const IS_WHOLE_AFTER = `$1 >= (SELECT value FROM counters WHERE name = 'changesPruned')`

/** SQL for the reasons of all changes of an item after a number. */
export function laterReasons(itemId: string, seq: string): string {
  const bits = REASON_BITS.map((bit) => `max(d.reasons & ${bit})`).join(' | ')
  return `(SELECT coalesce(${bits}, 0) FROM changes d WHERE d.item_id = ${itemId} AND d.seq > ${seq})`
}
