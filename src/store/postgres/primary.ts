import { setTimeout as sleep } from 'node:timers/promises'
import {
  Client,
  type ClientConfig,
  DatabaseError,
  Pool,
  type PoolClient,
  type PoolConfig,
  type QueryConfig,
  type QueryResult,
} from 'pg'
import { codeOf } from '../../model/errors.ts'
import { serverUrls } from '../../model/store-address.ts'

const CONNECT_MS = 5_000

/** Time limit for closing connections, since the network may have lost one silently. */
const GOODBYE_MS = 1_000

/** How long further hosts may take to answer after a primary has. */
const OTHERS_MS = 500

/** For every connection. Keep-alive probes detect a server that disappeared silently. */
export const CONNECTING = {
  connectionTimeoutMillis: CONNECT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} as const

/** A server that is not in recovery. */
interface Primary {
  readonly url: string
  readonly host: string
  /** Incremented by each promotion: 8 hex digits; empty if the server does not tell. */
  readonly timeline: string
}

/**
 * Returns the address of the primary: of several hosts, one that is not in recovery. If an old primary was started
 * again after a failover, that is the one that was promoted last. Rejects with the driver's error if there is none.
 */
export async function findPrimary(url: string): Promise<string> {
  const servers = serverUrls(url)
  if (servers.length === 1) return url
  const found: Primary[] = []
  const checks = servers.map(async (server) => found.push(await checkPrimary(server)))
  try {
    await Promise.any(checks)
  } catch (cause) {
    const errors = (cause instanceof AggregateError ? cause.errors : [cause]) as unknown[]
    // A refused login tells more than an unreachable host.
    throw errors.find((error) => error instanceof DatabaseError) ?? new AggregateError(errors, '')
  }
  await Promise.race([Promise.allSettled(checks), sleep(OTHERS_MS, undefined, { ref: false })])
  return newestOf(found).url
}

function newestOf(found: readonly Primary[]): Primary {
  const newest = found.reduce((one, other) => (other.timeline > one.timeline ? other : one))
  // Several hosts may lead to one server.
  if (found.some(({ timeline }) => timeline !== newest.timeline)) {
    const hosts = found.map(({ host }) => host).sort()
    process.emitWarning(
      `${hosts.join(' and ')} take writes: ${newest.host} is used, which was promoted last. Make the others its replicas`,
    )
  }
  return newest
}

async function checkPrimary(url: string): Promise<Primary> {
  const { host } = new URL(url)
  const client = new Client({ connectionString: url, application_name: 'content-digest', ...CONNECTING })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ readonly standby: boolean }>(
      'SELECT pg_is_in_recovery() AS standby',
    )
    if (rows[0]?.standby !== false) throw new Error(`${host} is a replica and takes no writes`)
    return { url, host, timeline: await timelineOf(client) }
  } finally {
    // Not awaited: a server that hangs must not delay the response of another.
    void client.end().catch(() => undefined)
  }
}

/** Some hosted servers refuse these functions. */
async function timelineOf(client: Client): Promise<string> {
  const sql = 'SELECT left(pg_walfile_name(pg_current_wal_lsn()), 8) AS timeline'
  const result = await client.query<{ readonly timeline: string }>(sql).catch(() => undefined)
  return result?.rows[0]?.timeline ?? ''
}

/** SQLSTATE codes of a server that is stopping, starting, full or a replica. */
const AWAY = /^(?:08|57P0|53300|25006)/

/** Whether a statement failed because of the connection or the server's state, so that another server may answer it. */
export function isAway(error: unknown): boolean {
  return !(error instanceof DatabaseError) || AWAY.test(codeOf(error) ?? '')
}

/**
 * A pool of connections to the primary. If the address has several hosts, a failure makes it search for the primary
 * again. Lost connections are replaced on demand.
 */
export class PrimaryPool {
  readonly #url: string
  readonly #hasOthers: boolean
  readonly #config: PoolConfig
  #opening: Promise<Pool> | undefined
  #pool: Pool | undefined
  #isEnded = false
  /** Clients with open sockets: the driver leaves one open when it aborts a login, as without a password. */
  readonly #clients = new Set<Client>()

  constructor(url: string, config: PoolConfig) {
    this.#url = url
    this.#hasOthers = serverUrls(url).length > 1
    this.#config = config
  }

  query(query: QueryConfig): Promise<QueryResult> {
    return this.#use((pool) => pool.query(query))
  }

  /** Returns a dedicated connection. */
  connect(): Promise<PoolClient> {
    return this.#use((pool) => pool.connect())
  }

  /** Closes all connections, even those that wait for a response. Later statements search for the primary again. */
  disconnect(): void {
    if (this.#pool !== undefined) this.#forget(this.#pool)
    this.#destroyStreams()
  }

  /** Destroys the sockets, since `end` of a client waits for responses. */
  #destroyStreams(): void {
    for (const client of this.#clients) client.connection.stream.destroy()
  }

  async end(): Promise<void> {
    this.#isEnded = true
    const pool = await this.#opening?.catch(() => undefined)
    const waiting = setTimeout(() => this.#destroyStreams(), GOODBYE_MS)
    await pool?.end()
    clearTimeout(waiting)
    for (const client of this.#clients) void client.end().catch(() => undefined)
  }

  #clientType(): new (config?: ClientConfig) => Client {
    const clients = this.#clients
    return class extends Client {
      constructor(config?: ClientConfig) {
        super(config)
        clients.add(this.once('end', () => clients.delete(this)))
      }
    }
  }

  async #use<T>(work: (pool: Pool) => Promise<T>): Promise<T> {
    if (this.#isEnded) throw new Error('its connections have ended')
    this.#opening ??= this.#open()
    const pool = await this.#opening
    try {
      return await work(pool)
    } catch (error) {
      if (isAway(error)) this.#leave(pool)
      throw error
    }
  }

  async #open(): Promise<Pool> {
    try {
      const connectionString = await findPrimary(this.#url)
      const pool = new Pool({ ...this.#config, ...CONNECTING, connectionString, Client: this.#clientType() })
      // The pool drops a lost connection, whose statement fails. Without listeners the process would end.
      pool.on('error', () => this.#leave(pool))
      pool.on('connect', (client) => client.on('error', () => this.#leave(pool)))
      this.#pool = pool
      return pool
    } catch (error) {
      this.#opening = undefined
      throw error
    }
  }

  /** With several hosts, the next statement searches for the primary. A single host's pool reconnects. */
  #leave(pool: Pool): void {
    if (this.#pool === pool && this.#hasOthers) this.#forget(pool)
  }

  #forget(pool: Pool): void {
    this.#pool = undefined
    this.#opening = undefined
    void pool.end().catch(() => undefined)
  }
}
