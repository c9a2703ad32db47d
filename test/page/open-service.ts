import pino from 'pino'
import type { HttpConfig } from '../../src/api/deps.ts'
import type { Notice } from '../../src/api/page/page.ts'
import { createServer } from '../../src/api/server.ts'
import { openPage } from '../../src/cli/serve/open-page.ts'
import type { Logo } from '../../src/model/site.ts'
import { openSearch } from '../../src/search/search.ts'
import type { ReadStore } from '../../src/store/read-store.ts'

export interface Service {
  /** Of the page's front view, without a slash at its end; the prefix in it. */
  readonly base: string
  close(): Promise<void>
}

export interface ServiceOptions {
  readonly store: ReadStore
  readonly now: () => number
  /** Path below which a proxy would put the service: `/digest`. */
  readonly prefix?: string
  readonly notice?: Notice
  readonly config?: Partial<HttpConfig>
  readonly logo?: Logo
}

/** Its files are read once. */
let built: ReturnType<typeof openPage> | undefined

/** The service with its page, as it was built, on a real port. */
export async function openService(options: ServiceOptions): Promise<Service> {
  const { store, now, prefix = '' } = options
  const page = await (built ??= openPage())
  if (page === undefined) throw new Error('the page is not built: run `npm run build` first')
  // The port is known only once it listens, and the address must be known before: any one will do for links.
  const baseUrl = prefix === '' ? undefined : `http://127.0.0.1${prefix}`
  const search = openSearch(store.searchSource)
  const app = createServer({
    store,
    search,
    now,
    page,
    notice: options.notice,
    logo: options.logo,
    startedAt: now() - 60_000,
    config: { corsOrigins: ['*'], apiKeys: [], baseUrl, ...options.config },
    logger: pino({ level: 'silent' }),
  })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    base: address + prefix,
    async close() {
      await app.close()
      await search.close()
    },
  }
}
