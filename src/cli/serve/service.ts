import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { newState } from '../../api/deps.ts'
import type { Config } from '../../config/config.ts'
import { messageOf } from '../../model/errors.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../model/time.ts'
import { closing } from '../io.ts'
import { hasStore, lockCollector, openStore, prepareForReading } from '../open-store.ts'
import { backupInProcess, type RunningBackup, startBackups } from './backups.ts'
import { type CollectorThread, startCollector } from './collector/collector-thread.ts'
import { openDigests } from './digests/open-digests.ts'
import type { Hooks } from './hooks/open-hooks.ts'
import { openServiceMetrics } from './metrics/open-service-metrics.ts'
import { restartable } from './restartable.ts'
import type { Role } from './role.ts'
import type { Sample } from './sample.ts'
import { openServing } from './serving.ts'
import { settingsChanges, effectiveSettings } from './settings-changes.ts'

export type Service = Awaited<ReturnType<typeof startService>>

export interface ServiceOptions {
  readonly config: Config
  readonly role: Role
  readonly sample: Sample | undefined
  readonly log: Logger
}

/**
 * After the first visits of this many sources, a thread keeps several times the memory it needs, mostly free but not
 * returned. A new thread then replaces it, once.
 */
const MANY_FIRST_VISITS = 20

/** How long a stop waits for a mail that is being sent, and how long new settings do. */
const MAIL_MS = 2 * SECOND_MS
const RELOAD_MAIL_MS = MINUTE_MS

/** Starts the service. If it collects into a SQLite store, it holds the store's collector lock. */
export async function startService(options: ServiceOptions) {
  const { config, role } = options
  const lock = config.store.kind === 'sqlite' && role !== 'api' ? await lockCollector(config) : undefined
  try {
    const service = await openService(options)
    return {
      ...service,
      async stop(): Promise<void> {
        await service.stop()
        await lock?.release()
      },
    }
  } catch (cause) {
    await lock?.release()
    throw cause
  }
}

