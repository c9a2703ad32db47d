import { codeOf } from '../../model/errors.ts'
import { type Connection, type Database, Delegating, type WriteConnection } from '../connection.ts'
import { oneByOne } from '../one-by-one.ts'
import { SqliteConnection } from './connection.ts'
import type { Database as Driver } from './driver.ts'
import { emptyLog, keepRoom } from './open-file.ts'

/**
 * A store's one connection to its file. SQLite has one transaction per connection, so reads between the awaits of a
 * transaction see its writes.
 */
export class SqliteDatabase extends Delegating implements Database {
  readonly #driver: Driver
  readonly #connection: SqliteConnection
  /** Throws if writes would not reach the store's file. */
  readonly check: () => void
  #isGrouping = false
  /** Why a part of the open group failed, if the disk was full. */
  #full: Error | undefined
  /** Runs transactions one after another. */
  readonly #afterOthers = oneByOne()
  /** The same for the parts of a group. */
  readonly #afterOtherParts = oneByOne()

  constructor(driver: Driver, check: () => void = () => undefined) {
    super()
    this.#driver = driver
    this.#connection = new SqliteConnection(driver)
    this.check = check
  }

  get isOpen(): boolean {
    return this.#driver.open
  }

  get isGrouping(): boolean {
    return this.#isGrouping
  }

  get outside(): Connection {
    return this.#connection
  }

  protected on<T>(work: (direct: Connection) => Promise<T>): Promise<T> {
    return work(this.#connection)
  }

  snapshot<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    if (this.#isGrouping) return work(this.#connection)
    return this.#afterOthers(() => this.#transaction('BEGIN', () => work(this.#connection)))
  }

  /** Outside a group, a write that fails on a full disk is tried again after a checkpoint, which may free space. */
  async write<T>(work: (connection: WriteConnection) => Promise<T>): Promise<T> {
    return this.#isGrouping ? this.#afterOtherParts(() => this.#runPart(work)) : this.apart(work)
  }

  async apart<T>(work: (connection: WriteConnection) => Promise<T>): Promise<T> {
    return this.#afterOthers(async () => {
      this.check()
      keepRoom(this.#driver)
      const result = await this.#withRoom(() =>
        this.#transaction('BEGIN IMMEDIATE', () => work(this.#connection)),
      )
      this.check()
      return result
    })
  }

  /** If the disk is full, all writes of the group fail. A checkpoint may free space for the caller's next try. */
  async together<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isGrouping) return work()
    return this.#afterOthers(async () => {
      this.check()
      keepRoom(this.#driver)
      this.#full = undefined
      try {
        const result = await this.#transaction('BEGIN IMMEDIATE', async () => {
          this.#isGrouping = true
          try {
            return await work()
          } finally {
            this.#isGrouping = false
            this.#checkRoom()
          }
        })
        this.check()
        return result
      } catch (error) {
        if (this.#full !== undefined || isFull(error)) emptyLog(this.#driver)
        throw this.#full ?? error
      }
    })
  }

  async close(): Promise<void> {
    this.#driver.close()
  }

  async #transaction<T>(begin: string, work: () => Promise<T>): Promise<T> {
    this.#exec(begin)
    try {
      const result = await work()
      this.#exec('COMMIT')
      return result
    } catch (error) {
      // SQLite itself rolls back after some errors, for example on a full disk.
      if (this.#driver.open && this.#driver.inTransaction) this.#driver.exec('ROLLBACK')
      throw error
    }
  }

  async #runPart<T>(work: (connection: WriteConnection) => Promise<T>): Promise<T> {
    this.#exec('SAVEPOINT part')
    try {
      const result = await work(this.#connection)
      this.#exec('RELEASE part')
      return result
    } catch (error) {
      if (this.#driver.inTransaction) this.#driver.exec('ROLLBACK TO part; RELEASE part')
      if (error instanceof Error && isFull(error)) this.#full = error
      throw error
    }
  }

  #checkRoom(): void {
    if (this.#full !== undefined) throw this.#full
  }

  async #withRoom<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (!isFull(error)) throw error
      emptyLog(this.#driver)
      return work()
    }
  }

  #exec(sql: string): void {
    this.#connection.exec(sql)
  }
}

function isFull(error: unknown): boolean {
  return codeOf(error) === 'SQLITE_FULL' || (error instanceof Error && codeOf(error.cause) === 'SQLITE_FULL')
}
