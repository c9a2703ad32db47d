// The collector's thread: visits sources on schedule with a write connection of its own, so that
// parsing, clustering and writing never delay an answer.
import { parentPort, workerData } from 'node:worker_threads'
import { messageOf } from '../domain/errors.ts'
import type { Config } from '../config/config.ts'
import { HOUR_MS } from '../domain/time.ts'
import type { Store } from '../store/store.ts'
import { watchIcons } from './icon-watch.ts'
import { openStore } from './open-store.ts'
import { openCollecting } from './collecting.ts'
import { describeVisit } from './visit-line.ts'

/** What the collector tells its parent. */
export type CollectorMessage =
  | { readonly kind: 'saved' }
  /** Whether each source's last visit could be saved; told when it changes. */
  | { readonly kind: 'standing'; readonly isSaving: boolean }
  | { readonly kind: 'log'; readonly level: 'info' | 'warn' | 'error'; readonly message: string }

const RETENTION_EVERY_MS = HOUR_MS

if (parentPort !== null) {
  const port = parentPort
  const config = workerData as Config
  const stop = new AbortController()
  port.once('message', () => stop.abort())
  void run(config, stop.signal, (message) => port.postMessage(message)).finally(() => port.close())
}

async function run(
  config: Config,
  signal: AbortSignal,
  tell: (message: CollectorMessage) => void,
): Promise<void> {
  const store = await openStore(config)
  try {
    // Settings may have changed since the store was last told of them.
    await store.syncSources(config.sources, Date.now())
    await store.keepHalfLife(config.ranking.halfLifeHours * HOUR_MS)
    tell({ kind: 'saved' })
    await collect(config, store, signal, tell)
  } finally {
    await store.close()
  }
}

async function collect(
  config: Config,
  store: Store,
  signal: AbortSignal,
  tell: (message: CollectorMessage) => void,
): Promise<void> {
  const unsaved = new Set<string>()
  let isSaving: boolean | undefined
  const tellStanding = (): void => {
    const isSavingNow = unsaved.size === 0
    if (isSaving !== isSavingNow) tell({ kind: 'standing', isSaving: isSavingNow })
    isSaving = isSavingNow
  }
  const collecting = await openCollecting(config, store, {
    onVisit(visit) {
      unsaved.delete(visit.sourceId)
      tellStanding()
      if (visit.added + visit.edited + visit.sighted + visit.events.length > 0) tell({ kind: 'saved' })
      tell({
        kind: 'log',
        level: visit.collected.kind === 'failed' ? 'warn' : 'info',
        message: describeVisit(visit),
      })
    },
    onError(source, cause) {
      unsaved.add(source.id)
      tellStanding()
      tell({ kind: 'log', level: 'error', message: `${source.id}: could not be saved: ${messageOf(cause)}` })
    },
  })
  const pruning = setInterval(() => {
    collecting.prune().then(
      (gone) => gone > 0 && tell({ kind: 'saved' }),
      (cause: unknown) => tell({ kind: 'log', level: 'error', message: `retention: ${String(cause)}` }),
    )
  }, RETENTION_EVERY_MS)

  const icons = watchIcons(
    {
      refreshIcons: (until) => collecting.refreshIcons(until),
      onChanged: () => tell({ kind: 'saved' }),
      onError: (cause) => tell({ kind: 'log', level: 'error', message: `icons: ${String(cause)}` }),
    },
    signal,
  )
  try {
    await collecting.schedule.run(signal)
    await icons
  } finally {
    clearInterval(pruning)
    await collecting.close()
  }
}
