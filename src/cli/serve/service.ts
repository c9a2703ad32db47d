import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createListener, type Listener } from '../../api/listener.ts'
import { createServer } from '../../api/server.ts'
import type { Config } from '../../config/config.ts'
import { codeOf, DigestError } from '../../model/errors.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../model/time.ts'
import { openSearch, type Search } from '../../search/search.ts'
import type { ReadStore } from '../../store/read-store.ts'
import { lockCollector, openReadStore, openStore } from '../open-store.ts'
import { SERVICE_VERSION } from '../version.ts'
import { type CollectorThread, startCollector } from './collector-thread.ts'
import { openPage } from './open-page.ts'
import type { Sample } from './sample.ts'
import { settingsChanges, effectiveSettings } from './settings-changes.ts'

/** Interval of the checks for writes by other processes, for example `collect` beside `serve`. */
const REFRESH_EVERY_MS = SECOND_MS

/** Interval at which the columns are saved for the next start. */
const SAVE_COLUMNS_EVERY_MS = 15 * MINUTE_MS

/** Time for clients to close their keep-alive connections. */
const DRAIN_MS = 500

/** Time for running requests to end when the service stops. */
export const GOODBYE_MS = 3.5 * SECOND_MS

export interface Service {
  readonly address: string
  /** Whether the page is served at `/`. */
  readonly hasPage: boolean
  /** Applies new settings, as far as they can change at runtime, and logs the changes. Loses no request. */
  change(settings: Config): Promise<void>
  stop(): Promise<void>
}

export interface ServiceOptions {
  readonly config: Config
  readonly collects: boolean
  readonly sample: Sample | undefined
  readonly log: Logger
}

/** Starts the service. If it collects, it holds the collector lock of its store. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const lock = options.collects ? lockCollector(options.config) : undefined
  try {
    const service = await openService(options)
    return {
      ...service,
      async stop() {
        await service.stop()
        lock?.release()
      },
    }
  } catch (cause) {
    lock?.release()
    throw cause
  }
}

async function openService({ config: given, collects, sample, log }: ServiceOptions): Promise<Service> {
  let config = given
  await prepareStore(config)
  const page = await openPage()
  if (page === undefined) log.warn('the page is not built (npm run build): / is not served')
  const store = await openReadStore(config)
  const search = openSearch(store.searchSource)
  const startedAt = Date.now()
  let collector: CollectorThread | undefined
  let stopping = false
  const listener = createListener(log)
  await listener.use(interfaceOf(config))
  const address = await listen(listener, config, store)
  const logSearchIndex = searchIndexLog(search, log)
  void logSearchIndex()
  const refreshing = setInterval(() => {
    void refresh(store, log)
    void logSearchIndex()
  }, REFRESH_EVERY_MS)
  const savingColumns = setInterval(() => void saveColumns(store, log), SAVE_COLUMNS_EVERY_MS)
  if (collects) collector = collectorOf(config)

  function interfaceOf(settings: Config): FastifyInstance {
    return createServer({
      store,
      search,
      page,
      now: Date.now,
      version: SERVICE_VERSION,
      startedAt,
      isCollectorHealthy: () => collector?.isHealthy() ?? true,
      config: settings.server,
      logger: log,
      ...(sample === undefined ? {} : { notice: sample.notice }),
    })
  }

  function collectorOf(settings: Config): CollectorThread {
    return startCollector(settings, { onSaved: () => void refresh(store, log), log })
  }

  return {
    address,
    hasPage: page !== undefined,
    async change(settings) {
      const changes = settingsChanges(config, settings)
      const taken = effectiveSettings(config, settings)
      for (const name of changes.needRestart)
        log.warn(`${name} has changed: that takes effect when the service is started again`)
      if (changes.taken.length === 0) {
        if (changes.needRestart.length === 0) log.info('settings read again: nothing changed')
        return
      }
      log.level = taken.log.level
      if (changes.ofServer) await listener.use(interfaceOf(taken))
      if (changes.ofCollecting) {
        if (collector === undefined) await prepareStore(taken)
        else {
          // The new thread starts aborted visits again and saves the sources to the store.
          await collector.stop()
          if (stopping) return
          collector = collectorOf(taken)
        }
      }
      config = taken
      log.info(`settings changed: ${changes.taken.join('; ')}`)
    },
    async stop() {
      stopping = true
      clearInterval(refreshing)
      clearInterval(savingColumns)
      await drain(listener.servers(), DRAIN_MS)
      await Promise.race([
        listener.close(),
        new Promise((resolve) => setTimeout(resolve, GOODBYE_MS).unref()),
      ])
      await collector?.stop()
      await sample?.stop()
      await saveColumns(store, log)
      await search.close()
      await store.close()
      // The last connection to close merges SQLite's log into the file. A collector that was killed did not.
      await (await openStore(config)).close()
    },
  }
}

/** Creates or migrates the store and saves the sources to it. Must run before anything reads the store. */
async function prepareStore(config: Config): Promise<void> {
  const store = await openStore(config)
  try {
    await store.syncSources(config.sources, Date.now())
    await store.keepHalfLife(config.ranking.halfLifeHours * HOUR_MS)
  } finally {
    await store.close()
  }
}

