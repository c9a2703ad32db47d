import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { ServiceState } from '../../api/deps.ts'
import { openInProcess } from '../../api/in-process.ts'
import { createListener, type Listener } from '../../api/listener.ts'
import type { Notice } from '../../api/page/page.ts'
import { createServer } from '../../api/server.ts'
import type { Config } from '../../config/config.ts'
import { readLogo } from '../../config/site/logo.ts'
import { messageOf } from '../../model/errors.ts'
import type { Logo } from '../../model/site.ts'
import { type EpochMs, MINUTE_MS, SECOND_MS } from '../../model/time.ts'
import { openSearch, type Search } from '../../search/search.ts'
import type { ReadStore } from '../../store/read-store.ts'
import { maxOpenFiles, readMachine } from '../machine.ts'
import { openReadStore } from '../open-store.ts'
import { cannotListen } from './cannot-listen.ts'
import { LastFailure } from './last-failure.ts'
import { openPage } from './open-page.ts'

/** Interval of the checks for writes by other processes, such as `collect` beside `serve`. */
const REFRESH_EVERY_MS = SECOND_MS
/** How long searches may miss the newest items while many arrive. */
const REFRESH_INDEX_EVERY_MS = 0.5 * SECOND_MS

/** Interval of saving the columns for the next start. */
const SAVE_COLUMNS_EVERY_MS = 15 * MINUTE_MS

/** Time for clients to close their keep-alive connections. */
const DRAIN_MS = 500

/** Time for running requests to end on stop. */
export const GOODBYE_MS = 3.5 * SECOND_MS

type ServingSettings = Pick<Config, 'server' | 'dataDir' | 'store' | 'metrics' | 'log' | 'digests'>

export type Serving = Awaited<ReturnType<typeof openServing>>

interface ServingOptions {
  readonly settings: ServingSettings
  /** State of the other parts, for `/api/health` and `/readyz`. */
  readonly state: ServiceState
  /** Shown on top of the page. */
  readonly notice: Notice | undefined
  readonly startedAt: EpochMs
}

/** Serves an existing store. */
export async function openServing(options: ServingOptions, log: Logger) {
  const { settings, state, notice, startedAt } = options
  const page = await openPage()
  if (page === undefined) log.warn('the page is not built (npm run build): / is not served')
  const store = await openReadStore(settings)
  const search = openSearch(store.searchSource, { refreshIntervalMs: REFRESH_INDEX_EVERY_MS })
  const metrics = settings.metrics === undefined ? undefined : await openMetrics(store, search)
  let isOpen = true
  const lastFailure = new LastFailure()
  const listener = createListener(log, Math.floor(maxOpenFiles() / 2))
  await listener.use(interfaceOf(settings))
  const address = await listen(listener, settings, store)
  const followIndex = searchIndexLog(search, log)
  void followIndex()
  const refreshing = setInterval(() => {
    void refresh()
    void followIndex()
  }, REFRESH_EVERY_MS)
  const saving = setInterval(() => void saveColumns(), SAVE_COLUMNS_EVERY_MS)

  function interfaceOf({ server, digests }: ServingSettings): FastifyInstance {
    return createServer({
      store,
      search,
      page,
      now: Date.now,
      startedAt,
      state,
      machineTroubles: () => readMachine(settings),
      config: server,
      logo: logoOf(server),
      digests,
      observer: metrics?.requests,
      logger: log,
      notice,
    })
  }

  async function refresh(): Promise<void> {
    if (!isOpen) return
    try {
      await store.refresh()
      if (lastFailure.clear()) log.info('the store can be read again')
    } catch (cause) {
      if (lastFailure.isNew(cause)) log.error(cause, `the store could not be read: ${messageOf(cause)}`)
    }
  }

  async function saveColumns(): Promise<void> {
    try {
      await store.saveColumns()
    } catch (cause) {
      log.error(cause, 'the store could not be read')
    }
  }

  return {
    address,
    store,
    /** The interface in process: without keys, limits and the page. */
    openInProcess: () => openInProcess({ store, search, now: Date.now, logger: log }),
    hasPage: page !== undefined,
    /** Answers all further requests with these settings. Loses no request. */
    change: (next: ServingSettings): Promise<void> => listener.use(interfaceOf(next)),
    /** Reads what was saved to the store. Never throws. */
    refresh: () => void refresh(),
    /** `undefined` without configured metrics. */
    readMetrics: async () => metrics?.read(),
    /** Answers running requests, then ends. */
    async stop(): Promise<void> {
      clearInterval(refreshing)
      clearInterval(saving)
      await drain(listener.servers(), DRAIN_MS)
      await Promise.race([
        listener.close(),
        new Promise((resolve) => setTimeout(resolve, GOODBYE_MS).unref()),
      ])
      isOpen = false
      await saveColumns()
      await search.close()
      await store.close()
    },
  }
}

/** Loads the metrics package, which most services do not use. */
async function openMetrics(store: ReadStore, search: Search) {
  const { openServingMetrics } = await import('./metrics/serving-metrics.ts')
  return openServingMetrics({ store, search, now: Date.now })
}

/** The file may have disappeared since the settings were checked. */
function logoOf({ logo: file }: ServingSettings['server']): Logo | undefined {
  const logo = file === undefined ? undefined : readLogo(file)
  return logo === undefined || 'error' in logo ? undefined : logo
}

async function listen(
  listener: Listener,
  { server: { host, port } }: ServingSettings,
  store: ReadStore,
): Promise<string> {
  try {
    return await listener.listen({ host, port })
  } catch (cause) {
    await store.close()
    throw cannotListen(cause, { host, port }, { host: '--host', port: '--port' })
  }
}

/** Creates the function that loads or builds the search index, and logs each 10 % of a build. */
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

const DRAIN_CHECK_EVERY_MS = 20

/**
 * Lets clients disconnect before servers close. Closing a server ends idle connections, and a request on its way would
 * be lost. So every response from now on has `Connection: close`.
 *
 * @param maxMs longest wait for connections to end; idle ones stay open until then
 */
export async function drain(servers: readonly Server[], maxMs: number): Promise<void> {
  for (const server of servers)
    server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'))
  const until = performance.now() + maxMs
  while (performance.now() < until && (await connections(servers)) > 0) {
    await new Promise((resolve) => setTimeout(resolve, DRAIN_CHECK_EVERY_MS))
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
