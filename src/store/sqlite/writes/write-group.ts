import type { Database } from 'better-sqlite3'

export interface WriteGroupHooks {
  readonly afterCommit: () => void
  /** Must forget everything remembered during the transaction: it is not in the store. */
  readonly afterRollback: () => void
}

/** One transaction around several writes. Each of these is a savepoint that is saved or undone as a whole. */
export class WriteGroup {
  readonly #db: Database
  readonly #hooks: WriteGroupHooks
  #open = false

  constructor(db: Database, hooks: WriteGroupHooks) {
    this.#db = db
    this.#hooks = hooks
  }

  /** Whether a transaction is open. Writes are then committed at its end. */
  get isOpen(): boolean {
    return this.#open
  }

  /** @throws what `work` or the driver throws, with nothing of the group saved */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#open) return work()
    this.#db.exec('BEGIN IMMEDIATE')
    this.#open = true
    try {
      const result = await work()
      this.#db.exec('COMMIT')
      return result
    } catch (error) {
      // SQLite ends the transaction itself after some errors, for example if the disk is full.
      if (this.#db.inTransaction) this.#db.exec('ROLLBACK')
      this.#hooks.afterRollback()
      throw error
    } finally {
      this.#open = false
      this.#hooks.afterCommit()
    }
  }
}
