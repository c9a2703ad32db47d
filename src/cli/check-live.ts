import { inParallel } from '../collect/in-parallel.ts'
import type { Collected } from '../domain/entry.ts'
import { publicUrl } from '../domain/public-url.ts'
import type { Source, SourceState, VisitErrorCode } from '../domain/source.ts'
import { toIsoOrNull } from '../domain/time.ts'

/** Visits a source; one that is down is a value. Rejects only when `signal` is aborted. */
export type Collect = (
  source: Source,
  state: SourceState | undefined,
  signal: AbortSignal,
) => Promise<Collected>

/** What one visit told of a source; the shape that `check --live --json` prints. */
export interface SourceFinding {
  readonly id: string
  readonly status: 'ok' | 'empty' | 'failed'
  /** `null` where no answer came. */
  readonly httpStatus: number | null
  readonly latencyMs: number
  readonly title: string | null
  readonly language: string | null
  readonly entries: number
  /** `null` where no entry has a time. */
  readonly newestAt: string | null
  /** Where redirects led, without secrets; `null` where there were none. */
  readonly movedTo: string | null
  readonly error: { readonly code: VisitErrorCode; readonly message: string } | null
}

export interface LiveCheck {
  readonly collect: Collect
  /** Visits at once, >= 1. */
  readonly concurrency: number
  readonly onVisit: (done: number) => void
}

/**
 * Visits each source once.
 *
 * @returns in the order of `sources`; only those that were visited where `signal` was aborted
 */
export async function checkSources(
  sources: readonly Source[],
  { collect, concurrency, onVisit }: LiveCheck,
  signal: AbortSignal,
): Promise<SourceFinding[]> {
  let visited = 0
  const findings = await inParallel(sources, concurrency, async (source) => {
    const collected = await visit(source, collect, signal)
    if (collected === undefined) return undefined
    onVisit(++visited)
    return findingOf(source, collected)
  })
  return findings.filter((finding) => finding !== undefined)
}

async function visit(source: Source, collect: Collect, signal: AbortSignal): Promise<Collected | undefined> {
  if (signal.aborted) return undefined
  try {
    return await collect(source, undefined, signal)
  } catch (cause) {
    if (signal.aborted) return undefined
    throw cause
  }
}

function findingOf(source: Source, collected: Collected): SourceFinding {
  const { exchange } = collected
  const entries = collected.kind === 'entries' ? collected.entries : []
  const feed = collected.kind === 'entries' ? collected.feed : undefined
  const times = entries.flatMap(({ publishedAt, updatedAt }) => publishedAt ?? updatedAt ?? [])
  return {
    id: source.id,
    status: collected.kind === 'failed' ? 'failed' : entries.length === 0 ? 'empty' : 'ok',
    httpStatus: exchange.status,
    latencyMs: Math.round(exchange.latencyMs),
    title: feed?.title ?? null,
    language: feed?.language ?? null,
    entries: entries.length,
    newestAt: toIsoOrNull(times.length === 0 ? null : times.reduce((a, b) => Math.max(a, b))),
    movedTo: movedTo(source, exchange.finalUrl),
    error: collected.kind === 'failed' ? collected.error : null,
  }
}

/** Requests name no user, and ask Reddit for the form that they read: neither is a move. */
function movedTo(source: Source, finalUrl: string): string | null {
  const asked = publicUrl(source.url)
  const answered = publicUrl(finalUrl)
  if (answered === '' || answered === asked) return null
  if (source.type === 'reddit' && new URL(answered).origin === new URL(asked).origin) return null
  return answered
}
