import type { Database } from 'better-sqlite3'
import { codeOf } from '../../../model/errors.ts'
import { emptyLog, keepRoom } from '../database.ts'

export interface WriteGroupHooks {
  /** Throws if what is written is not in the store's file. */
  readonly check: () => void
  readonly afterCommit: () => void
  /** Must forget everything remembered during the transaction: it is not in the store. */
  readonly afterRollback: () => void
}

/** The writes of a store. Several can be one transaction: each of these is then a savepoint that is saved or undone as a whole. */
export class WriteGroup {
  readonly #db: Database
  readonly #hooks: WriteGroupHooks
  #open = false
  /** Why a part of the open group had no room on the disk. */
  #full: Error | undefined

  constructor(db: Database, hooks: WriteGroupHooks) {
    this.#db = db
    this.#hooks = hooks
  }

  /** Whether a transaction is open. Writes are then committed at its end. */
  get isOpen(): boolean {
    return this.#open
  }

  /**
   * Runs a write by itself, or as a part of the open group. By itself it is tried once more where the disk is full, after
   * the log was moved into the store, which may make room.
   *
   * @throws what `work`, the driver or the check throws
   */
  write<T>(work: () => T): T {
    if (this.#open) return this.#part(work)
    this.#hooks.check()
    keepRoom(this.#db)
    const result = this.#withRoom(work)
    this.#hooks.check()
    this.#hooks.afterCommit()
    return result
  }

  /**
   * Runs several writes in one transaction. If the disk is full, they all fail, and the log is moved into the store: a
   * second try may have room.
   *
   * @throws what `work`, the driver or the check throws; before the commit, nothing of the group is saved then
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#open) return work()
    this.#hooks.check()
    keepRoom(this.#db)
    this.#db.exec('BEGIN IMMEDIATE')
    this.#open = true
    this.#full = undefined
    try {
      const result = await work()
      this.#checkRoom()
      this.#db.exec('COMMIT')
      this.#hooks.check()
      return result
    } catch (error) {
      // SQLite ends the transaction itself after some errors, for example if the disk is full.
      if (this.#db.inTransaction) this.#db.exec('ROLLBACK')
      this.#hooks.afterRollback()
      if (this.#full !== undefined || isFull(error)) emptyLog(this.#db)
      throw this.#full ?? error
    } finally {
      this.#open = false
      this.#hooks.afterCommit()
    }
  }

  #checkRoom(): void {
    if (this.#full !== undefined) throw this.#full
  }

  #part<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      if (error instanceof Error && isFull(error)) this.#full = error
      throw error
    }
  }

  #withRoom<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      if (!isFull(error)) throw error
      emptyLog(this.#db)
      return work()
    }
  }
}

function isFull(error: unknown): boolean {
  return codeOf(error) === 'SQLITE_FULL'
}
