import { DigestError, messageOf } from '../../model/errors.ts'
import { type Connection, Delegating, findValue, type Value } from '../connection.ts'
import type { StoreVersion } from '../search-source.ts'
import { type AnswerLimits, PostgresDatabase } from './database.ts'
import { isAway } from './primary.ts'

export const REPLICA_SQL = { changeAt: 'SELECT at FROM changes WHERE seq = $1' } as const

/** Delays before a replica that lags, or does not respond, is asked again. */
const LAGGING_MS = 100
const AWAY_MS = 1_000

/**
 * Reads rows from a replica that is up to date, else from the primary. A replica is up to date if it has the last
 * change that the columns have: changes commit in order, so it then has all earlier ones too. Until a replica has
 * responded, the primary is used.
 */
export class RowReader extends Delegating {
  readonly #primary: Connection
  readonly #replicas: readonly Replica[]
  readonly #version: () => StoreVersion
  /** Index of the replica for the next read. */
  #next = 0

  /** @param version the version that this process last gave its clients */
  constructor(
    primary: Connection,
    urls: readonly string[],
    limits: AnswerLimits,
    version: () => StoreVersion,
  ) {
    super()
    this.#primary = primary
    this.#replicas = urls.map((url) => new Replica(url, limits))
    this.#version = version
  }

  override run(sql: string, values?: readonly Value[]): Promise<number> {
    return this.#primary.run(sql, values)
  }

  async close(): Promise<void> {
    await Promise.all(this.#replicas.map((replica) => replica.db.close()))
  }

  protected async on<T>(work: (from: Connection) => Promise<T>): Promise<T> {
    const version = this.#version()
    for (const replica of this.#inTurn()) {
      if (!replica.has(version)) {
        void replica.check(version)
        continue
      }
      try {
        return await work(replica.db.outside)
      } catch (error) {
        replica.leaveOut(error)
      }
    }
    try {
      return await work(this.#primary)
    } catch (error) {
      if (!(error instanceof DigestError) || !isAway(error.cause)) throw error
      for (const replica of this.#inTurn()) if (await replica.check(version)) return work(replica.db.outside)
      throw error
    }
  }

  #inTurn(): Replica[] {
    const from = this.#next
    this.#next = (from + 1) % Math.max(1, this.#replicas.length)
    return [...this.#replicas.slice(from), ...this.#replicas.slice(0, from)]
  }
}

class Replica {
  readonly db: PostgresDatabase
  readonly #place: string
  /** The last version that it is known to have. */
  #known: StoreVersion | undefined
  #checking: Promise<boolean> | undefined
  /** Not asked before this time, by `performance.now`. */
  #notBefore = 0
  #isAway = false

  constructor(url: string, limits: AnswerLimits) {
    this.db = new PostgresDatabase(url, limits)
    this.#place = new URL(url).host
  }

  /** Whether it is known to have all changes of a version. */
  has({ seq, at }: StoreVersion): boolean {
    return this.#known?.seq === seq && this.#known.at === at
  }

  /** Asks whether it has all changes of a version. Never rejects. */
  check(version: StoreVersion): Promise<boolean> {
    if (this.has(version)) return Promise.resolve(true)
    if (performance.now() < this.#notBefore) return Promise.resolve(false)
    this.#checking ??= this.#ask(version).finally(() => {
      this.#checking = undefined
    })
    return this.#checking
  }

  leaveOut(cause: unknown): void {
    this.#known = undefined
    this.#notBefore = performance.now() + AWAY_MS
    if (!this.#isAway && this.db.isOpen)
      process.emitWarning(`the replica ${this.#place} is left out until it answers: ${messageOf(cause)}`)
    this.#isAway = true
  }

  async #ask(version: StoreVersion): Promise<boolean> {
    try {
      const at = await findValue<number>(this.db.outside, REPLICA_SQL.changeAt, [version.seq])
      this.#isAway = false
      // A replica with another history has another change with this number.
      if (at === version.at) this.#known = version
      else this.#notBefore = performance.now() + LAGGING_MS
    } catch (cause) {
      this.leaveOut(cause)
    }
    return this.has(version)
  }
}
