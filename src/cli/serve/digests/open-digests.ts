import type { Logger } from 'pino'
import { type InProcess, openInProcess } from '../../../api/in-process.ts'
import { readDigestQuery } from '../../../api/query/digest-query.ts'
import type { Config } from '../../../config/config.ts'
import type { SendEdition } from '../../../digests/deliver.ts'
import { draftEdition } from '../../../digests/draft-edition.ts'
import { type Mailer, openMailer } from '../../../digests/mail.ts'
import { listNewestEditions } from '../../../digests/newest-editions.ts'
import type { Digest } from '../../../model/digest.ts'
import { SECOND_MS } from '../../../model/time.ts'
import { createPause } from '../../../pipeline/schedule/pause.ts'
import { openSearch } from '../../../search/search.ts'
import type { EditionReads, ReadStore } from '../../../store/read-store.ts'
import type { EditionWrites } from '../../../store/store.ts'
import { closing } from '../../io.ts'
import { openReadStore } from '../../open-store.ts'
import { gaugesOf, type MetricData } from '../metrics/metric-data.ts'
import { openPage } from '../open-page.ts'
import { startDigests } from './digests.ts'

type DigestConfig = Pick<Config, 'digests' | 'mail' | 'server' | 'store' | 'hooks' | 'collect'>

export type OpenDigests = NonNullable<Awaited<ReturnType<typeof openDigests>>>

interface Served {
  readonly store: ReadStore
  readonly openInProcess: () => InProcess
}

interface DigestParts {
  /** `undefined` if this process does not serve: the store is then opened separately. */
  readonly served: Served | undefined
  readonly writes: EditionWrites
  readonly isClockWrong: () => boolean
  readonly log: Logger
}

/** Starts the digests of the settings; `undefined` if there are none. */
export async function openDigests(config: DigestConfig, { served, writes, isClockWrong, log }: DigestParts) {
  if (config.digests.length === 0) return undefined
  const {
    store,
    openInProcess: open,
    close,
  } = served === undefined ? await openRead(config, log) : { ...served, close: async () => undefined }
  const digests = startDigests(config.digests, {
    store,
    writes,
    send: senderOf(config),
    log,
    now: Date.now,
    isClockWrong,
    age: () => process.uptime() * SECOND_MS,
    pause: createPause().pause,
    async draft(digest, time) {
      await store.refresh()
      return closing(open(), ({ ask }) =>
        draftEdition(digest, time, { store, ask, readQuery: readDigestQuery, now: Date.now }),
      )
    },
  })
  return {
    readMetrics: () => digestMetrics(config.digests, store),
    async stop() {
      await digests.stop()
      await close()
    },
  }
}

/** Opens store and interface in a process that does not serve. */
export async function openRead(
  config: Pick<Config, 'store'>,
  logger: Logger,
): Promise<Served & { readonly close: () => Promise<void> }> {
  const store = await openReadStore(config)
  // The first search loads the index, and waits for it.
  const search = openSearch(store.searchSource, { patienceMs: Infinity })
  return {
    store,
    openInProcess: () => openInProcess({ store, search, now: Date.now, logger }),
    async close() {
      await search.close()
      await store.close()
    },
  }
}

/** Sends by mail or to hooks. Loads what it needs on first use. */
export function senderOf(config: Pick<Config, 'mail' | 'server' | 'hooks' | 'collect'>): SendEdition {
  const {
    mail,
    server: { baseUrl },
  } = config
  let mailer: Promise<Mailer> | undefined
  return async (edition, target) => {
    if (target.kind === 'hook') {
      const { sendEditionToHook } = await import('../hooks/send-edition.ts')
      return sendEditionToHook(config, target.name, edition)
    }
    // The settings refuse a mail address without a server.
    if (mail === undefined) return { state: 'pending', error: 'the settings have no mail server' }
    mailer ??= openPage().then((page) => openMailer(mail, baseUrl, page?.mail))
    return (await mailer).send(edition, target.address)
  }
}

export async function digestMetrics(
  digests: readonly Pick<Digest, 'name'>[],
  store: Pick<EditionReads, 'listEditions' | 'listDeliveries'>,
): Promise<MetricData[]> {
  // The editions' job reports that the store cannot be read.
  const newest = await listNewestEditions(digests, store).catch(() => [])
  const gauge = gaugesOf('digest', newest, ({ digest }) => digest)
  return [
    gauge(
      'undelivered',
      'Receivers who did not get the newest edition, though it was tried.',
      ({ undelivered }) => undelivered.length,
    ),
    gauge(
      'last_edition_timestamp_seconds',
      'When the newest edition was made; 0 if there is none.',
      ({ edition }) => (edition?.madeAt ?? 0) / SECOND_MS,
    ),
  ]
}
