import type { Database } from 'better-sqlite3'
import type { EpochMs } from '../../../model/time.ts'
import { prepareAll } from '../statements.ts'

export const CHANGE_SQL = {
  add: 'INSERT INTO changes (kind, item_id, story_id, at) VALUES (?, ?, ?, ?)',
  source: 'INSERT INTO changes (kind, source_id, at) VALUES (?, ?, ?)',
  // Keeps the newest change, which is the version of the store.
  forget: 'DELETE FROM changes WHERE seq < (SELECT min(seq) FROM changes WHERE at >= ?)',
  forgetAllButLast: 'DELETE FROM changes WHERE seq < (SELECT max(seq) FROM changes)',
  lastAt: 'SELECT at FROM changes ORDER BY seq DESC LIMIT 1',
} as const

/** Collects the changes of a transaction. Writes one row for each changed item, story and source at its end. */
export class ChangeLog {
  readonly #sql
  readonly #items = new Map<number, 'add' | 'update' | 'delete'>()
  readonly #stories = new Set<number>()
  readonly #events = new Set<number>()
  readonly #sources = new Set<number>()

  constructor(db: Database) {
    this.#sql = prepareAll(db, CHANGE_SQL)
    this.#sql.lastAt.pluck()
  }

  begin(): void {
    this.#items.clear()
    this.#stories.clear()
    this.#events.clear()
    this.#sources.clear()
  }

  add(itemId: number): void {
    this.#items.set(itemId, 'add')
  }

  update(itemId: number): void {
    if (!this.#items.has(itemId)) this.#items.set(itemId, 'update')
  }

  delete(itemId: number): void {
    this.#items.set(itemId, 'delete')
  }

  story(storyId: number): void {
    this.#stories.add(storyId)
  }

  /** Notes an event of a source. Its items do not change by it. */
  event(sourceId: number): void {
    this.#events.add(sourceId)
  }

  /** Notes a new name of a source, which its items show. */
  source(sourceId: number): void {
    this.#sources.add(sourceId)
  }

  write(at: EpochMs): void {
    for (const [itemId, kind] of this.#items) this.#sql.add.run(kind, itemId, null, at)
    for (const storyId of this.#stories) this.#sql.add.run('story', null, storyId, at)
    for (const sourceId of this.#sources) this.#sql.source.run('source', sourceId, at)
    for (const sourceId of this.#events) this.#sql.source.run('event', sourceId, at)
  }

  /** Deletes changes older than `before`. A process that has not read them yet must read everything again. */
  forget(before: EpochMs): void {
    const lastAt = this.#sql.lastAt.get() as EpochMs | undefined
    if (lastAt === undefined) return
    if (lastAt < before) this.#sql.forgetAllButLast.run()
    else this.#sql.forget.run(before)
  }
}
