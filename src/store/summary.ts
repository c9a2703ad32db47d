import type { EpochMs } from '../model/time.ts'

/** The contents of a store in numbers, at one moment. */
export interface StoreSummary {
  readonly schemaVersion: number
  /** `undefined` if the store's schema is older than store ids. */
  readonly storeId: string | undefined
  readonly items: number
  readonly stories: number
  readonly sources: number
  /** First-seen times of the oldest and the newest item; `undefined` without items. */
  readonly oldestAt: EpochMs | undefined
  readonly newestAt: EpochMs | undefined
  /** The time of the last change or visit; `undefined` if there is none. */
  readonly asOf: EpochMs | undefined
}

/** Valid in both engines. Merged stories are aliases, which do not count. */
export const SUMMARY_SQL = `SELECT (SELECT count(*) FROM items) AS items,
  (SELECT count(*) FROM stories WHERE alias_of IS NULL) AS stories,
  (SELECT count(*) FROM sources) AS sources,
  (SELECT min(first_seen_at) FROM items) AS "oldestAt", (SELECT max(first_seen_at) FROM items) AS "newestAt",
  (SELECT max(at) FROM changes) AS "changedAt", (SELECT max(last_visit_at) FROM sources) AS "visitedAt"`

export interface SummaryRow extends Pick<StoreSummary, 'items' | 'stories' | 'sources'> {
  readonly oldestAt: EpochMs | null
  readonly newestAt: EpochMs | null
  readonly changedAt: EpochMs | null
  readonly visitedAt: EpochMs | null
}

export function summaryOf(
  { changedAt, visitedAt, oldestAt, newestAt, ...counts }: SummaryRow,
  version: Pick<StoreSummary, 'schemaVersion' | 'storeId'>,
): StoreSummary {
  const asOf = Math.max(changedAt ?? 0, visitedAt ?? 0)
  return {
    ...version,
    ...counts,
    oldestAt: oldestAt ?? undefined,
    newestAt: newestAt ?? undefined,
    asOf: asOf === 0 ? undefined : asOf,
  }
}
