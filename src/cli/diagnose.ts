import { adviceFor } from '../domain/advice.ts'
import type { HealthStatus, Source, SourceHealth, SourceReport, VisitErrorCode } from '../domain/source.ts'
import { DAY_MS, type EpochMs, HOUR_MS } from '../domain/time.ts'

/** What is wrong with a source, worst first; `moved` and `silent` are worth a look and no failure. */
export type Ailment = 'gone' | 'failing' | 'degraded' | 'overdue' | 'empty' | 'moved' | 'silent' | 'new'

export interface Finding {
  readonly id: string
  readonly name: string
  readonly ailment: Ailment
  readonly status: HealthStatus
  /** What happened. */
  readonly why: string
  /** What the operator can do. */
  readonly advice: string
  readonly code: VisitErrorCode | null
  readonly httpStatus: number | null
  readonly consecutiveErrors: number
  readonly lastSuccessAt: EpochMs | null
  readonly nextVisitAt: EpochMs | null
}

export interface Diagnosis {
  /** Enabled ones. */
  readonly sources: number
  readonly well: number
  /** Whether the collector seems not to run: sources wait for visits that do not come. */
  readonly idleSince: EpochMs | null
  readonly findings: readonly Finding[]
}

const WORST_FIRST: readonly Ailment[] = [
  'gone',
  'failing',
  'degraded',
  'overdue',
  'empty',
  'moved',
  'silent',
  'new',
]

/** What fails, as opposed to what is worth a look. */
const FAILURES: readonly Ailment[] = ['gone', 'failing', 'degraded', 'overdue']

/** A visit that is due this long has not been made by a collector that runs, nor by an hourly `collect`. */
const OVERDUE_MS = 2 * HOUR_MS
/** A source that has been without news for so long may have ended, or moved without a word. */
const SILENT_MS = 60 * DAY_MS

/** Whether anything fails. */
export function isIll({ findings, idleSince }: Diagnosis): boolean {
  return idleSince !== null || findings.some(({ ailment }) => FAILURES.includes(ailment))
}

/**
 * Tells what is wrong with which source and why, worst first, of those alike the one that has been without
 * success the longest.
 *
 * @param reports what the store has of them; sources that are configured and not in there were never visited
 */
export function diagnose(
  sources: readonly Source[],
  reports: readonly SourceReport[],
  now: EpochMs,
): Diagnosis {
  const byId = new Map(reports.map((report) => [report.id, report]))
  const enabled = sources.filter((source) => source.enabled)
  const findings = enabled
    .flatMap((source) => findingOf(source, byId.get(source.id), now) ?? [])
    .toSorted(
      (a, b) =>
        WORST_FIRST.indexOf(a.ailment) - WORST_FIRST.indexOf(b.ailment) ||
        (a.lastSuccessAt ?? 0) - (b.lastSuccessAt ?? 0) ||
        a.id.localeCompare(b.id),
    )
  const lastVisits = reports.flatMap(({ health }) => health.lastVisitAt ?? [])
  const waiting = findings.filter(({ nextVisitAt }) => isOverdue(nextVisitAt, now)).length
  const isIdle = waiting > 0 && lastVisits.every((at) => now - at > OVERDUE_MS)
  return {
    sources: enabled.length,
    well: enabled.length - findings.length,
    idleSince: isIdle ? Math.max(...lastVisits) : null,
    findings,
  }
}

function findingOf(source: Source, report: SourceReport | undefined, now: EpochMs): Finding | undefined {
  const told = report === undefined ? undefined : ailmentOf(report, now)
  if (report === undefined || report.health.lastVisitAt === null) {
    return finding(source, report, 'new', {
      why: 'it has not been visited yet',
      advice: `Nothing, if the service is running; else: content-digest collect ${source.id}`,
    })
  }
  return told === undefined ? undefined : finding(source, report, ...told)
}

interface Told {
  readonly why: string
  readonly advice: string
  readonly code?: VisitErrorCode
}

function ailmentOf(report: SourceReport, now: EpochMs): [Ailment, Told] | undefined {
  const { status, nextVisitAt } = report.health
  if (status === 'gone' || status === 'failing' || status === 'degraded') {
    return [status, failureOf(report.health)]
  }
  if (isOverdue(nextVisitAt, now)) {
    const advice = 'See that the service runs: content-digest serve'
    return ['overdue', { why: 'its visit is overdue', advice }]
  }
  if (report.movedTo !== null) {
    const advice = 'Write this address into digest.yaml as its url.'
    return ['moved', { why: `it is visited at ${report.movedTo}`, advice }]
  }
  if (report.itemCount === 0) {
    const advice = 'Look at its url in a browser: another feed of its site may have more.'
    return ['empty', { why: 'it answers, and has brought no item', advice }]
  }
  if (report.lastItemAt !== null && now - report.lastItemAt > SILENT_MS) {
    const days = Math.floor((now - report.lastItemAt) / DAY_MS)
    const advice = 'See whether its site goes on elsewhere, or remove it.'
    return ['silent', { why: `it has had nothing new for ${days} days`, advice }]
  }
  return undefined
}

function failureOf({ status, lastError, lastStatus, successRate24h, consecutiveErrors }: SourceHealth): Told {
  const { code, message } = lastError ?? { code: 'empty' as const, message: 'it fails' }
  const rate =
    successRate24h === null
      ? ''
      : `; ${Math.round(successRate24h * 100)} % of the last 24 hours’ visits went well`
  const why = consecutiveErrors > 0 ? message : `now and then: ${message}${rate}`
  const httpStatus = status === 'gone' ? 410 : lastStatus
  return { why, code, advice: adviceFor({ code, status: httpStatus, message }) }
}

function isOverdue(nextVisitAt: EpochMs | null, now: EpochMs): boolean {
  return nextVisitAt !== null && now - nextVisitAt > OVERDUE_MS
}

function finding(
  { id, name }: Source,
  report: SourceReport | undefined,
  ailment: Ailment,
  { why, advice, code }: Told,
): Finding {
  const health = report?.health
  return {
    id,
    name,
    ailment,
    status: health?.status ?? 'new',
    why,
    advice,
    code: code ?? null,
    httpStatus: health?.lastStatus ?? null,
    consecutiveErrors: health?.consecutiveErrors ?? 0,
    lastSuccessAt: health?.lastSuccessAt ?? null,
    nextVisitAt: health?.nextVisitAt ?? null,
  }
}
