import type { FetchResult } from '../model/entry.ts'
import {
  NO_VALIDATORS,
  type Source,
  type SourceState,
  type Validators,
  type SourceEvent,
  INITIAL_LOCATION,
  type SourceLocation,
} from '../model/source.ts'
import type { EpochMs } from '../model/time.ts'
import type { VisitRecord } from '../store/records.ts'
import { type ArticlePages, type PageCounts, type PageDeps, readPages } from './article-pages.ts'
import { type Change, type DigestDeps, digestEntries, NOTHING } from './digest-entries.ts'
import type { Queue } from './queue.ts'
import { ruleCollected } from './rules/rule-entries.ts'
import { nextVisit, type NextVisit } from './schedule/next-visit.ts'
import type { Publications } from './schedule/publications.ts'
import { sourceEvents, locationAfter } from './source-location.ts'

/** Reads a source. Rejects only on abort. */
type Collect = (source: Source, state: SourceState | undefined, signal: AbortSignal) => Promise<FetchResult>

export interface VisitDeps extends DigestDeps, PageDeps {
  readonly collect: Collect
  /** Work after the request runs one visit at a time, so that no two visits decide on the same article. */
  readonly queue: Queue
  /** Publication history, for the intervals of visits. */
  readonly publications: Publications
  readonly random: () => number
}

/** The result of a visit. */
export interface Visit {
  readonly sourceId: string
  readonly collected: FetchResult
  readonly added: number
  readonly edited: number
  /** Articles of other sources that this source now carries too. */
  readonly sighted: number
  readonly nextVisitAt: EpochMs
  /** Failures in a row, this visit's included; 0 after a success. */
  readonly consecutiveErrors: number
  /** `undefined` if they are unchanged. */
  readonly validators: Validators | undefined
  /** Hash of the rules applied to its entries; missing if there were none. */
  readonly rulesHash?: string
  readonly location: SourceLocation
  readonly events: readonly SourceEvent[]
  /** Counts of the article pages; missing if none were to be read. */
  readonly pages?: PageCounts
}

/**
 * Visits one source: collect, digest, save. Rejects only on abort or `storeFailed`.
 *
 * @param answered called when the visit no longer waits for a server
 */
export async function visitSource(
  source: Source,
  state: SourceState | undefined,
  deps: VisitDeps,
  signal: AbortSignal,
  answered: () => void = () => undefined,
): Promise<Visit> {
  const response = await deps.collect(source, stateByRules(state, deps.rules.hashOf(source)), signal)
  const answer = await ruleCollected(deps.rules.of(source), source, response, deps.now())
  const { collected, pages } = await readPages(source, answer, deps, signal)
  answered()
  return deps.queue(() => saveCollected(source, state, collected, pages, deps))
}

/**
 * The state of a source under the present rules. A document read under other rules is requested without validators,
 * since its dropped entries may now be accepted.
 *
 * @param rulesHash of the present rules; empty if there are none
 */
function stateByRules(state: SourceState | undefined, rulesHash: string): SourceState | undefined {
  if (state === undefined || state.documentHash === null) return state
  if ((state.rulesHash ?? '') === rulesHash) return state
  // Not `null`, which means that the source was never read.
  return { ...state, validators: NO_VALIDATORS, documentHash: '' }
}

/** A second attempt sees what another process saved between our read and our write. */
const TRIES = 2

async function saveCollected(
  source: Source,
  state: SourceState | undefined,
  collected: FetchResult,
  pages: ArticlePages,
  deps: VisitDeps,
): Promise<Visit> {
  for (let tries = 1; ; tries++) {
    const now = deps.now()
    const isFirst = (state?.documentHash ?? null) === null
    const change =
      collected.kind === 'entries'
        ? await digestEntries(source, collected, now, isFirst, deps, pages)
        : NOTHING
    const seen = change.sightings.map(({ publishedAt }) => publishedAt)
    const failed = collected.kind === 'failed'
    const waitedMs = typeof state?.lastVisitAt === 'number' ? Math.max(0, now - state.lastVisitAt) : 0
    const usualMs = failed ? source.everyMs : await deps.publications.waitOf(source, seen, now, waitedMs)
    const effect = visitEffect(source, state, collected, now)
    const { location, consecutiveErrors: errors } = effect
    const next = nextVisit({ usualMs, collected, errors, location }, now, deps.random())
    const record = recordOf(source, deps.rules.hashOf(source), collected, change, now, next, effect)
    try {
      await deps.store.saveVisit(record)
      return { ...visitOf(record, collected, effect), pages: pages.counts }
    } catch (cause) {
      deps.stories.reload()
      if (tries === TRIES) throw cause
    }
  }
}

/** The state of the source after the visit. */
interface VisitEffect {
  readonly consecutiveErrors: number
  readonly location: SourceLocation
  /** False for most visits. */
  readonly isNewLocation: boolean
  readonly validators: Validators | undefined
  readonly events: readonly SourceEvent[]
}

function visitEffect(
  source: Source,
  state: SourceState | undefined,
  collected: FetchResult,
  now: EpochMs,
): VisitEffect {
  const failed = collected.kind === 'failed'
  const consecutiveErrors = failed ? (state?.consecutiveErrors ?? 0) + 1 : 0
  const location = locationAfter(state?.location, source, collected, consecutiveErrors, now)
  const before = { consecutiveErrors: state?.consecutiveErrors ?? 0, location: state?.location }
  // Validators of one address are not valid for another.
  const isBack = failed && location.movedTo === null && typeof before.location?.movedTo === 'string'
  return {
    consecutiveErrors,
    location,
    isNewLocation: JSON.stringify(location) !== JSON.stringify(state?.location ?? INITIAL_LOCATION),
    validators: failed ? (isBack ? NO_VALIDATORS : undefined) : unlessSame(collected.validators, state),
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
  collected: FetchResult,
  change: Change,
  now: EpochMs,
  next: NextVisit,
  { validators, location, isNewLocation, events }: VisitEffect,
): VisitRecord {
  const read = collected.kind === 'entries' ? collected : undefined
  return {
    sourceId: source.id,
    at: now,
    outcome: collected.kind,
    status: collected.exchange.status,
    latencyMs: collected.exchange.latencyMs,
    error: collected.kind === 'failed' ? collected.error : undefined,
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

/** Longest name that a feed gives its source, in characters. Configured names have the same limit. */
const NAME_LENGTH = 200

/** A source without a configured name gets the title of its feed. */
function nameOf(source: Source, title: string | undefined): Pick<VisitRecord, 'sourceName'> {
  const name = title?.trim().slice(0, NAME_LENGTH)
  return source.isNamedByFeed === true && name !== undefined && name !== '' ? { sourceName: name } : {}
}

function visitOf(record: VisitRecord, collected: FetchResult, effect: VisitEffect): Visit {
  const { inserts, edits, sightings } = record
  return {
    sourceId: record.sourceId,
    collected,
    added: inserts.length,
    edited: edits.filter(({ updatedAt }) => updatedAt !== undefined).length,
    sighted: sightings.length - inserts.length - edits.length,
    nextVisitAt: record.nextVisitAt,
    consecutiveErrors: effect.consecutiveErrors,
    validators: effect.validators,
    ...(record.rulesHash === undefined ? {} : { rulesHash: record.rulesHash }),
    location: effect.location,
    events: effect.events,
  }
}
