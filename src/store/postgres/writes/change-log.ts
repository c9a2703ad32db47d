import type { EpochMs } from '../../../model/time.ts'
import type { Connection } from '../database.ts'
import { jsonRows } from '../statements.ts'

/** Wakes the readers that listen. */
export const CHANGE_CHANNEL = 'content_digest_changes'

const CHANGE_SQL = {
  // Numbers without gaps; the lock of writers makes the highest number certain. Readers hear of it after the commit.
  add: `WITH added AS (INSERT INTO changes (seq, kind, item_id, story_id, source_id, at)
      SELECT (SELECT coalesce(max(seq), 0) FROM changes) + row_number() OVER (ORDER BY x.place),
        x.kind, x.item_id, x.story_id, x.source_id, $2
      FROM json_to_recordset($1::json) x(place int, kind text, item_id bigint, story_id bigint, source_id bigint))
    SELECT pg_notify('${CHANGE_CHANNEL}', '')`,
  // Keeps the newest change, which is the version of the store.
  forget: `DELETE FROM changes WHERE seq < coalesce((SELECT min(seq) FROM changes WHERE at >= $1), (SELECT max(seq) FROM changes))`,
} as const

/** Collects the changes of a transaction. Writes one row for each changed item, story and source at its end. */
export class ChangeLog {
  readonly #items = new Map<number, 'add' | 'update' | 'delete'>()
  readonly #stories = new Set<number>()
  readonly #sources: { readonly kind: 'event' | 'source'; readonly sourceId: number }[] = []

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

  /** Notes an event of a source: items do not change by it. */
  event(sourceId: number): void {
    if (!this.#sources.some((one) => one.kind === 'event' && one.sourceId === sourceId))
      this.#sources.push({ kind: 'event', sourceId })
  }

  /** Notes that a source is another one to readers. */
  source(sourceId: number): void {
    this.#sources.push({ kind: 'source', sourceId })
  }

  async write(tx: Connection, at: EpochMs): Promise<void> {
    const rows = [
      ...[...this.#items].map(([item_id, kind]) => ({ kind, item_id })),
      ...[...this.#stories].map((story_id) => ({ kind: 'story', story_id })),
      ...this.#sources.map(({ kind, sourceId }) => ({ kind, source_id: sourceId })),
    ]
    if (rows.length === 0) return
    await tx.run(CHANGE_SQL.add, [jsonRows(rows.map((row, place) => ({ place, ...row }))), at])
  }
}

/** Deletes changes older than `before`. A process that has not read them yet must read everything again. */
export async function forgetChanges(tx: Connection, before: EpochMs): Promise<void> {
  await tx.run(CHANGE_SQL.forget, [before])
}
