import type { Arrival, PageCounts } from '../../model/arrival.ts'
import {
  NO_VALIDATORS,
  type Source,
  type SourceState,
  type Validators,
  type SourceEvent,
  CUT_CODE,
  INITIAL_LOCATION,
  isPutOff,
  type SourceLocation,
  type VisitError,
} from '../../model/source.ts'
import type { EpochMs } from '../../model/time.ts'
import { MAX_ENTRIES } from '../../sources/newest.ts'
import type { VisitRecord } from '../../store/records.ts'
import { type Change, type DigestDeps, digestEntries, NOTHING } from '../digest-entries.ts'
import { nextVisit, type NextVisit } from '../schedule/next-visit.ts'
import type { Publications } from '../schedule/rhythm.ts'
import { hasStaleValidators, sourceEvents, locationAfter } from '../source-location.ts'
import { UNREAD } from './fetch-visit.ts'
import type { NetworkCheck } from './network-check.ts'

/** Dependencies of the second half of a visit. */
export interface ArrivalDeps extends DigestDeps {
  /** Publication history, for visit intervals. */
  readonly publications: Publications
  readonly network: NetworkCheck
  readonly random: () => number
}

export interface Visit extends Omit<VisitEffect, 'isNewLocation' | 'isUncounted'> {
  readonly sourceId: string
  readonly collected: Arrival['collected']
  /** Entries of the document, including repeated ones. */
  readonly listed: number
  readonly added: number
  readonly edited: number
  /** Articles of other sources that this source now carries too. */
  readonly sighted: number
  /** Stated publication times of the added items; none for a first visit, which brings old items. */
  readonly newsTimes: readonly EpochMs[]
  readonly nextVisitAt: EpochMs
  /** Hash of the applied rules; missing if there were none. */
  readonly rulesHash?: string
  /** Counts of article pages; missing if none were due. */
  readonly pages?: PageCounts
}

/** A second attempt sees what another process saved between our read and our write. */
const TRIES = 2

/**
 * The second half of a visit: digests an arrival, and saves it with the visit. Arrivals are digested one at a time, so
 * that no two decide on the same article. Rejects only on `storeFailed`.
 */
export async function digestArrival(
  arrival: Arrival,
  source: Source,
  state: SourceState | undefined,
  deps: ArrivalDeps,
): Promise<Visit> {
  for (let tries = 1; ; tries++) {
    const now = deps.now()
    deps.clock.hear(arrival.collected.exchange, now)
    deps.network.hear(source, arrival.collected)
    const { change, collected } = await digestCollected(arrival, source, state, now, deps)
    const seen = change.sightings.map(({ publishedAt }) => publishedAt)
    const failed = collected.kind === 'failed'
    const waitedMs = typeof state?.lastVisitAt === 'number' ? Math.max(0, now - state.lastVisitAt) : 0
    const usualMs = failed ? source.everyMs : await deps.publications.waitOf(source, seen, now, waitedMs)
    const { isAway } = deps.network
    const effect = visitEffect(source, state, collected, change.inserts.length > 0, isAway, now)
    const { location, consecutiveErrors } = effect
    // After an outage of the network, all sources would otherwise wait for long.
    const errors = isAway ? Math.min(1, consecutiveErrors) : consecutiveErrors
    const { entryCount = 0 } = location.pollingHints
    const turnoverMs = (): number => deps.publications.turnoverOf(source.id, entryCount, now)
    const next = nextVisit({ usualMs, turnoverMs, collected, errors, location }, now, deps.random())
    const record = recordOf(source, arrival.rulesHash, collected, change, now, next, effect)
    try {
      await deps.store.saveVisit(record)
      return visitOf(record, arrival, collected, effect, isFirstVisit(state))
    } catch (cause) {
      deps.stories.reload()
      if (tries === TRIES) throw cause
    }
  }
}

type Collected = Arrival['collected']

async function digestCollected(
  { collected, siteNames }: Arrival,
  source: Source,
  state: SourceState | undefined,
  now: EpochMs,
  deps: DigestDeps,
): Promise<{ readonly change: Change; readonly collected: Collected }> {
  if (collected.kind !== 'entries') return { change: NOTHING, collected }
  const digested = await digestEntries(source, { ...collected, siteNames }, now, isFirstVisit(state), deps)
  return {
    change: digested.change,
    collected: digested.isIncomplete ? { ...collected, ...UNREAD } : collected,
  }
}

/** Whether no document of the source was read before. */
function isFirstVisit(state: SourceState | undefined): boolean {
  return (state?.documentHash ?? null) === null
}

