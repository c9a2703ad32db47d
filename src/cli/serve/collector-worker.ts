// The collector's thread. It visits sources on schedule and has its own write connection. Parsing,
// clustering and writing here never delay an HTTP response.

import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { Config } from '../../config/config.ts'
import { messageOf } from '../../model/errors.ts'
import { HOUR_MS, SECOND_MS } from '../../model/time.ts'
import { loadShrinker } from '../../sources/thumbnails/shrinker.ts'
import type { Store } from '../../store/store.ts'
import { openCollecting, describeVisit } from '../collecting.ts'
import { openStore } from '../open-store.ts'
import type { MetricData } from './metrics/metric-data.ts'
import { type CollectorObservers, observeCollector } from './observers.ts'

/** Interval of the checks for new pictures. */
const CHECK_EVERY_MS = 10 * SECOND_MS

interface PictureWatch {
  /** Rejects on abort and if the store fails. @returns how many pictures changed */
  readonly refresh: (signal: AbortSignal) => Promise<number>
  readonly onChanged: () => void
  readonly onError: (cause: unknown) => void
}

/** Fetches pictures at intervals, independent of visits, until the signal is aborted. Never rejects. */
async function watchPictures(
  { refresh, onChanged, onError }: PictureWatch,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      if ((await refresh(signal)) > 0) onChanged()
      await sleep(CHECK_EVERY_MS, undefined, { signal })
    } catch (cause) {
      if (signal.aborted) return
      onError(cause)
      await sleep(CHECK_EVERY_MS, undefined, { signal }).catch(() => undefined)
    }
  }
}

/** Messages to the collector. */
export type ToCollector = { readonly kind: 'stop' } | { readonly kind: 'metrics' }

/** Messages from the collector to its parent. */
export type CollectorMessage =
  | { readonly kind: 'metrics'; readonly metrics: readonly MetricData[] | undefined }
  | { readonly kind: 'saved' }
  /** Whether each source's last visit could be saved; sent when it changes. */
  | { readonly kind: 'health'; readonly isSaving: boolean }
  | { readonly kind: 'log'; readonly level: 'info' | 'warn' | 'error'; readonly message: string }

const RETENTION_EVERY_MS = HOUR_MS

if (parentPort !== null) {
  const port = parentPort
  const config = workerData as Config
  const stop = new AbortController()
  let observers: CollectorObservers | undefined
  port.on('message', (message: ToCollector) => {
    if (message.kind === 'stop') stop.abort()
    else void sendMetrics()
  })
  const send = (message: CollectorMessage): void => port.postMessage(message)
  const sendMetrics = async (): Promise<void> =>
    send({ kind: 'metrics', metrics: await observers?.readMetrics() })
  void run(config, stop.signal, send, (opened) => (observers = opened)).finally(() => port.close())
}

async function run(
  config: Config,
  signal: AbortSignal,
  send: (message: CollectorMessage) => void,
  onObserved: (observers: CollectorObservers) => void,
): Promise<void> {
  const store = await openStore(config)
  try {
    // Settings may have changed since they were last saved to the store.
    await store.syncSources(config.sources, Date.now())
    await store.keepHalfLife(config.ranking.halfLifeHours * HOUR_MS)
    send({ kind: 'saved' })
    await collect(config, store, signal, send, onObserved)
  } finally {
    await store.close()
  }
}

async function collect(
  config: Config,
  store: Store,
  signal: AbortSignal,
  send: (message: CollectorMessage) => void,
  onObserved: (observers: CollectorObservers) => void,
): Promise<void> {
  const unsaved = new Set<string>()
  let isSaving: boolean | undefined
  const reportHealth = (): void => {
    const isSavingNow = unsaved.size === 0
    if (isSaving !== isSavingNow) send({ kind: 'health', isSaving: isSavingNow })
    isSaving = isSavingNow
  }
  const observers = await observeCollector(
    config,
    () => collecting.schedule.waiting,
    (message) => send({ kind: 'log', level: 'warn', message }),
  )
  const collecting = await openCollecting(config, store, {
    ...(observers.watch === undefined ? {} : { watch: observers.watch }),
    onVisit(visit) {
      unsaved.delete(visit.sourceId)
      reportHealth()
      if (visit.added + visit.edited + visit.sighted + visit.events.length > 0) send({ kind: 'saved' })
      send({
        kind: 'log',
        level: visit.collected.kind === 'failed' ? 'warn' : 'info',
        message: describeVisit(visit),
      })
    },
    onError(source, cause) {
      unsaved.add(source.id)
      observers.visitUnsaved()
      reportHealth()
      send({ kind: 'log', level: 'error', message: `${source.id}: could not be saved: ${messageOf(cause)}` })
    },
  })
  onObserved(observers)
  const pruning = setInterval(() => {
    collecting.prune().then(
      (deleted) => deleted > 0 && send({ kind: 'saved' }),
      (cause: unknown) => send({ kind: 'log', level: 'error', message: `retention: ${String(cause)}` }),
    )
  }, RETENTION_EVERY_MS)

  const watch = (what: string, refresh: (until: AbortSignal) => Promise<number>): Promise<void> =>
    watchPictures(
      {
        refresh,
        onChanged: () => send({ kind: 'saved' }),
        onError: (cause) => send({ kind: 'log', level: 'error', message: `${what}: ${String(cause)}` }),
      },
      signal,
    )
  const icons = watch('icons', (until) => collecting.refreshIcons(until))
  const pictures = watchThumbnails()
  try {
    await collecting.schedule.run(signal)
    await Promise.all([icons, pictures])
  } finally {
    clearInterval(pruning)
    await collecting.close()
    await observers.close()
  }

  async function watchThumbnails(): Promise<void> {
    if (!config.collect.thumbnails) return
    const shrink = await loadShrinker()
    if (shrink === undefined) {
      const message = 'thumbnails are off: the package sharp is missing, or has no build for this platform'
      return send({ kind: 'log', level: 'warn', message })
    }
    const thumbnails = collecting.thumbnails(shrink)
    await watch('thumbnails', (until) => thumbnails.refresh(until))
  }
}
