import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiKey, RateLimit } from '../model/api-key.ts'
import type { BackupState } from '../model/backup.ts'
import type { Digest } from '../model/digest.ts'
import type { MachineTrouble } from '../model/machine.ts'
import type { Logo } from '../model/site.ts'
import type { Clock, EpochMs } from '../model/time.ts'
import type { Search } from '../search/search.ts'
import type { ReadStore } from '../store/read-store.ts'
import type { Answer } from './answer/answer.ts'
import type { Plan } from './answer/answers.ts'
import type { Notice, Page, Site } from './page/page.ts'

export interface HttpConfig {
  /** Absolute, with an optional path; `undefined` if links use the request's address. */
  readonly baseUrl?: string | undefined
  /** Name of the service; default `Digest`. */
  readonly title?: string
  readonly description?: string | undefined
  /** Accent colour of the page, `#rrggbb`. */
  readonly accent?: string | undefined
  /** Origins that browsers may call from; `*` for any, empty for none. */
  readonly corsOrigins: readonly string[]
  /** Empty: no key is required. */
  readonly apiKeys: readonly ApiKey[]
  /** For one client; `undefined` for no limit. A key may have its own. */
  readonly rateLimit?: RateLimit | undefined
  /** CIDR blocks of proxies whose `X-Forwarded-*` headers are trusted. */
  readonly trustProxy?: readonly string[] | undefined
  /** Whether crawlers may read the page; default yes. */
  readonly crawlers?: boolean
  /** Contact for reports of vulnerabilities: a mail address or an https page. */
  readonly securityContact?: string | undefined
}

/** Observes the server, for metrics. Methods must return at once: a repeated request takes about 20 µs in all. */
export interface ServerObserver {
  /**
   * @param route the declared path; `undefined` if no route matches
   * @param startedAt on the clock of `performance.now`
   */
  requestEnded(route: string | undefined, status: number, startedAt: number): void
  /** A cacheable answer is ready. @param isKept false if it had to be made */
  answerFound(isKept: boolean): void
}

/** State of other parts of the process, read anew for each answer. */
export interface ServiceState {
  /** Whether the collector in this process works; true if there is none. */
  isCollectorHealthy: boolean
  /** What is wrong with the clock. */
  clockProblem: string | undefined
  isStopping: boolean
  /** Scheduled backups; `undefined` if there are none. */
  backups: BackupState | undefined
}

export function newState(): ServiceState {
  return { isCollectorHealthy: true, clockProblem: undefined, isStopping: false, backups: undefined }
}

export interface ServerDeps {
  readonly store: ReadStore
  readonly search: Search
  readonly now: Clock
  readonly startedAt: EpochMs
  /** Absent if nothing is wrong and no backups are scheduled. */
  readonly state?: Readonly<ServiceState>
  /** Problems with the disk or memory of this machine; absent for none. */
  readonly machineTroubles?: () => Promise<readonly MachineTrouble[]>
  readonly config: HttpConfig
  /** Replaces the page's own logo. */
  readonly logo?: Logo | undefined
  readonly digests?: readonly Digest[]
  /** Shown on top of the page: says that the news is invented. */
  readonly notice?: Notice | undefined
  /** The page at `/`; `undefined` for data only. */
  readonly page?: Page | undefined
  readonly observer?: ServerObserver | undefined
  readonly logger: FastifyBaseLogger
}

export interface RouteDeps
  extends
    Pick<ServerDeps, 'store' | 'search' | 'now' | 'startedAt' | 'config' | 'page'>,
    Required<Pick<ServerDeps, 'state' | 'machineTroubles' | 'digests'>> {
  readonly site: Site
  /** Base of links, without a trailing slash. */
  readonly baseUrlOf: (request: FastifyRequest) => string
  /** Sends the cached answer to `plan`, or makes it. */
  readonly answer: (request: FastifyRequest, reply: FastifyReply, plan: Plan) => Promise<void>
  /** The same for answers that also depend on the request's headers. */
  readonly answerByHeaders: RouteDeps['answer']
  /** Answers with the page's view at the request's path; `undefined` without a page. */
  readonly showView: ((request: FastifyRequest, reply: FastifyReply) => Promise<void>) | undefined
  readonly send: (request: FastifyRequest, reply: FastifyReply, answer: Answer) => Promise<void>
}
