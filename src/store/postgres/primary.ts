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

/** Time to wait for a connection. */
const CONNECT_MS = 5_000

/** Time to wait for connections to end. The network may have lost one without a word. */
const GOODBYE_MS = 1_000

/** Parameters of every connection. A server that is gone without a word is noticed by keep-alive probes. */
export const CONNECTING = {
  connectionTimeoutMillis: CONNECT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} as const

/**
 * Gives the address of the server that takes writes. Of several hosts, it is the first to answer that is not in recovery.
 * Rejects with the driver's error if there is none.
 */
export async function findPrimary(url: string): Promise<string> {
  const servers = serverUrls(url)
  if (servers.length === 1) return url
  try {
    return await Promise.any(servers.map(checkPrimary))
  } catch (cause) {
    const errors = (cause instanceof AggregateError ? cause.errors : [cause]) as unknown[]
    // A refused login says more than a host that is away.
    throw errors.find((error) => error instanceof DatabaseError) ?? new AggregateError(errors, '', { cause })
  }
}

async function checkPrimary(url: string): Promise<string> {
  const client = new Client({ connectionString: url, application_name: 'content-digest', ...CONNECTING })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ readonly standby: boolean }>(
      'SELECT pg_is_in_recovery() AS standby',
    )
    if (rows[0]?.standby !== false) throw new Error(`${new URL(url).host} is a replica and takes no writes`)
    return url
  } finally {
    // Not awaited: a server that hangs must not delay the answer of another.
    void client.end().catch(() => undefined)
  }
}

/** SQLSTATE codes of a server that is ending, starting or full, or that has become a replica. */
const AWAY = /^(?:08|57P0|53300|25006)/

/** Whether a statement failed because of the connection or the state of its server, so another server may answer it. */
export function isAway(error: unknown): boolean {
  return !(error instanceof DatabaseError) || AWAY.test(codeOf(error) ?? '')
}

/**
 * Connections to the server that takes writes. After a failure the server is looked for again, if the address names several
 * hosts. Lost connections are replaced when they are needed.
 */
export class PrimaryPool {
  readonly #url: string
  readonly #hasOthers: boolean
  readonly #config: PoolConfig
  #opening: Promise<Pool> | undefined
  #pool: Pool | undefined
  #isEnded = false
  /** Those whose sockets are open. The driver leaves one open if it gives up a login by itself, such as without a password. */
  readonly #clients = new Set<Client>()

  constructor(url: string, config: PoolConfig) {
    this.#url = url
    this.#hasOthers = serverUrls(url).length > 1
    this.#config = config
  }

  query(query: QueryConfig): Promise<QueryResult> {
    return this.#use((pool) => pool.query(query))
  }

  /** Gives a connection of its own. */
  connect(): Promise<PoolClient> {
    return this.#use((pool) => pool.connect())
  }

  /** Ends all connections, also those that wait for an answer. Later statements look for the server again. */
  disconnect(): void {
    if (this.#pool !== undefined) this.#forget(this.#pool)
    this.#destroyStreams()
  }

  /** A client's own end waits for answers. */
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
      // A lost connection fails the statement that uses it, and the pool drops it. Without listeners, the process would end.
      pool.on('error', () => this.#leave(pool))
      pool.on('connect', (client) => client.on('error', () => this.#leave(pool)))
      this.#pool = pool
      return pool
    } catch (error) {
      this.#opening = undefined
      throw error
    }
  }

  /** Forgets the server, so that it is looked for again. A single one is kept: its pool makes new connections. */
  #leave(pool: Pool): void {
    if (this.#pool === pool && this.#hasOthers) this.#forget(pool)
  }

  #forget(pool: Pool): void {
    this.#pool = undefined
    this.#opening = undefined
    void pool.end().catch(() => undefined)
  }
}
