import { hasNumbers, readStored, writeStored } from './stored.ts'

const KEY = 'digest-visit'

/** A longer pause begins another visit. */
const PAUSE_MS = 30 * 60_000

/** Longest delay between an item's first sight and its appearance on the page. */
const STORING_MS = 60_000

/** Times by the service's clock, epoch ms. */
interface Visit {
  /** When news was last shown in the previous visit; `null` in a first visit. */
  readonly since: number | null
  /** When news was last shown in this visit. */
  readonly shownAt: number
  readonly activeAt: number
}

const isVisit = (value: unknown): value is Visit => hasNumbers(value, 'shownAt', 'activeAt')

/**
 * Records that a view is shown.
 *
 * @param path of the view
 * @returns since when items are new to the reader, epoch ms; `null` in a first visit
 */
export function noteVisit(path: string, now: number): number | null {
  const last = readStored<Visit | null>(KEY, isVisit, null)
  // The clock of a newly set up service may be behind.
  if (last === null || last.activeAt > now) {
    writeStored(KEY, { since: null, shownAt: now, activeAt: now })
    return null
  }
  const since = now - last.activeAt > PAUSE_MS ? last.shownAt : last.since
  writeStored(KEY, { since, shownAt: showsNews(path) ? now : last.shownAt, activeAt: now })
  return since
}

/** Only the front page and the item lists show news. */
export function showsNews(path: string): boolean {
  return path === '/' || path === '/list'
}

/** Whether an item came after the reader's last visit. */
export function isNewSince(since: number | null, firstSeenAt: string | undefined): boolean {
  return since !== null && firstSeenAt !== undefined && Date.parse(firstSeenAt) > since - STORING_MS
}
