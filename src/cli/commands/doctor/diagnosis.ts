import { adviceFor, presentError } from '../../../model/advice.ts'
import { FAILURES } from '../../../model/failure-texts.ts'
import type { Hook, HookState } from '../../../model/hook.ts'
import { type MachineTrouble, troubleOfVisits } from '../../../model/machine.ts'
import type { SourceHealth, SourceReport } from '../../../model/source-report.ts'
import { CUT_CODE, type Source, type VisitErrorCode } from '../../../model/source.ts'
import { type EpochMs, DAY_MS, HOUR_MS } from '../../../model/time.ts'

type Configured = Pick<Source, 'id' | 'name' | 'enabled'>

/** Conditions of a source, worst first. Those up to `overdue` are failures. */
export const WORST_FIRST = [
  'gone',
  'failing',
  'degraded',
  'overdue',
  'empty',
  'moved',
  'duplicate',
  'cut',
  'silent',
  'new',
] as const
export type Condition = (typeof WORST_FIRST)[number]

export type Finding = ReturnType<typeof finding>

export type Diagnosis = ReturnType<typeof diagnose>

/** A running collector, or an hourly `collect`, makes each due visit within this time. */
const OVERDUE_MS = 2 * HOUR_MS

/** Whether nothing is visited, or a source's condition is `failOn` or worse. */
export function isUnhealthy({ findings, idleSince }: Diagnosis, failOn: Condition = 'overdue'): boolean {
  const ill = WORST_FIRST.slice(0, WORST_FIRST.indexOf(failOn) + 1)
  return idleSince !== null || findings.some(({ condition }) => ill.includes(condition))
}

/**
 * Finds each source's condition and its reason, worst first; ties by the time since the last success.
 *
 * @param reports of the stored sources; a configured source without one was never visited
 * @param duplicates groups of sources that became one feed
 */
export function diagnose(
  sources: readonly Configured[],
  reports: readonly SourceReport[],
  now: EpochMs,
  measured: readonly MachineTrouble[] = [],
  duplicates: readonly (readonly string[])[] = [],
) {
  const byId = new Map(reports.map((report) => [report.id, report]))
  const keptOf = new Map(duplicates.flatMap((group) => keptBeside(group, byId)))
  const enabled = sources.filter((source) => source.enabled)
  const findings = enabled
    .flatMap((source) => findingOf(source, byId.get(source.id), keptOf.get(source.id), now) ?? [])
    .toSorted(
      (a, b) =>
        WORST_FIRST.indexOf(a.condition) - WORST_FIRST.indexOf(b.condition) ||
        (a.lastSuccessAt ?? 0) - (b.lastSuccessAt ?? 0) ||
        a.id.localeCompare(b.id),
    )
  const lastVisits = reports.flatMap(({ health }) => health.lastVisitAt ?? [])
  const waiting = findings.filter(({ nextVisitAt }) => isOverdue(nextVisitAt, now)).length
  const isIdle = waiting > 0 && lastVisits.every((at) => now - at > OVERDUE_MS)
  const ids = new Set(enabled.map(({ id }) => id))
  const visited = reports.filter(({ id, health }) => ids.has(id) && health.lastVisitAt !== null)
  const ofVisits = troubleOfVisits(visited, now)
  return {
    sources: enabled.length,
    well: enabled.length - findings.length,
    machine: ofVisits === undefined ? measured : [ofVisits, ...measured],
    /** Time of the last visit, if overdue visits suggest that no collector runs; otherwise `null`. */
    idleSince: isIdle ? Math.max(...lastVisits) : null,
    findings,
  }
}

/** Pairs each source of a group with the one to keep: the first that did not redirect there. */
function keptBeside(
  group: readonly string[],
  reports: ReadonlyMap<string, SourceReport>,
): readonly (readonly [id: string, kept: string])[] {
  const kept = group.find((id) => reports.get(id)?.movedTo === null) ?? group[0]
  return kept === undefined ? [] : group.filter((id) => id !== kept).map((id) => [id, kept])
}

function findingOf(
  source: Configured,
  report: SourceReport | undefined,
  kept: string | undefined,
  now: EpochMs,
): Finding | undefined {
  const explanation = report === undefined ? undefined : conditionOf(report, kept, now)
  if (report === undefined || report.health.lastVisitAt === null) {
    return finding(source, report, 'new', {
      why: 'it has not been visited yet',
      advice: 'Nothing, if the service is running. Otherwise: content-digest collect',
    })
  }
  return explanation === undefined ? undefined : finding(source, report, ...explanation)
}

