import { type Command, Option } from 'commander'
import type { Config } from '../../config/config.ts'
import { loadConfig } from '../../config/load.ts'
import { adviceFor, networkAdvice, presentError } from '../../model/advice.ts'
import {
  CUT_CODE,
  type HealthStatus,
  type Source,
  type SourceHealth,
  type SourceReport,
  type VisitErrorCode,
} from '../../model/source.ts'
import { placeOf } from '../../model/store-address.ts'
import { type EpochMs, toIsoOrNull, DAY_MS, HOUR_MS } from '../../model/time.ts'
import { type CommandDeps, type ExitCode, jsonText, processDeps } from '../io.ts'
import { hasStore, openReadStore } from '../open-store.ts'
import { type configOf, withConfigOptions } from '../options.ts'
import { relativeTime, printable } from '../terminal.ts'
import { nameSample } from '../without-settings.ts'
import { checkStore } from './doctor-deep.ts'

export type DoctorFlags = Parameters<typeof configOf>[0] & {
  readonly json?: boolean | undefined
  readonly failOn?: Condition | undefined
}

export function registerDoctor(program: Command, deps: CommandDeps = processDeps()): void {
  const command = program
    .command('doctor')
    .description('show what is wrong with which source, why, and what to do; visits nothing')
    .option('--json', 'print the findings as JSON', false)
    .addOption(
      new Option('--fail-on <state>', 'end with 1 where a source is in this state or a worse one')
        .choices(WORST_FIRST)
        .default('overdue')
        .conflicts(['deep', 'repair']),
    )
    .option('--deep', 'check the store instead: every page, row and cache', false)
    .option('--repair', 'check the store, and make anew what can be derived from its rows', false)
  withConfigOptions(command).action(async ({ deep, repair, ...flags }: DoctorFlags & DeepFlags) =>
    deps.exit(deep || repair ? await checkStore({ ...flags, repair }, deps) : await doctor(flags, deps)),
  )
}

interface DeepFlags {
  readonly deep: boolean
  readonly repair: boolean
}

/**
 * Prints what is wrong with each source, worst first. It reads the last visits from the store and makes no request.
 *
 * @returns 1 if a source is in the state `failOn` or a worse one, or nothing is visited
 * @throws DigestError('configInvalid') with all errors of the settings; also the errors of opening the store
 */
export async function doctor(flags: DoctorFlags, { io, cwd, env, now }: CommandDeps): Promise<ExitCode> {
  const { json = false, failOn, ...settings } = flags
  const config = loadConfig({ flags: settings, env, cwd })
  for (const warning of config.warnings) io.stderr.write(`warning: ${warning}\n`)
  nameSample(config, io)
  const reports = await reportsOf(config, now())
  if (reports === undefined)
    io.stderr.write(
      `warning: there is no store at ${placeOf(config.store)}: nothing was collected there yet\n`,
    )
  // Without settings, the sources of the store are those there are.
  const sources = config.file === undefined ? (reports ?? []) : config.sources
  const diagnosis = diagnose(sources, reports ?? [], now())
  const isIll = isUnhealthy(diagnosis, failOn)
  io.stdout.write(json ? doctorJson(diagnosis, isIll, now()) : doctorReport(diagnosis, now()))
  return isIll ? 1 : 0
}

/** `undefined` before the first collection: there is no store yet. */
async function reportsOf(config: Config, now: number): Promise<SourceReport[] | undefined> {
  if (!(await hasStore(config))) return undefined
  const store = await openReadStore(config)
  try {
    return await store.listSources(now)
  } finally {
    await store.close()
  }
}

/** The diagnosis for people. Ends with a newline. */
export function doctorReport(diagnosis: Diagnosis, now: EpochMs): string {
  const { sources, well, findings, idleSince } = diagnosis
  if (sources === 0)
    return 'There are no sources. content-digest init writes some, add and import add yours.\n'
  const lines = [`${well} of ${sources} sources are well`]
  if (idleSince !== null) {
    lines.push(
      '',
      `NOTHING IS VISITED: the last visit was ${relativeTime(idleSince, now)}. Is content-digest serve running?`,
    )
  }
  const network = networkAdvice(findings, sources)
  if (network !== undefined) lines.push('', network)
  for (const found of findings) lines.push('', ...paragraph(found, now))
  return `${lines.map(printable).join('\n')}\n`
}

