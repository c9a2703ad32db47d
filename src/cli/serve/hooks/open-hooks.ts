import type { Logger } from 'pino'
import { changesBody, encodeChanges, storeName } from '../../../api/follow/change-rows.ts'
import { readHookQuery } from '../../../api/query/hook-query.ts'
import type { Config } from '../../../config/config.ts'
import { createHttpClient, type OpenClient } from '../../../fetch/client.ts'
import { userAgentOf } from '../../../fetch/user-agent.ts'
import type { ChangeEncoding } from '../../../hooks/batch.ts'
import type { Sought } from '../../../hooks/item-changes.ts'
import type { Hook } from '../../../model/hook.ts'
import { SECOND_MS } from '../../../model/time.ts'
import { readQuery } from '../../../search/read-query.ts'
import type { ReadStore } from '../../../store/read-store.ts'
import type { HookWrites } from '../../../store/store.ts'
import { openReadStore } from '../../open-store.ts'
import { gaugesOf, type MetricData, metricOf } from '../metrics/metric-data.ts'
import { runHook } from './run-hook.ts'

type HookConfig = Pick<Config, 'hooks' | 'collect' | 'store'>

interface HookParts {
  /** The store of the serving part; `undefined` if this process does not serve: it is then opened separately. */
  readonly served: { readonly store: ReadStore } | undefined
  readonly writes: HookWrites
  readonly log: Logger
}

export type Hooks = Awaited<ReturnType<typeof openHooks>>

/** Interval of the checks for changes in a process that does not serve. */
const REFRESH_EVERY_MS = SECOND_MS
/** Time for a running request to end; otherwise it is repeated at the next start. */
const STOP_MS = 2 * SECOND_MS
const TIMEOUT_MS = 20 * SECOND_MS
/** Only the start of a refusal is used. */
const MAX_ANSWER_BYTES = 64 * 1024

/** Begins to send to the hooks of the settings. */
export async function openHooks(config: HookConfig, { served, writes, log }: HookParts) {
  const { store, close } =
    served === undefined ? await openFollowing(config) : { store: served.store, close: undefined }
  const http = openHookClient(config)
  const [stop, kill] = [new AbortController(), new AbortController()]
  const attempts: Attempts = new Map(config.hooks.map(({ name }) => [name, { accepted: 0, failed: 0 }]))
  const running = Promise.all(
    config.hooks
      .filter(({ on }) => on !== 'digests')
      .map((hook) => {
        const query = readHookQuery(hook.query)
        const deps = {
          store,
          writes,
          http,
          sought: () => soughtOf(store, hook),
          encoding: encodingOf(store, query.projection),
          onAttempt(name: string, isAccepted: boolean) {
            const counts = attempts.get(name)
            if (counts !== undefined) counts[isAccepted ? 'accepted' : 'failed'] += 1
          },
          log,
          now: Date.now,
        }
        return runHook(hook, deps, { stop: stop.signal, kill: kill.signal })
      }),
  )
  return {
    readMetrics: () => hookMetrics(attempts, store),
    /** Gives running requests some time to end. */
    async stop(): Promise<void> {
      stop.abort()
      await Promise.race([running, new Promise((resolve) => setTimeout(resolve, STOP_MS).unref())])
      kill.abort()
      await running
      await http.close()
      await close?.()
    },
  }
}

/** The HTTP client of hooks, with the same address guard as for sources. */
export function openHookClient({ collect }: Pick<Config, 'collect'>): OpenClient {
  const { allowAddresses, proxy, contact, userAgent = userAgentOf(contact) } = collect
  return createHttpClient({
    userAgent,
    allowAddresses,
    proxy,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_ANSWER_BYTES,
    now: Date.now,
  })
}

/** The current meaning of a hook's query: stories may have been merged. */
export async function soughtOf(store: ReadStore, { query }: Pick<Hook, 'query'>): Promise<Sought> {
  const read = readHookQuery(query)
  const search = read.q === undefined ? undefined : (await readQuery(store, read.q))?.node
  return { filter: await read.filter(store), search }
}

function encodingOf(store: ReadStore, projection: Parameters<typeof encodeChanges>[2]): ChangeEncoding {
  return {
    rows: (changes) => encodeChanges(store, { changes }, projection),
    body: async (rows, page) => changesBody(await storeName(store), rows, page),
  }
}

/** Opens the store for hooks in a process that does not serve. */
async function openFollowing(config: HookConfig) {
  const store = await openReadStore(config)
  // The next read reports a failure.
  const refreshing = setInterval(() => void store.refresh().catch(() => undefined), REFRESH_EVERY_MS)
  return {
    store,
    close: async (): Promise<void> => {
      clearInterval(refreshing)
      await store.close()
    },
  }
}

/** Attempts to send, by hook and outcome. */
type Attempts = ReadonlyMap<string, Record<'accepted' | 'failed', number>>

async function hookMetrics(
  attempts: Attempts,
  store: Pick<ReadStore, 'listHooks' | 'version'>,
): Promise<MetricData[]> {
  const requests = metricOf(
    'counter',
    'hook_requests_total',
    'Requests to hooks by their outcome: accepted or failed.',
    [...attempts].flatMap(([hook, counts]) =>
      Object.entries(counts).map(([outcome, value]) => ({ labels: { hook, outcome }, value })),
    ),
  )
  try {
    const states = (await store.listHooks()).filter(({ name }) => attempts.has(name))
    const { seq } = store.version()
    const gauge = gaugesOf('hook', states, ({ name }) => name)
    return [
      requests,
      gauge('resting', 'Whether nothing is sent until it is resumed: 1 or 0.', (state) =>
        state.isResting ? 1 : 0,
      ),
      gauge('consecutive_failures', 'Requests in a row that were not accepted.', ({ failures }) => failures),
      gauge('pending_changes', 'Changes that are not looked at, since a request is not accepted.', (state) =>
        state.batch === undefined ? 0 : seq - state.position,
      ),
    ]
  } catch {
    // The hooks report that the store cannot be read.
    return [requests]
  }
}
