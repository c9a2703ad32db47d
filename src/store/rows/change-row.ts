import { REASON_BITS } from '../../model/change.ts'

/** SQL condition: all changes after number `$1` are still in the log. */
export const IS_WHOLE_AFTER = `$1 >= (SELECT value FROM counters WHERE name = 'changesPruned')`

/** SQL for the reasons of all changes of an item after a number. */
export function laterReasons(itemId: string, seq: string): string {
  const bits = REASON_BITS.map((bit) => `max(d.reasons & ${bit})`).join(' | ')
  return `(SELECT coalesce(${bits}, 0) FROM changes d WHERE d.item_id = ${itemId} AND d.seq > ${seq})`
}