function paragraph(found: Finding, now: EpochMs): string[] {
  const { ailment, id, name, why, code, advice, consecutiveErrors, lastSuccessAt, nextVisitAt } = found
  const history = [
    consecutiveErrors > 0 ? `failed ${times(consecutiveErrors)} in a row` : undefined,
    lastSuccessAt === null ? 'never went well' : `last went well ${relativeTime(lastSuccessAt, now)}`,
    nextVisitAt === null ? undefined : `next visit ${relativeTime(nextVisitAt, now)}`,
  ].filter((part) => part !== undefined)
  return [
    `${ailment.toUpperCase().padEnd(9)} ${id}${name === id ? '' : ` (${name})`}`,
    `  why     ${code === null ? '' : `${code}: `}${why}`,
    ...(ailment === 'new' ? [] : [`  so far  ${history.join('; ')}`]),
    `  do      ${advice}`,
  ]
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}

/** The diagnosis for programs, as `doctor --json` prints it. */
function doctorJson(diagnosis: Diagnosis, isIll: boolean, now: EpochMs): string {
  const { sources, well, idleSince, findings } = diagnosis
  const body = {
    checkedAt: toIsoOrNull(now),
    healthy: !isIll,
    sources,
    well,
    idleSince: toIsoOrNull(idleSince),
    findings: findings.map((found) => ({
      ...found,
      lastSuccessAt: toIsoOrNull(found.lastSuccessAt),
      nextVisitAt: toIsoOrNull(found.nextVisitAt),
    })),
  }
  return jsonText(body)
}

type Configured = Pick<Source, 'id' | 'name' | 'enabled'>

/** What is wrong with a source, worst first. Those down to `overdue` are failures. */
type Condition = 'gone' | 'failing' | 'degraded' | 'overdue' | 'empty' | 'moved' | 'cut' | 'silent' | 'new'

interface Finding {
  readonly id: string
  readonly name: string
  readonly ailment: Condition
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

interface Diagnosis {
  /** Number of enabled sources. */
  readonly sources: number
  readonly well: number
  /** Time of the last visit if overdue visits suggest that no collector runs; otherwise `null`. */
  readonly idleSince: EpochMs | null
  readonly findings: readonly Finding[]
}

const WORST_FIRST: readonly Condition[] = [
  'gone',
  'failing',
  'degraded',
  'overdue',
  'empty',
  'moved',
  'cut',
  'silent',
  'new',
]

/** A running collector, or an hourly `collect`, makes each due visit within this time. */
const OVERDUE_MS = 2 * HOUR_MS
/** A source without new items for this time may have ended or moved. */
const SILENT_MS = 60 * DAY_MS

/** Whether nothing is visited, or a source is in the state `failOn` or a worse one. */
export function isUnhealthy({ findings, idleSince }: Diagnosis, failOn: Condition = 'overdue'): boolean {
  const ill = WORST_FIRST.slice(0, WORST_FIRST.indexOf(failOn) + 1)
  return idleSince !== null || findings.some(({ ailment }) => ill.includes(ailment))
}

/**
 * Finds what is wrong with each source and why, worst first; ties by the time since the last success.
 *
 * @param reports of the stored sources; a configured source without a report was never visited
 */
export function diagnose(
  sources: readonly Configured[],
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

function findingOf(source: Configured, report: SourceReport | undefined, now: EpochMs): Finding | undefined {
  const explanation = report === undefined ? undefined : conditionOf(report, now)
  if (report === undefined || report.health.lastVisitAt === null) {
    return finding(source, report, 'new', {
      why: 'it has not been visited yet',
      advice: `Nothing, if the service is running; else: content-digest collect ${source.id}`,
    })
  }
  return explanation === undefined ? undefined : finding(source, report, ...explanation)
}

interface Explanation {
  readonly why: string
  readonly advice: string
  readonly code?: VisitErrorCode
}

function conditionOf(report: SourceReport, now: EpochMs): [Condition, Explanation] | undefined {
  const { status, nextVisitAt } = report.health
  if (status === 'gone' || status === 'failing' || status === 'degraded') {
    return [status, failureOf(report.health)]
  }
  if (isOverdue(nextVisitAt, now)) {
    const advice = 'See that the service runs: content-digest serve'
    return ['overdue', { why: 'its visit is overdue', advice }]
  }
  if (report.movedTo !== null) {
    const advice = 'Write this address into digest.yaml as its url, unless it is that of one year or issue.'
    return ['moved', { why: `it is visited at ${report.movedTo}`, advice }]
  }
  if (presentError(report.health) !== null) return ['cut', failureOf(report.health)]
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
      : `; ${Math.round(successRate24h * 100)} % of the last 24 hours’ visits went well`
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
  ailment: Condition,
  { why, advice, code }: Explanation,
): Finding {
  const health = report?.health
  return {
    id,
    // The title of its feed, where no name is configured.
    name: report?.name ?? name,
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
