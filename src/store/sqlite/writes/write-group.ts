import type { Database } from 'better-sqlite3'

export interface WriteGroupHooks {
  readonly afterCommit: () => void
  /** What was remembered of the transaction is not in the store. */
  readonly afterRollback: () => void
}

/** One transaction around writes that are each whole or undone in themselves. */
export class WriteGroup {
  readonly #db: Database
  readonly #hooks: WriteGroupHooks
  #open = false

  constructor(db: Database, hooks: WriteGroupHooks) {
    this.#db = db
    this.#hooks = hooks
  }

  /** Whether what is written now waits for the group's end. */
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
      // The engine itself may have ended the transaction: a full disk.
      if (this.#db.inTransaction) this.#db.exec('ROLLBACK')
      this.#hooks.afterRollback()
      throw error
    } finally {
      this.#open = false
      this.#hooks.afterCommit()
    }
  }
}
