import type { Database } from 'better-sqlite3'
import type { EpochMs } from '../../../model/time.ts'
import { ChangeSet } from '../../change-set.ts'
import { prepareAll } from '../statements.ts'

export const CHANGE_SQL = {
  add: 'INSERT INTO changes (kind, item_id, story_id, source_id, at) VALUES (?, ?, ?, ?, ?)',
  // Keeps the newest change, which is the version of the store.
  forget: 'DELETE FROM changes WHERE seq < (SELECT min(seq) FROM changes WHERE at >= ?)',
  forgetAllButLast: 'DELETE FROM changes WHERE seq < (SELECT max(seq) FROM changes)',
  lastAt: 'SELECT at FROM changes ORDER BY seq DESC LIMIT 1',
} as const

/** Writes the changes of a transaction at its end. */
export class ChangeLog extends ChangeSet {
  readonly #sql

  constructor(db: Database) {
    super()
    this.#sql = prepareAll(db, CHANGE_SQL)
    this.#sql.lastAt.pluck()
  }

  write(at: EpochMs): void {
    for (const { kind, itemId, storyId, sourceId } of this.rows())
      this.#sql.add.run(kind, itemId, storyId, sourceId, at)
  }

  /** Deletes changes older than `before`. A process that has not read them yet must read everything again. */
  forget(before: EpochMs): void {
    const lastAt = this.#sql.lastAt.get() as EpochMs | undefined
    if (lastAt === undefined) return
    if (lastAt < before) this.#sql.forgetAllButLast.run()
    else this.#sql.forget.run(before)
  }
}
