import pino from 'pino'
import type { HttpConfig } from '../../src/api/deps.ts'
import type { Page } from '../../src/api/page/page.ts'
import { createServer } from '../../src/api/server.ts'
import { openSearch, type Search } from '../../src/search/search.ts'
import type { ReadStore } from '../../src/store/read-store.ts'
import { NOW } from './world.ts'

export interface Served {
  /** Without a slash at its end. */
  readonly base: string
  /** The service's clock, for a test to move. */
  now: number
  /** What was logged, one JSON line each. */
  readonly log: readonly string[]
  close(): Promise<void>
}

/** The interface on a real port. */
export async function serve(
  store: ReadStore,
  config: Partial<HttpConfig> = {},
  page?: Page,
  search: Search = openSearch(store.searchSource),
): Promise<Served> {
  const clock = { now: NOW }
  const log: string[] = []
  const app = createServer({
    store,
    search,
    page,
    now: () => clock.now,
    startedAt: NOW - 60_000,
    config: { corsOrigins: ['*'], apiKeys: [], ...config },
    logger: pino({ level: 'error' }, { write: (line: string) => void log.push(line) }),
  })
  const base = await app.listen({ host: '127.0.0.1', port: 0 })
  return Object.assign(clock, {
    base,
    log,
    async close() {
      await app.close()
      await search.close()
    },
  })
}
