import type { Collected } from '../domain/entry.ts'
import type { Source, SourceState } from '../domain/source.ts'
import type { EpochMs } from '../domain/time.ts'
import type { VisitRecord } from '../store/store.ts'
import { type ArticlePages, type PageDeps, readPages } from './article-pages.ts'
import { digestEntries, NOTHING } from './digest-entries.ts'
import type { Change, DigestDeps } from './digest-entries.ts'
import { nextVisit } from './next-visit.ts'
import type { NextVisit } from './next-visit.ts'
import type { Publications } from './publications.ts'
import type { Queue } from './queue.ts'

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
}

/** Visits one source: collect, digest, save. Rejects only on abort or `storeFailed`. */
export async function visitSource(
  source: Source,
  state: SourceState | undefined,
  deps: VisitDeps,
  signal: AbortSignal,
): Promise<Visit> {
  const answer = await deps.collect(source, state, signal)
  const { collected, pages } = await readPages(source, answer, deps, signal)
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
    const change =
      collected.kind === 'entries' ? await digestEntries(source, collected, now, deps, pages) : NOTHING
    const seen = change.sightings.map(({ publishedAt }) => publishedAt)
    const failed = collected.kind === 'failed'
    const usualMs = failed ? source.everyMs : await deps.publications.waitOf(source, seen, now)
    const errors = failed ? (state?.consecutiveErrors ?? 0) + 1 : 0
    const next = nextVisit(usualMs, collected, errors, now, deps.random())
    const record = recordOf(source, collected, change, now, next)
    try {
      await deps.store.saveVisit(record)
      return visitOf(record, collected)
    } catch (cause) {
      await deps.stories.reload()
      if (tries === TRIES) throw cause
    }
  }
}

function recordOf(
  source: Source,
  collected: Collected,
  change: Change,
  now: EpochMs,
  next: NextVisit,
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
    validators: collected.kind === 'failed' ? undefined : collected.validators,
    documentHash: read?.documentHash,
    feed: read?.feed,
    ...change,
  }
}

function visitOf(record: VisitRecord, collected: Collected): Visit {
  const { inserts, edits, sightings } = record
  return {
    sourceId: record.sourceId,
    collected,
    added: inserts.length,
    edited: edits.filter(({ updatedAt }) => updatedAt !== undefined).length,
    sighted: sightings.length - inserts.length - edits.length,
    nextVisitAt: record.nextVisitAt,
  }
}