interface VisitEffect {
  /** Consecutive failures, including this visit; 0 after a success. */
  readonly consecutiveErrors: number
  /** A visit that was put off, or one while the network is away, whose first failure counts for all. */
  readonly isUncounted: boolean
  readonly location: SourceLocation
  /** False for most visits. */
  readonly isNewLocation: boolean
  /** `undefined` if they are unchanged. */
  readonly validators: Validators | undefined
  readonly events: readonly SourceEvent[]
}

function visitEffect(
  source: Source,
  state: SourceState | undefined,
  collected: Collected,
  hasNews: boolean,
  isAway: boolean,
  now: EpochMs,
): VisitEffect {
  const failed = collected.kind === 'failed'
  const errorsBefore = state?.consecutiveErrors ?? 0
  const isUncounted =
    failed && (isPutOff(collected.error, collected.exchange.status) || (isAway && errorsBefore > 0))
  const consecutiveErrors = failed ? errorsBefore + (isUncounted ? 0 : 1) : 0
  const location = {
    ...locationAfter(state?.location, source, collected, consecutiveErrors, now),
    hasStaleValidators: hasStaleValidators(state, collected, hasNews),
  }
  const before = { consecutiveErrors: errorsBefore, location: state?.location }
  return {
    consecutiveErrors,
    isUncounted,
    location,
    isNewLocation: JSON.stringify(location) !== JSON.stringify(state?.location ?? INITIAL_LOCATION),
    validators: failed ? undefined : unlessSame(collected.validators, state),
    events: sourceEvents(before, { consecutiveErrors, location }, collected),
  }
}

/** Most responses repeat the stored validators. */
function unlessSame(validators: Validators, state: SourceState | undefined): Validators | undefined {
  const { etag, lastModified } = state?.validators ?? NO_VALIDATORS
  return validators.etag === etag && validators.lastModified === lastModified ? undefined : validators
}

function recordOf(
  source: Source,
  rulesHash: string,
  collected: Collected,
  change: Change,
  now: EpochMs,
  next: NextVisit,
  { isUncounted, validators, location, isNewLocation, events }: VisitEffect,
): VisitRecord {
  const read = collected.kind === 'entries' ? collected : undefined
  return {
    sourceId: source.id,
    at: now,
    outcome: collected.kind,
    status: collected.exchange.status,
    latencyMs: collected.exchange.latencyMs,
    error: errorOf(collected),
    isUncounted,
    nextVisitAt: next.at,
    intervalMs: next.intervalMs,
    validators,
    ...(isNewLocation ? { location } : {}),
    events,
    documentHash: read?.documentHash,
    ...(read === undefined || rulesHash === '' ? {} : { rulesHash }),
    feed: read?.feed,
    ...nameOf(source, read?.feed.title),
    ...change,
  }
}

function errorOf(collected: Collected): VisitError | undefined {
  if (collected.kind === 'failed') return collected.error
  if (collected.kind !== 'entries' || collected.leftOut === undefined) return undefined
  const [read, left] = [MAX_ENTRIES, collected.leftOut].map((count) => count.toLocaleString('en'))
  return { code: CUT_CODE, message: `the newest ${read} entries are read; ${left} older ones are left out` }
}

/** Longest name that a feed gives its source, characters; the limit of configured names. */
const NAME_LENGTH = 200

/** A source without a configured name gets the title of its feed. */
function nameOf(source: Source, title: string | undefined): Pick<VisitRecord, 'sourceName'> {
  const name = title?.trim().slice(0, NAME_LENGTH)
  const isVisible = name !== undefined && /[\p{L}\p{N}\p{P}\p{S}]/u.test(name)
  return source.isNamedByFeed === true && isVisible ? { sourceName: name } : {}
}

function visitOf(
  record: VisitRecord,
  { listed, pages }: Arrival,
  collected: Collected,
  effect: VisitEffect,
  isFirst: boolean,
): Visit {
  const { inserts, edits, sightings } = record
  const { isNewLocation: _, ...after } = effect
  return {
    sourceId: record.sourceId,
    collected,
    listed,
    pages,
    added: inserts.length,
    edited: edits.filter(({ updatedAt }) => updatedAt !== undefined).length,
    sighted: sightings.length - inserts.length - edits.length,
    newsTimes: isFirst
      ? []
      : inserts.filter(({ draft }) => draft.isTimeStated).map(({ draft }) => draft.publishedAt),
    nextVisitAt: record.nextVisitAt,
    ...(record.rulesHash === undefined ? {} : { rulesHash: record.rulesHash }),
    ...after,
  }
}
