import { EVERYTHING } from '../model/filter.ts'
import type { SourceReport } from '../model/source-report.ts'
import { DAY_MS, type EpochMs } from '../model/time.ts'
import type { ReadStore } from '../store/read-store.ts'

/** A source without new items for this time may have ended or moved, and one that has not been quiet for long before, sooner. */
const SILENT_MS = 60 * DAY_MS
/** Holidays are shorter. */
const MIN_SILENT_MS = 7 * DAY_MS
/** How many times as long as the longest pause before. */
const SILENT_PAUSES = 3

/** Most items by which the rhythm of a source is told, and fewest. */
const [MAX_ITEMS, MIN_ITEMS] = [50, 10]

/**
 * For how long a source has had nothing new, ms; `undefined` if that is usual.
 *
 * @param pauseMs the longest pause between its last items, where that is known
 */
export function silenceOf(
  { lastItemAt }: Pick<SourceReport, 'lastItemAt'>,
  pauseMs: number | undefined,
  now: EpochMs,
): number | undefined {
  const quietMs = lastItemAt === null ? 0 : now - lastItemAt
  const usualMs = pauseMs === undefined ? SILENT_MS : Math.max(MIN_SILENT_MS, SILENT_PAUSES * pauseMs)
  return quietMs > Math.min(SILENT_MS, usualMs) ? quietMs : undefined
}

/**
 * By source that has been quiet for 7 to 60 days: the longest pause between its last items, ms. Sources with few items have none. After
 * that time a source is silent whatever its pauses were.
 */
export async function longestPauses(
  reports: readonly SourceReport[],
  store: Pick<ReadStore, 'select' | 'findItems'>,
  now: EpochMs,
): Promise<ReadonlyMap<string, number>> {
  const pauses = new Map<string, number>()
  const window = { limit: MAX_ITEMS, offset: 0, after: undefined }
  for (const { id, lastItemAt } of reports) {
    const quietMs = lastItemAt === null ? 0 : now - lastItemAt
    if (quietMs <= MIN_SILENT_MS || quietMs > SILENT_MS) continue
    const source = { include: [id], exclude: [] }
    const { ids } = await store.select({ ...EVERYTHING, source }, 'newest', window)
    if (ids.length < MIN_ITEMS) continue
    const times = (await store.findItems(ids)).map(({ publishedAt }) => publishedAt)
    pauses.set(id, Math.max(...times.slice(1).map((at, index) => (times[index] ?? at) - at)))
  }
  return pauses
}

/** Counts the sources that answer, and have had nothing new for longer than is usual. */
export async function countSilent(
  store: Pick<ReadStore, 'listSources' | 'select' | 'findItems'>,
  now: EpochMs,
): Promise<number> {
  const answering = (await store.listSources(now)).filter(({ health }) => health.status === 'ok')
  const pauses = await longestPauses(answering, store, now)
  return answering.filter((report) => silenceOf(report, pauses.get(report.id), now) !== undefined).length
}