/** Serves in this thread, and collects in another one. */
async function openService({ config: given, role, sample, log }: ServiceOptions) {
  let config = given
  await prepareStore(config, role)
  const state = newState()
  const isServing = role === 'all' || role === 'api'
  const serving = isServing
    ? await openServing({ settings: config, state, notice: sample?.notice, startedAt: Date.now() }, log)
    : undefined
  let collector: CollectorThread | undefined
  let isDigesting = false
  let areSettingsTaken = true
  let reportVisited = (): void => undefined
  const visited = new Promise<void>((resolve) => (reportVisited = resolve))
  let replacing = Promise.resolve()
  let hasReleased = false
  let stopping = false
  let backup: RunningBackup | undefined
  // Of the nodes of a shared store, only the digesting one makes backups and editions, and sends to hooks.
  const backups = restartable('backups', log, () =>
    isDigesting && !stopping ? backupsOf(config) : undefined,
  )
  const hooks = restartable('hooks', log, startHooks)
  const digests = restartable('digests', log, startDigests)
  let leaveMail = (): void => undefined
  const mailLeft = new Promise<void>((resolve) => (leaveMail = resolve))
  const resetDigests = (): Promise<void> =>
    Promise.race([digests.reset(), mailLeft, sleep(RELOAD_MAIL_MS, undefined, { ref: false })])
  const parts = {
    serving,
    collector: () => collector,
    hooks: () => hooks.running(),
    digests: () => digests.running(),
    isCollectorHealthy: () => state.isCollectorHealthy,
    backups: () => state.backups,
    areSettingsTaken: () => areSettingsTaken,
  }
  const metrics = await openServiceMetrics(config, parts, log)
  collector = collectorOf(config)

  function collectorOf(settings: Config): CollectorThread | undefined {
    if (role === 'api') return undefined
    return startCollector(
      { config: settings, role },
      {
        onSaved: () => serving?.refresh(),
        onHealth: (isHealthy) => void (state.isCollectorHealthy = isHealthy),
        onClock: (problem) => void (state.clockProblem = problem),
        onDigesting(isDigestingNow) {
          const isChanged = isDigesting !== isDigestingNow
          isDigesting = isDigestingNow
          if (isChanged) void backups.reset()
          // A restarted thread has a new connection to the store.
          void hooks.reset()
          void digests.reset()
        },
        onVisited(first) {
          reportVisited()
          if (hasReleased || first < MANY_FIRST_VISITS || config.store.kind !== 'sqlite') return
          hasReleased = true
          log.debug(`the collector gets a new thread after first visits of ${first} sources, for less memory`)
          void replaceCollector()
        },
        log,
      },
    )
  }

  /** Ends the collector's thread and starts another with the current settings. Aborted visits are repeated. */
  function replaceCollector(): Promise<void> {
    replacing = replacing.then(replace).catch((cause: unknown) => log.error(`collector: ${messageOf(cause)}`))
    return replacing

    async function replace(): Promise<void> {
      const ending = collector
      if (ending === undefined || stopping) return
      await metrics?.read()
      collector = undefined
      // They write through this thread, and start again when the next one digests.
      await hooks.reset()
      await resetDigests()
      await ending.stop()
      if (!stopping) collector = collectorOf(config)
    }
  }

  async function startHooks(): Promise<Hooks | undefined> {
    if (!isDigesting || stopping || collector === undefined || config.hooks.length === 0) return undefined
    const { openHooks } = await import('./hooks/open-hooks.ts')
    return openHooks(config, { served: serving, writes: collector.writes, log })
  }

  async function startDigests() {
    if (!isDigesting || stopping || collector === undefined) return undefined
    const isClockWrong = (): boolean => state.clockProblem !== undefined
    return openDigests(config, { served: serving, writes: collector.writes, isClockWrong, log })
  }

  function backupsOf(settings: Config) {
    const failedAt = state.backups?.failedAt ?? null
    state.backups = undefined
    const { everyMs, keep, folder = join(settings.dataDir, 'backups') } = settings.backup
    if (sample !== undefined || everyMs === undefined) return undefined
    return startBackups(
      { everyMs, keep, folder },
      {
        make(file) {
          backup = backupInProcess(settings.store, file)
          return backup.done
        },
        visited,
        failedAt,
        onState: (made) => void (state.backups = made),
        log,
        now: Date.now,
      },
    )
  }

  return {
    /** `undefined` if the role does not serve. */
    address: serving?.address,
    hasPage: serving?.hasPage ?? false,
    /** Address of `/metrics`; `undefined` without configured metrics. */
    metricsUrl: metrics?.url,
    /** Applies those new settings that can change at runtime, and logs the changes. Loses no request. */
    async change(settings: Config): Promise<void> {
      const changes = settingsChanges(config, settings)
      const taken = effectiveSettings(config, settings)
      for (const name of changes.needRestart)
        log.warn(`${name} has changed: that takes effect when the service is started again`)
      if (changes.taken.length === 0) {
        if (changes.needRestart.length === 0) log.info('settings read again: nothing changed')
        return
      }
      log.level = taken.log.level
      if (changes.ofServer || taken.log.level !== config.log.level) await serving?.change(taken)
      if (changes.ofCollecting && role === 'api') await prepareStore(taken, role)
      config = taken
      // The new thread saves the sources to the store.
      if (changes.ofCollecting) await replaceCollector()
      if (stopping) return
      // Not awaited: a running backup may take long.
      if (changes.ofBackups) void backups.reset()
      if (changes.ofHooks && !changes.ofCollecting) await hooks.reset()
      if (changes.ofDigests && !changes.ofCollecting) await resetDigests()
      log.info(`settings changed: ${changes.taken.join('; ')}`)
    },
    /** Notes whether this service runs with the current settings' file. */
    noteSettings: (isTaken: boolean): void => void (areSettingsTaken = isTaken),
    /** `/readyz` announces the stop; requests are answered for `server.drain`. */
    async drain(): Promise<void> {
      state.isStopping = true
      if (serving !== undefined) await sleep(config.server.drainMs)
    },
    async stop(): Promise<void> {
      stopping = true
      backup?.stop()
      await hooks.reset()
      setTimeout(leaveMail, MAIL_MS).unref()
      await resetDigests()
      await replacing
      await Promise.all([serving?.stop(), collector?.stop(), metrics?.close(), backups.reset()])
      await sample?.stop()
      // The last connection to close merges SQLite's WAL into the file. A killed process did not close.
      if (config.store.kind !== 'sqlite' || !(await hasStore(config))) return
      await openStore(config).then(
        (store) => store.close(),
        (cause: unknown) => log.warn(messageOf(cause)),
      )
    },
  }
}

/**
 * Creates or migrates the store, and saves the sources to it. In PostgreSQL the digesting node saves them, since other
 * nodes may have older settings. Must run before anything reads the store.
 */
async function prepareStore(config: Config, role: Role): Promise<void> {
  if (config.store.kind === 'postgres' && role === 'api') return prepareForReading(config.store)
  return closing(await openStore(config), async (store) => {
    // Without settings, sources and half-life in the store belong to another service.
    if (config.file === undefined && config.sources.length === 0) return
    // A serving node may have older settings than the collecting one.
    if (role === 'api' && (await store.listSourceStates()).length > 0) return
    if (config.store.kind === 'sqlite') await store.syncSources(config.sources, Date.now())
    if (config.store.kind === 'sqlite' || role === 'all')
      await store.keepHalfLife(config.ranking.halfLifeHours * HOUR_MS)
  })
}
