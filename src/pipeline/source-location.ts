import type { FetchResult } from '../model/entry.ts'
import {
  type Source,
  INITIAL_LOCATION,
  type SourceLocation,
  type PollingHints,
  type SourceEvent,
  type SourceState,
} from '../model/source.ts'
import { DAY_MS, type EpochMs } from '../model/time.ts'
import { FAILING_ERRORS } from '../store/health.ts'
import { publicUrl } from '../url/public-url.ts'

/**
 * Consecutive visits with a permanent redirect to the same address before the source moves: one could be a mistake, or
 * a captive portal.
 */
const MOVING_VISITS = 2

/** Consecutive failures at a new address before the configured one is used again. */
const MAX_MOVED_ERRORS = 3

/** A missing source is gone after this many responses over this time; shorter outages are temporary. */
const MISSING_VISITS = 3
const MISSING_MS = 2 * DAY_MS

/** Kinds that first request the source's own address. */
const ONE_ADDRESS: readonly Source['type'][] = ['feed', 'page', 'json']

/**
 * The location of a source after a visit.
 *
 * - Each visit follows permanent redirects (301, 308). A new address is kept after two consecutive visits in which the
 *   configured address led to it. The same holds for a feed that the page at the configured address names. Other
 *   redirects (302, 303, 307) are never kept, nor are redirects of a kept address.
 * - A feed that was found by searching its site is kept at once, because the configured address has none.
 * - The configured address is tried again from time to time and decides. If it fails, the kept address stays.
 * - A kept address that fails three times in a row is dropped, and the configured address is used again.
 * - 410, or 404 for two days, means gone. The first success ends this.
 *
 * @param errors consecutive failures, including this visit; 0 after a success
 */
export function locationAfter(
  before: SourceLocation = INITIAL_LOCATION,
  source: Source,
  collected: FetchResult<unknown>,
  errors: number,
  now: EpochMs,
): SourceLocation {
  const after =
    collected.kind === 'failed'
      ? afterFailure(before, collected.exchange, errors, now)
      : afterSuccess(before, source, collected, now)
  const isAsked = before.movedTo === null || collected.exchange.configured !== undefined
  return { ...after, askedAt: after.movedTo === null ? null : isAsked ? now : before.askedAt }
}

/**
 * Whether a source's validators are useless, because the server does not change them with the document.
 *
 * @param state before the visit
 * @param hasNews whether the visit brought new entries: servers may ignore other changes of a document
 */
export function hasStaleValidators(
  state: SourceState | undefined,
  collected: FetchResult<unknown>,
  hasNews: boolean,
): boolean {
  if (state === undefined || collected.kind !== 'entries' || !hasNews)
    return state?.location?.hasStaleValidators ?? false
  const { etag, lastModified } = collected.validators
  return (
    (etag ?? lastModified) !== null &&
    etag === state.validators.etag &&
    lastModified === state.validators.lastModified &&
    collected.documentHash !== state.documentHash
  )
}

type Success = Exclude<FetchResult<unknown>, { kind: 'failed' }>

function afterSuccess(
  before: SourceLocation,
  source: Source,
  collected: Success,
  now: EpochMs,
): SourceLocation {
  const { configured, finalUrl, status } = collected.exchange
  const { etag, lastModified } = collected.validators
  return {
    ...INITIAL_LOCATION,
    ...(before.movedTo === null || configured === 'read'
      ? placeBy(before, source, collected)
      : { movedTo: before.movedTo }),
    validatedUrl: etag === null && lastModified === null ? null : finalUrl,
    ...(status === 304 && {
      notModifiedSince: before.notModifiedSince ?? now,
      notModifiedVisits: before.notModifiedVisits + 1,
    }),
    pollingHints: collected.kind === 'entries' ? pollingHintsOf(collected) : before.pollingHints,
  }
}

/** The address to which the configured one leads. */
function placeBy(
  before: SourceLocation,
  source: Source,
  { exchange: { foundFeedUrl, permanentUrl, searched } }: Success,
): Pick<SourceLocation, 'movedTo' | 'movingTo' | 'movingVisits'> {
  const leadsTo = ONE_ADDRESS.includes(source.type) ? (foundFeedUrl ?? permanentUrl ?? null) : null
  const movingVisits = leadsTo === null ? 0 : leadsTo === before.movingTo ? before.movingVisits + 1 : 1
  const isKept = searched === true || movingVisits >= MOVING_VISITS || leadsTo === before.movedTo
  return isKept && leadsTo !== null
    ? { movedTo: bareAddress(source.url) === leadsTo ? null : leadsTo, movingTo: null, movingVisits: 0 }
    : { movedTo: null, movingTo: leadsTo, movingVisits }
}

function afterFailure(
  before: SourceLocation,
  { status, searched }: FetchResult['exchange'],
  errors: number,
  now: EpochMs,
): SourceLocation {
  const isMissing = status === 404 || status === 410
  const missingSince = isMissing ? (before.missingSince ?? now) : before.missingSince
  const missingVisits = before.missingVisits + (isMissing ? 1 : 0)
  const isGone =
    status === 410 ||
    (isMissing &&
      missingSince !== null &&
      missingVisits >= MISSING_VISITS &&
      now - missingSince >= MISSING_MS)
  const isGivenUp = before.movedTo !== null && errors >= MAX_MOVED_ERRORS
  return {
    ...before,
    movedTo: isGivenUp ? null : before.movedTo,
    movingTo: null,
    movingVisits: 0,
    missingSince,
    missingVisits,
    // A source that is gone at its new address may still be at the configured one.
    goneSince: before.movedTo === null && isGone ? (before.goneSince ?? now) : before.goneSince,
    searchedAt: searched === true ? now : before.searchedAt,
  }
}

/** An address without credentials and fragment, as in redirects. */
function bareAddress(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  url.username = ''
  url.password = ''
  url.hash = ''
  return url.href
}

function pollingHintsOf({ feed, entries }: Extract<FetchResult<unknown>, { kind: 'entries' }>): PollingHints {
  return {
    ttlMs: feed.ttlMs ?? null,
    skipHours: feed.skipHours ?? [],
    skipDays: feed.skipDays ?? [],
    entryCount: entries.length,
  }
}

/** State of a source before or after a visit. */
interface SourceCondition {
  readonly consecutiveErrors: number
  readonly location?: SourceLocation | undefined
}

/** The events of a visit for operators: the source failed, recovered, or moved. A short failure is not an event. */
export function sourceEvents(
  before: SourceCondition,
  after: SourceCondition,
  collected: FetchResult<unknown>,
): readonly SourceEvent[] {
  const [was, is] = [conditionOf(before), conditionOf(after)]
  const events: SourceEvent[] = []
  if (was !== is) {
    if (is === 'ok') events.push({ kind: 'recovered', code: null, message: '' })
    else if (collected.kind === 'failed') events.push({ kind: is, ...collected.error })
  }
  const movedTo = after.location?.movedTo ?? null
  if (movedTo !== null && movedTo !== before.location?.movedTo) {
    events.push({ kind: 'moved', code: null, message: `it is now visited at ${publicUrl(movedTo)}` })
  }
  return events
}

function conditionOf({
  consecutiveErrors,
  location = INITIAL_LOCATION,
}: SourceCondition): 'ok' | 'failing' | 'gone' {
  if (location.goneSince !== null) return 'gone'
  return consecutiveErrors >= FAILING_ERRORS ? 'failing' : 'ok'
}
