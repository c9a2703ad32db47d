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

/** The settings of the interface. */
export interface HttpConfig {
  /** Absolute, with or without a path; `undefined` if links use the address of the request. */
  readonly baseUrl?: string | undefined
  /** Name of the service; default `Digest`. */
  readonly title?: string
  readonly description?: string | undefined
  /** Colour of the page's marks, `#rrggbb`. */
  readonly accent?: string | undefined
  /** Origins that browsers may call from; `*` alone is any, none is none. */
  readonly corsOrigins: readonly string[]
  /** Without any, no key is required. */
  readonly apiKeys: readonly ApiKey[]
  /** For one client; `undefined` is no limit. A key may have a limit of its own. */
  readonly rateLimit?: RateLimit | undefined
  /** CIDR blocks of proxies whose `X-Forwarded-*` headers are believed. */
  readonly trustProxy?: readonly string[] | undefined
  /** Whether crawlers may read the page; default yes. */
  readonly crawlers?: boolean
  /** Whom to tell of a vulnerability: a mail address or an https page. */
  readonly securityContact?: string | undefined
}

/**
 * Learns what the server does, for metrics. Its methods must return at once: a repeated request takes some 20 µs
 * in all.
 */
export interface ServerObserver {
  /**
   * A request was answered.
   *
   * @param route the path as it is declared; `undefined` if no route has the path of the request
   * @param startedAt on the clock of `performance.now`
   */
  requestEnded(route: string | undefined, status: number, startedAt: number): void
  /** An answer that could be kept is ready. @param isKept false if it had to be made */
  answerFound(isKept: boolean): void
}

/** What other parts of the process say of themselves. It is read anew for each answer. */
export interface ServiceState {
  /** Whether the collector of this process works; true if it has none. */
  isCollectorHealthy: boolean
  /** What is wrong with the clock. */
  clockProblem: string | undefined
  /** Whether the process is about to end. */
  isStopping: boolean
  /** Backups on schedule; `undefined` if there are none. */
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
  /** Absent if nothing is wrong, and no backups are made. */
  readonly state?: Readonly<ServiceState>
  /** What is wrong with the disk and the memory of this machine; absent for nothing. */
  readonly machineTroubles?: () => Promise<readonly MachineTrouble[]>
  readonly config: HttpConfig
  /** In place of the page's own. */
  readonly logo?: Logo | undefined
  /** The configured digests; absent for none. */
  readonly digests?: readonly Digest[]
  /** Shown on top of the page: says that the news is invented. */
  readonly notice?: Notice | undefined
  /** The page at `/`; `undefined` serves data only. */
  readonly page?: Page | undefined
  readonly observer?: ServerObserver | undefined
  readonly logger: FastifyBaseLogger
}

/** What every route may use. */
export interface RouteDeps
  extends
    Pick<ServerDeps, 'store' | 'search' | 'now' | 'startedAt' | 'config' | 'page'>,
    Required<Pick<ServerDeps, 'state' | 'machineTroubles' | 'digests'>> {
  readonly site: Site
  /** Where links point to, without a slash at its end. */
  readonly baseUrlOf: (request: FastifyRequest) => string
  /** Finds the answer to `plan`, or makes it, and sends it. */
  readonly answer: (request: FastifyRequest, reply: FastifyReply, plan: Plan) => Promise<void>
  /** The same, for an answer that depends on headers of the request too. */
  readonly answerByHeaders: RouteDeps['answer']
  /** Answers with the view of the page at the path of the request; `undefined` without a page. */
  readonly showView: ((request: FastifyRequest, reply: FastifyReply) => Promise<void>) | undefined
  readonly send: (request: FastifyRequest, reply: FastifyReply, answer: Answer) => Promise<void>
}
