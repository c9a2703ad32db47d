import type { Command } from 'commander'
import type { FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'
import type { Config } from '../config/config.ts'
import { codeOf, DigestError } from '../domain/errors.ts'
import { HOUR_MS, SECOND_MS } from '../domain/time.ts'
import { createServer } from '../http/server.ts'
import type { ReadStore } from '../store/read-store.ts'
import { type CollectorThread, startCollector } from './collector-thread.ts'
import { openPage } from './open-page.ts'
import { lockCollector, openReadStore, openStore } from './open-store.ts'
import { drain } from './drain.ts'
import { type Sample, startSample } from './sample.ts'
import { configOf, withConfigOptions, withServerOptions } from './options.ts'
import { SERVICE_VERSION } from './version.ts'

/** Other processes' writes (`collect` beside `serve`) are noticed within this time. */
const REFRESH_EVERY_MS = SECOND_MS

/** Clients that keep their connections get so long to learn that it ends. */
const DRAIN_MS = 500

/** What is still being answered at the end gets so long. */
const GOODBYE_MS = 3.5 * SECOND_MS

export function registerServe(program: Command): void {
  const command = program
    .command('serve')
    .description(
      'collect on schedule and serve the collection over HTTP; the sample newsroom without a configuration',
    )
    .option('--no-collect', 'only serve what is stored')
  withServerOptions(withConfigOptions(command)).action(async (flags: ServeFlags) => {
    await serve(configOf(flags), flags.collect)
  })
}

type ServeFlags = Parameters<typeof configOf>[0] & { readonly collect: boolean }

async function serve(given: Config, collects: boolean): Promise<void> {
  const log = pino({ level: given.log.level, base: null }, pino.destination(2))
  const sample = given.file === undefined && given.sources.length === 0 ? await startSample(given) : undefined
  const config = sample?.config ?? given
  for (const warning of config.warnings) log.warn(warning)

  const service = await startService(config, collects, sample, log).catch(async (cause: unknown) => {
    await sample?.stop()
    throw cause
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      log.info(`${signal}: stopping`)
      setTimeout(() => process.exit(1), GOODBYE_MS + SECOND_MS).unref()
      service.stop().then(
        () => process.exit(0),
        (cause: unknown) => {
          log.error(cause)
          process.exit(1)
        },
      )
    })
  }
  announce(service, config, sample)
}

interface Service {
  readonly address: string
  /** Whether people find a page at `/`. */
  readonly hasPage: boolean
  stop(): Promise<void>
}

/** Starts the service; where it collects, as the only one that collects into its store. */
async function startService(
  config: Config,
  collects: boolean,
  sample: Sample | undefined,
  log: Logger,
): Promise<Service> {
  const lock = collects ? lockCollector(config) : undefined
  try {
    const service = await openService(config, collects, sample, log)
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

async function openService(
  config: Config,
  collects: boolean,
  sample: Sample | undefined,
  log: Logger,
): Promise<Service> {
  await prepareStore(config)
  const page = await openPage()
  const store = await openReadStore(config, true)
  if (page === undefined) log.warn('the page is not built (npm run build): / is not served')
  let collector: CollectorThread | undefined
  const app = createServer({
    store,
    page,
    now: Date.now,
    version: SERVICE_VERSION,
    startedAt: Date.now(),
    isCollectorWell: () => collector?.isWell() ?? true,
    config: config.server,
    logger: log,
    ...(sample === undefined ? {} : { notice: sample.notice }),
  })
  const address = await listen(app, config, store)
  const refreshing = setInterval(() => void refresh(store, log), REFRESH_EVERY_MS)
  if (collects) collector = startCollector(config, { onSaved: () => void refresh(store, log), log })

  return {
    address,
    hasPage: page !== undefined,
    async stop() {
      clearInterval(refreshing)
      await drain(app.server, DRAIN_MS)
      await Promise.race([app.close(), new Promise((resolve) => setTimeout(resolve, GOODBYE_MS).unref())])
      await collector?.stop()
      await sample?.stop()
      await store.close()
      // The last connection to close moves the log into the file and deletes it, also after a collector that had to be ended.
      await (await openStore(config)).close()
    },
  }
}

/** Makes the store, brings it up to date and tells it of the sources, before anything reads from it. */
async function prepareStore(config: Config): Promise<void> {
  const store = await openStore(config)
  try {
    await store.syncSources(config.sources, Date.now())
    await store.keepHalfLife(config.ranking.halfLifeHours * HOUR_MS)
  } finally {
    await store.close()
  }
}

async function listen(app: FastifyInstance, config: Config, store: ReadStore): Promise<string> {
  const { host, port } = config.server
  try {
    return await app.listen({ host, port })
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

function announce({ address, hasPage }: Service, config: Config, sample: Sample | undefined): void {
  const base = config.server.baseUrl ?? address
  const lines = [
    `Content Digest Service ${SERVICE_VERSION} listens on ${address}`,
    `  ${config.sources.length} sources, store ${config.store.file}`,
    ...(hasPage ? [`  read it at ${base}/`] : []),
    `  try ${base}/api/items?sort=hot  ${base}/feed/rss  ${base}/api-docs.json`,
  ]
  if (sample !== undefined) lines.push('', sample.notice.en)
  process.stdout.write(`${lines.join('\n')}\n`)
}
