import type { Logger } from 'pino'
import type { Config } from '../../../config/config.ts'
import type { BackupState } from '../../../model/backup.ts'
import { SECOND_MS } from '../../../model/time.ts'
import type { CollectorThread } from '../collector/collector-thread.ts'
import type { OpenDigests } from '../digests/open-digests.ts'
import type { Hooks } from '../hooks/open-hooks.ts'
import type { Serving } from '../serving.ts'
import { gaugeOf, type MetricData, type MetricsByPart } from './metric-data.ts'

interface Parts {
  readonly serving: Pick<Serving, 'readMetrics' | 'stop'> | undefined
  readonly collector: () => Pick<CollectorThread, 'readMetrics'> | undefined
  readonly hooks: () => Pick<Hooks, 'readMetrics'> | undefined
  readonly digests: () => Pick<OpenDigests, 'readMetrics'> | undefined
  readonly isCollectorHealthy: () => boolean
  readonly backups: () => BackupState | undefined
  readonly areSettingsTaken: () => boolean
}

/**
 * Serves the metrics of all threads at one address.
 *
 * @returns `undefined` without configured metrics
 * @throws DigestError if it cannot listen; `serving` is then stopped
 */
export async function openServiceMetrics(
  { metrics }: Config,
  { serving, collector, hooks, digests, isCollectorHealthy, backups, areSettingsTaken }: Parts,
  log: Logger,
) {
  if (metrics === undefined) return undefined
  const { openMetricsEndpoint } = await import('./metrics-endpoint.ts')
  const { openRuntimeMetrics } = await import('./runtime-metrics.ts')
  // The serving part also reports on this process.
  const readMain = serving === undefined ? openRuntimeMetrics('main') : () => serving.readMetrics()

  async function readParts(): Promise<MetricsByPart> {
    const [ofMain, ofHooks, ofDigests, ofCollector] = await Promise.all([
      readMain(),
      hooks()?.readMetrics() ?? [],
      digests()?.readMetrics() ?? [],
      collector()?.readMetrics() ?? new Map<string, never>(),
    ])
    const up =
      collector() === undefined ? [] : [gaugeOf('collector_up', COLLECTOR_UP, isCollectorHealthy() ? 1 : 0)]
    const settings = gaugeOf('settings_up_to_date', SETTINGS, areSettingsTaken() ? 1 : 0)
    return new Map([
      ...ofCollector,
      ['main', [...(ofMain ?? []), ...ofHooks, ...ofDigests, ...up, settings, ...backupMetrics(backups())]],
    ])
  }

  try {
    return await openMetricsEndpoint(metrics, readParts, log)
  } catch (cause) {
    await serving?.stop()
    throw cause
  }
}

const SETTINGS = 'Whether the service runs by what the file of settings says now: 1 or 0.'

const COLLECTOR_UP = 'Whether the collector runs and saves what it collects: 1 or 0.'

function backupMetrics(state: BackupState | undefined): MetricData[] {
  if (state === undefined) return []
  return [
    gaugeOf(
      'backup_failing',
      'Whether the last backup on schedule failed: 1 or 0.',
      state.failedAt === null ? 0 : 1,
    ),
    gaugeOf(
      'backup_last_timestamp_seconds',
      'When the newest backup on schedule was made; 0 if there is none.',
      (state.lastAt ?? 0) / SECOND_MS,
    ),
  ]
}