async function listen(listener: Listener, config: Config, store: ReadStore): Promise<string> {
  const { host, port } = config.server
  try {
    return await listener.listen({ host, port })
  } catch (cause) {
    await store.close()
    const code = codeOf(cause)
    if (code === undefined) throw cause
    if (code === 'EADDRINUSE') {
      throw new DigestError('portInUse', `port ${port} on ${host} is in use; choose another with --port`, {
        cause,
      })
    }
    throw new DigestError(
      'configInvalid',
      `nobody may listen on port ${port} of ${host} (${code}); choose others with --host and --port`,
      { cause },
    )
  }
}

async function refresh(store: ReadStore, log: Logger): Promise<void> {
  try {
    await store.refresh()
  } catch (cause) {
    log.error(cause, 'the store could not be read')
  }
}

async function saveColumns(store: ReadStore, log: Logger): Promise<void> {
  try {
    await store.saveColumns()
  } catch (cause) {
    log.error(cause, 'the store could not be read')
  }
}

/** Creates the function that loads or builds the search index. It logs the state and each 10 % of a build. */
function searchIndexLog(search: Search, log: Logger): () => Promise<void> {
  let logged = 'loading'
  return async () => {
    try {
      const { status, progress } = await search.state()
      const now = status === 'building' ? `${10 * Math.floor(10 * progress)} %` : status
      if (now === logged || status === 'loading') return
      logged = now
      if (status === 'ready') log.info('the search index is ready')
      else if (status === 'building') log.info(`the search index is being built: ${now}`)
      else log.error('the search index could not be built: searches are refused')
    } catch (cause) {
      log.error(cause, 'the store could not be read')
    }
  }
}

const CHECK_EVERY_MS = 20

/**
 * Lets clients disconnect before servers close. Closing a server ends connections that look idle, but a request
 * may be on its way on one of them and would be lost. So every response from now on says `Connection: close`.
 *
 * @param maxMs longest wait for connections to end; idle connections stay open until then
 */
export async function drain(servers: readonly Server[], maxMs: number): Promise<void> {
  for (const server of servers)
    server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'))
  const until = performance.now() + maxMs
  while (performance.now() < until && (await connections(servers)) > 0) {
    await new Promise((resolve) => setTimeout(resolve, CHECK_EVERY_MS))
  }
}

async function connections(servers: readonly Server[]): Promise<number> {
  const counts = servers.map(
    (server) =>
      new Promise<number>((resolve) => {
        server.getConnections((error, count) => resolve(error === null ? count : 0))
      }),
  )
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}