interface Explanation {
  /** What happened. */
  readonly why: string
  /** What the operator can do. */
  readonly advice: string
  readonly code?: VisitErrorCode
}

/** @param kept the other source, if this one became the same feed */
function conditionOf(
  report: SourceReport,
  kept: string | undefined,
  now: EpochMs,
): [Condition, Explanation] | undefined {
  const { status, nextVisitAt } = report.health
  if (status === 'gone' || status === 'failing' || status === 'degraded') {
    return [status, failureOf(report.health)]
  }
  if (isOverdue(nextVisitAt, now)) {
    const advice = 'Check that the service runs: content-digest serve'
    return ['overdue', { why: 'its visit is overdue', advice }]
  }
  if (kept !== undefined) {
    const advice = `The other one is enough: content-digest sources remove ${report.id}`
    return ['duplicate', { why: `it has become the same feed as ${kept}`, advice }]
  }
  if (report.movedTo !== null) {
    const advice = 'Write this address into digest.yaml as its url, unless it is that of one year or issue.'
    return ['moved', { why: `it is visited at ${report.movedTo}`, advice }]
  }
  if (presentError(report.health) !== null) return ['cut', failureOf(report.health)]
  if (report.itemCount === 0) {
    const advice = 'Open its url in a browser: another feed of its site may have more.'
    return ['empty', { why: 'it answers, but has no items, or none that are kept', advice }]
  }
  if (report.silentSince !== null && report.lastItemAt !== null) {
    const days = Math.floor((now - report.lastItemAt) / DAY_MS)
    return ['silent', { why: `it has had nothing new for ${days} days`, advice: FAILURES.silent.advice }]
  }
  return undefined
}

function failureOf({
  status,
  lastError,
  lastStatus,
  successRate24h,
  consecutiveErrors,
}: SourceHealth): Explanation {
  const { code, message } = lastError ?? { code: 'empty' as const, message: 'it fails' }
  const rate =
    successRate24h === null
      ? ''
      : `; ${Math.round(successRate24h * 100)} % of the last 24 hours’ visits succeeded`
  const isPresent = consecutiveErrors > 0 || code === CUT_CODE
  const why = isPresent ? message : `now and then: ${message}${rate}`
  const httpStatus = status === 'gone' ? 410 : lastStatus
  return { why, code, advice: adviceFor({ code, status: httpStatus, message }) }
}

function isOverdue(nextVisitAt: EpochMs | null, now: EpochMs): boolean {
  return nextVisitAt !== null && now - nextVisitAt > OVERDUE_MS
}

function finding(
  { id, name }: Configured,
  report: SourceReport | undefined,
  condition: Condition,
  { why, advice, code }: Explanation,
) {
  const health = report?.health
  return {
    id,
    // Without a configured name, the title of the feed.
    name: report?.name ?? name,
    condition,
    status: health?.status ?? ('new' as const),
    why,
    advice,
    code: code ?? null,
    httpStatus: health?.lastStatus ?? null,
    consecutiveErrors: health?.consecutiveErrors ?? 0,
    lastSuccessAt: health?.lastSuccessAt ?? null,
    nextVisitAt: health?.nextVisitAt ?? null,
  }
}

export type HookFinding = ReturnType<typeof diagnoseHooks>[number]

/** The configured hooks whose requests are not accepted, resting ones first. */
export function diagnoseHooks(hooks: readonly Pick<Hook, 'name'>[], states: readonly HookState[]) {
  const known = new Set(hooks.map(({ name }) => name))
  const troubled = states.filter(
    ({ name, isResting, failures }) => known.has(name) && (isResting || failures > 0),
  )
  return troubled
    .toSorted((a, b) => Number(b.isResting) - Number(a.isResting))
    .map(({ name, isResting, failures, failingSince, nextAt, error }) => ({
      name,
      /** `resting`: sends nothing until resumed. `failing`: retries. */
      condition: isResting ? ('resting' as const) : ('failing' as const),
      since: failingSince,
      consecutiveFailures: failures,
      nextAt,
      why: error ?? '',
      advice: isResting
        ? `Nothing is lost. Correct what is wrong, try it with content-digest hooks test ${name}, then run content-digest hooks resume ${name}.`
        : 'Nothing is lost, and it is tried again for a day.',
    }))
}
