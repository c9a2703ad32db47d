import type { Collected } from '../domain/entry.ts'
import { NO_VALIDATORS, type Source, type SourceState, type Validators } from '../domain/source.ts'
import type { SourceEvent } from '../domain/source-event.ts'
import { FIRST_STANDING, type Standing } from '../domain/standing.ts'
import type { EpochMs } from '../domain/time.ts'
import type { VisitRecord } from '../store/records.ts'
import { type ArticlePages, type PageCounts, type PageDeps, readPages } from './article-pages.ts'
import { type Change, type DigestDeps, digestEntries, NOTHING } from './digest-entries.ts'
import { nextVisit, type NextVisit } from './next-visit.ts'
import type { Publications } from './publications.ts'
import type { Queue } from './queue.ts'
import { ruleCollected } from './rule-entries.ts'
import { markedByRules, stateByRules } from './rules-mark.ts'
import { sourceEvents } from './source-events.ts'
import { standingAfter } from './standing.ts'

/** Reads a source; never rejects but on abort. */
export type Collect = (
  source: Source,
  state: SourceState | undefined,
  signal: AbortSignal,
) => Promise<Collected>

export interface VisitDeps extends DigestDeps, PageDeps {
  readonly collect: Collect
  /** What follows a request runs one visit at a time, so that no two decide on the same article. */
  readonly queue: Queue
  /** What each source's waits follow. */
  readonly publications: Publications
  readonly random: () => number
}

/** What a visit did. */
export interface Visit {
  readonly sourceId: string
  readonly collected: Collected
  readonly added: number
  readonly edited: number
  /** Articles that were known from other sources and are now known from this one too. */
  readonly sighted: number
  readonly nextVisitAt: EpochMs
  /** Failures in a row, this visit's included; 0 after a success. */
  readonly consecutiveErrors: number
  /** `undefined` where they stay what they were. */
  readonly validators: Validators | undefined
  readonly standing: Standing
  readonly events: readonly SourceEvent[]
  /** Of its articles, where any were to be read. */
  readonly pages?: PageCounts
}

/**
 * Visits one source: collect, digest, save. Rejects only on abort or `storeFailed`.
 *
 * @param answered called when the visit waits for nothing but our own work
 */
export async function visitSource(
  source: Source,
  state: SourceState | undefined,
  deps: VisitDeps,
  signal: AbortSignal,
  answered: () => void = () => undefined,
): Promise<Visit> {
  const mark = deps.rules.markOf(source)
  const came = markedByRules(await deps.collect(source, stateByRules(state, mark), signal), mark)
  const answer = ruleCollected(deps.rules.of(source), source, came, deps.now())
  const { collected, pages } = await readPages(source, answer, deps, signal)
  answered()
  return deps.queue(() => saveCollected(source, state, collected, pages, deps))
}

/** A second try takes in what another process saved between our reading and our saving. */
const TRIES = 2

async function saveCollected(
  source: Source,
  state: SourceState | undefined,
  collected: Collected,
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
    const course = courseAfter(source, state, collected, now)
    const { standing, consecutiveErrors: errors } = course
    const next = nextVisit({ usualMs, collected, errors, standing }, now, deps.random())
    const record = recordOf(source, collected, change, now, next, course)
    try {
      await deps.store.saveVisit(record)
      return { ...visitOf(record, collected, course), pages: pages.counts }
    } catch (cause) {
      deps.stories.reload()
      if (tries === TRIES) throw cause
    }
  }
}

/** How the source fares after the visit. */
interface Course {
  readonly consecutiveErrors: number
  readonly standing: Standing
  /** Most visits change nothing of it. */
  readonly isNewStanding: boolean
  readonly validators: Validators | undefined
  readonly events: readonly SourceEvent[]
}

function courseAfter(
  source: Source,
  state: SourceState | undefined,
  collected: Collected,
  now: EpochMs,
): Course {
  const failed = collected.kind === 'failed'
  const consecutiveErrors = failed ? (state?.consecutiveErrors ?? 0) + 1 : 0
  const standing = standingAfter(state?.standing, source, collected, consecutiveErrors, now)
  const before = { consecutiveErrors: state?.consecutiveErrors ?? 0, standing: state?.standing }
  // What one address said of its document means nothing to another.
  const isBack = failed && standing.keptUrl === null && typeof before.standing?.keptUrl === 'string'
  return {
    consecutiveErrors,
    standing,
    isNewStanding: JSON.stringify(standing) !== JSON.stringify(state?.standing ?? FIRST_STANDING),
    validators: failed ? (isBack ? NO_VALIDATORS : undefined) : unlessSame(collected.validators, state),
    events: sourceEvents(before, { consecutiveErrors, standing }, collected),
  }
}

/** Most answers repeat what is kept. */
function unlessSame(validators: Validators, state: SourceState | undefined): Validators | undefined {
  const { etag, lastModified } = state?.validators ?? NO_VALIDATORS
  return validators.etag === etag && validators.lastModified === lastModified ? undefined : validators
}

function recordOf(
  source: Source,
  collected: Collected,
  change: Change,
  now: EpochMs,
  next: NextVisit,
  { validators, standing, isNewStanding, events }: Course,
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
    ...(isNewStanding ? { standing } : {}),
    events,
    documentHash: read?.documentHash,
    feed: read?.feed,
    ...nameOf(source, read?.feed.title),
    ...change,
  }
}

/** Longest name that a feed gives to its source, characters; that of a configured one. */
const NAME_LENGTH = 200

/** A source without a name of its own is called as its feed calls itself. */
function nameOf(source: Source, title: string | undefined): Pick<VisitRecord, 'sourceName'> {
  const name = title?.trim().slice(0, NAME_LENGTH)
  return source.isNamedByFeed === true && name !== undefined && name !== '' ? { sourceName: name } : {}
}

function visitOf(record: VisitRecord, collected: Collected, course: Course): Visit {
  const { inserts, edits, sightings } = record
  return {
    sourceId: record.sourceId,
    collected,
    added: inserts.length,
    edited: edits.filter(({ updatedAt }) => updatedAt !== undefined).length,
    sighted: sightings.length - inserts.length - edits.length,
    nextVisitAt: record.nextVisitAt,
    consecutiveErrors: course.consecutiveErrors,
    validators: course.validators,
    standing: course.standing,
    events: course.events,
  }
}
