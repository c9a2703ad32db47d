import { isatty } from 'node:tty'
import { type Command, Option } from 'commander'
import type { Config } from '../../config/config.ts'
import { placeOf } from '../../model/store-address.ts'
import { SECOND_MS } from '../../model/time.ts'
import { SERVICE_VERSION } from '../../model/version.ts'
import { configOf, type Flags, withConfigOptions, withServerOptions } from '../options.ts'
import { QUERY_CHECKS } from '../query-checks.ts'
import { openLog } from './log.ts'
import { createReload, watchSettings } from './reload.ts'
import { type Role, type RoleFlags, roleOf, ROLES } from './role.ts'
import { type Sample, startSample } from './sample.ts'
import { type Service, startService } from './service.ts'
import { GOODBYE_MS } from './serving.ts'
import { takeWarnings } from './warnings.ts'

/** Time to save the caches for the next start, after all requests have ended. */
const SAVING_MS = 5 * SECOND_MS

export function registerServe(program: Command): void {
  const command = program
    .command('serve')
    .description(
      'collect on schedule and serve the collection over HTTP; without settings and store, the sample newsroom',
    )
    .option('--no-collect', 'only serve the stored collection')
    .addOption(
      new Option('--role <role>', 'which work this node does; for several nodes on one PostgreSQL store')
        .choices(ROLES)
        .default('all'),
    )
  withServerOptions(withConfigOptions(command)).action(async (flags: ServeFlags) => {
    await serve(flags)
  })
}

type ServeFlags = Flags & RoleFlags

async function serve(flags: ServeFlags): Promise<void> {
  const given = configOf(flags, QUERY_CHECKS)
  const role = roleOf(flags, given)
  const log = openLog(given.log.level)
  takeWarnings((message) => log.warn(message))
  const sample = given.file === undefined && role === 'all' ? await startSample(given) : undefined
  const config = sample?.config ?? given
  for (const warning of config.warnings) log.warn(warning)
  if (config.sources.length === 0) log.warn(withoutSources(config))

  const service = await startService({ config, role, sample, log }).catch(async (cause: unknown) => {
    await sample?.stop()
    throw cause
  })
  let stopping = false
  const stop = (signal: string): void => {
    if (stopping) return
    stopping = true
    log.info(`${signal}: stopping`)
    const drained = signal === 'SIGTERM' ? service.drain() : Promise.resolve()
    const stopped = drained.then(() => {
      setTimeout(() => process.exit(1), GOODBYE_MS + SAVING_MS).unref()
      return service.stop()
    })
    stopped.then(
      () => process.exit(0),
      (cause: unknown) => {
        log.error(cause)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop(signal))
  const reload = config.file === undefined ? undefined : reloadOf(config.file)
  const hadTerminal = isatty(0)
  process.on('SIGHUP', () => {
    if (hadTerminal && !isatty(0)) {
      // The terminal is closed: writing to it would fail.
      log.level = 'silent'
      stop('SIGHUP')
    } else if (reload === undefined) log.info('SIGHUP: there is no file of settings to read')
    else void reload()
  })
  announce(service, config, role, sample)

  function reloadOf(file: string): () => Promise<void> {
    const again = createReload({
      file,
      load: () => configOf(flags, QUERY_CHECKS),
      change: (settings) => service.change(settings),
      onState: (isTaken) => service.noteSettings(isTaken),
      log,
    })
    watchSettings(file, () => void again())
    return again
  }
}

function withoutSources({ file }: Config): string {
  return file === undefined
    ? 'there is no digest.yaml here, and so no sources: the store is served as it is, and nothing is collected'
    : `${file} has no sources: nothing is collected`
}

function announce(
  { address, hasPage, metricsUrl }: Service,
  config: Config,
  role: Role,
  sample: Sample | undefined,
): void {
  const base = config.server.baseUrl ?? address
  // Without settings, the stored sources are served.
  const count = config.sources.length > 0 ? `${config.sources.length} sources, ` : ''
  const sources = `  ${count}store ${placeOf(config.store)}`
  const lines =
    base === undefined
      ? [`Content Digest Service ${SERVICE_VERSION} is a ${role}`, sources]
      : [
          `Content Digest Service ${SERVICE_VERSION} listens on ${address}`,
          sources,
          ...(hasPage ? [`  read it at ${base}/`] : []),
          `  try ${base}/api/items?sort=hot  ${base}/feed/rss  ${base}/api-docs.json`,
        ]
  if (metricsUrl !== undefined) lines.push(`  metrics at ${metricsUrl}`)
  if (sample !== undefined) lines.push('', sample.notice.en)
  process.stdout.write(`${lines.join('\n')}\n`)
}
