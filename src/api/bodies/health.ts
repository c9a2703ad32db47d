import type { z } from 'zod'
import type { BackupState } from '../../model/backup.ts'
import { indexTrouble, type MachineTrouble, troubleOfVisits } from '../../model/machine.ts'
import type { SearchIndexState } from '../../model/search.ts'
import type { CheckedSource } from '../../model/source-report.ts'
import { type EpochMs, MINUTE_MS, SECOND_MS, toIso, toIsoOrNull } from '../../model/time.ts'
import { SERVICE_VERSION } from '../../model/version.ts'
import type { Search } from '../../search/search.ts'
import type { ReadStore } from '../../store/read-store.ts'
import type { RouteDeps } from '../deps.ts'
import type { HealthBody } from '../schemas/service.ts'

type HealthJson = z.output<typeof HealthBody>
type Status = HealthJson['checks']['store']['status']

/** State of the service at one moment; `undefined` if the store did not answer. */
interface Observation {
  readonly store: Awaited<ReturnType<ReadStore['ping']>>
  readonly latencyMs: number
  readonly sources: readonly CheckedSource[]
  readonly search: SearchIndexState
}

/** Collecting is late after this many intervals of the most frequent source, plus the margin, without a visit. */
const LATE_INTERVALS = 2
const LATE_MARGIN_MS = 10 * MINUTE_MS

/** If this share of the sources fails, the cause is probably on our side. */
const DEGRADED_SHARE = 0.5

export async function observe(deps: {
  readonly store: ReadStore
  readonly search: Search
  readonly now: () => EpochMs
}): Promise<Observation | undefined> {
  try {
    const begun = performance.now()
    const store = await deps.store.ping()
    const latencyMs = Math.round((performance.now() - begun) * 1000) / 1000
    const search = await deps.search.state()
    return { store, latencyMs, sources: await deps.store.listSourceHealth(deps.now()), search }
  } catch {
    // The response reports that the store is down; the requests that need the store log the cause.
    return undefined
  }
}

export function healthJson(
  service: Pick<RouteDeps, 'startedAt' | 'state'>,
  seen: Observation | undefined,
  measured: readonly MachineTrouble[],
  now: EpochMs,
): HealthJson {
  const checks: HealthJson['checks'] = {
    store:
      seen === undefined
        ? { status: 'down', engine: null, latencyMs: null }
        : { status: 'ok', engine: seen.store.engine, latencyMs: seen.latencyMs },
    search: searchCheck(seen?.search),
    collector: collectorCheck(seen?.sources, service, now),
    sources: sourcesCheck(seen?.sources),
    clock: clockCheck(service.state.clockProblem),
    machine: machineCheck(service.state.clockProblem, seen, measured, now),
    backup: backupCheck(service.state.backups),
  }
  const isOk = Object.values(checks).every((check) => (check?.status ?? 'ok') === 'ok')
  return {
    status: seen === undefined ? 'down' : isOk ? 'ok' : 'degraded',
    version: SERVICE_VERSION,
    startedAt: toIso(service.startedAt),
    uptimeSeconds: Math.max(0, Math.floor((now - service.startedAt) / SECOND_MS)),
    itemCount: seen?.store.itemCount ?? null,
    newestItemAt: toIsoOrNull(seen?.store.newestItemAt),
    checks,
  }
}

function clockCheck(problem: string | undefined): HealthJson['checks']['clock'] {
  return { status: problem === undefined ? 'ok' : 'degraded', message: problem ?? null }
}

/** @param measured disk and memory */
function machineCheck(
  clockProblem: string | undefined,
  seen: Observation | undefined,
  measured: readonly MachineTrouble[],
  now: EpochMs,
): HealthJson['checks']['machine'] {
  const visited = (seen?.sources ?? []).filter(
    ({ enabled, health }) => enabled && health.lastVisitAt !== null,
  )
  const clock = clockProblem === undefined ? [] : [{ part: 'clock' as const, message: clockProblem }]
  const visits = troubleOfVisits(visited, now)
  const index = indexTrouble(seen?.search.behind)
  const troubles = [...clock, visits, ...measured, index].filter((trouble) => trouble !== undefined)
  return { status: troubles.length === 0 ? 'ok' : 'degraded', troubles }
}

function backupCheck(state: BackupState | undefined): HealthJson['checks']['backup'] {
  if (state === undefined) return null
  return {
    status: state.failedAt === null ? 'ok' : 'degraded',
    lastAt: toIsoOrNull(state.lastAt),
    bytes: state.bytes,
    failedAt: toIsoOrNull(state.failedAt),
    nextAt: toIsoOrNull(state.nextAt),
  }
}

function searchCheck(index: SearchIndexState | undefined): HealthJson['checks']['search'] {
  if (index === undefined) return { status: 'unknown', progress: null }
  if (index.behind !== undefined) return { status: 'degraded', progress: 1 }
  const statuses = { ready: 'ok', loading: 'degraded', building: 'degraded', failed: 'down' } as const
  return { status: statuses[index.status], progress: Math.round(100 * index.progress) / 100 }
}

function collectorCheck(
  sources: readonly CheckedSource[] | undefined,
  { startedAt, state }: Pick<RouteDeps, 'startedAt' | 'state'>,
  now: EpochMs,
): HealthJson['checks']['collector'] {
  if (sources === undefined) return { status: 'unknown', lastVisitAt: null, staleSeconds: null }
  const visits = sources.map(({ health }) => health.lastVisitAt ?? 0)
  const lastVisitAt = Math.max(0, ...visits) || null
  const enabled = sources.filter((source) => source.enabled)
  const intervalMs = Math.min(...enabled.map(({ health }) => health.intervalSeconds)) * SECOND_MS
  // A service that has just started has not visited anything yet.
  const idleMs = now - Math.max(lastVisitAt ?? 0, startedAt)
  const late = enabled.length > 0 && idleMs > LATE_INTERVALS * intervalMs + LATE_MARGIN_MS
  return {
    status: late || !state.isCollectorHealthy ? 'degraded' : 'ok',
    lastVisitAt: toIsoOrNull(lastVisitAt),
    staleSeconds: lastVisitAt === null ? null : Math.max(0, Math.floor((now - lastVisitAt) / SECOND_MS)),
  }
}

function sourcesCheck(sources: readonly CheckedSource[] | undefined): HealthJson['checks']['sources'] {
  if (sources === undefined) return { status: 'unknown', total: null, failing: null }
  const enabled = sources.filter((source) => source.enabled)
  const failing = enabled.filter(
    ({ health }) => health.status === 'failing' || health.status === 'gone',
  ).length
  const status: Status = failing > 0 && failing >= enabled.length * DEGRADED_SHARE ? 'degraded' : 'ok'
  return { status, total: sources.length, failing }
}
