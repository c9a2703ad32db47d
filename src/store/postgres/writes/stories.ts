import type { StoryMerge, StoryMove, StoryRepresentative } from '../../../model/story.ts'
import type { WriteConnection } from '../connection.ts'
import { jsonRows } from '../statements.ts'
import type { ChangeLog } from './change-log.ts'
import { inRounds } from './rounds.ts'

export const STORY_WRITE_SQL = {
  resolve: `SELECT x.id, coalesce(s.alias_of, x.id) FROM unnest($1::bigint[]) x(id) LEFT JOIN stories s ON s.id = x.id`,
  storiesOf: 'SELECT DISTINCT story_id FROM items WHERE id = ANY($1::bigint[])',
  move: `UPDATE items i SET story_id = x.story FROM unnest($1::bigint[], $2::bigint[]) x(id, story)
    JOIN items o ON o.id = x.id WHERE i.id = x.id RETURNING i.id, o.story_id, x.story`,
  moveAll: `UPDATE items i SET story_id = x.target FROM unnest($1::bigint[], $2::bigint[]) x(source, target)
    WHERE i.story_id = x.source RETURNING i.id`,
  realias: `UPDATE stories s SET alias_of = x.target FROM unnest($1::bigint[], $2::bigint[]) x(source, target)
    WHERE s.alias_of = x.source`,
  alias: `INSERT INTO stories (id, item_count, source_count, alias_of)
    SELECT source, 0, 0, target FROM unnest($1::bigint[], $2::bigint[]) x(source, target)
    ON CONFLICT (id) DO UPDATE SET item_count = 0, source_count = 0, representative_id = NULL,
      alias_of = excluded.alias_of`,
  // OFFSET 0: item by item, also before there are statistics.
  counts: `SELECT x.id, s.item_count AS before_items, s.source_count AS before_sources, s.alias_of,
      (SELECT count(*) FROM items i WHERE i.story_id = x.id) AS items,
      (SELECT count(DISTINCT g.source_id) FROM items i
        CROSS JOIN LATERAL (SELECT source_id FROM sightings WHERE item_id = i.id OFFSET 0) g
        WHERE i.story_id = x.id) AS sources
    FROM unnest($1::bigint[]) x(id) LEFT JOIN stories s ON s.id = x.id`,
  drop: 'DELETE FROM stories WHERE id = ANY($1::bigint[]) OR alias_of = ANY($1::bigint[])',
  save: `INSERT INTO stories (id, item_count, source_count)
    SELECT id, items, sources FROM json_to_recordset($1::json) x(id bigint, items int, sources int)
    ON CONFLICT (id) DO UPDATE SET item_count = excluded.item_count, source_count = excluded.source_count`,
  represent: `UPDATE stories s SET representative_id = x.item FROM unnest($1::bigint[], $2::bigint[]) x(story, item)
    WHERE s.id = x.story AND s.representative_id IS DISTINCT FROM x.item
      AND EXISTS (SELECT 1 FROM items i WHERE i.id = x.item AND i.story_id = x.story) RETURNING s.id`,
  replaceRepresentatives: `UPDATE stories s SET representative_id = (
      SELECT id FROM items WHERE story_id = s.id ORDER BY ranked_at IS NOT NULL, published_at, id LIMIT 1)
    WHERE s.id = ANY($1::bigint[]) AND s.alias_of IS NULL AND (s.item_count > 1 OR s.representative_id IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM items i WHERE i.id = s.representative_id AND i.story_id = s.id) RETURNING s.id`,
} as const

/** Moves items between stories and maintains the stories' counts, within one transaction. */
export class StoryWrites {
  readonly #tx: WriteConnection
  readonly #changes: ChangeLog
  readonly #touched = new Set<number>()

  constructor(tx: WriteConnection, changes: ChangeLog) {
    this.#tx = tx
    this.#changes = changes
  }

  /** The stories, or those they were merged into, by the given ids. Another process may have merged them. */
  async resolve(storyIds: readonly number[]): Promise<(storyId: number) => number> {
    if (storyIds.length === 0) return (id) => id
    const rows = await this.#tx.tuples<readonly [number, number]>(STORY_WRITE_SQL.resolve, [
      [...new Set(storyIds)],
    ])
    const targets = new Map(rows)
    return (id) => targets.get(id) ?? id
  }

  /** Marks a story for `recount`. */
  touch(storyId: number): void {
    this.#touched.add(storyId)
  }

  async touchStoriesOf(itemIds: readonly number[]): Promise<void> {
    if (itemIds.length === 0) return
    for (const [id] of await this.#tx.tuples<readonly [number]>(STORY_WRITE_SQL.storiesOf, [itemIds]))
      this.touch(id)
  }

  async move(moves: readonly StoryMove[]): Promise<void> {
    if (moves.length === 0) return
    const resolve = await this.resolve(moves.map(({ storyId }) => storyId))
    for (const round of inRounds(moves, ({ itemId }) => itemId)) {
      const moved = await this.#tx.tuples<readonly [item: number, from: number, to: number]>(
        STORY_WRITE_SQL.move,
        [round.map(({ itemId }) => itemId), round.map(({ storyId }) => resolve(storyId))],
      )
      for (const [itemId, from, to] of moved) {
        this.touch(from)
        this.touch(to)
        this.#changes.update(itemId)
      }
    }
  }

  /** Merges stories one after another: one may grow by a merge and go by a later one. */
  async merge(merges: readonly StoryMerge[]): Promise<void> {
    if (merges.length === 0) return
    const resolve = await this.resolve(merges.flatMap(({ from, into }) => [from, into]))
    const targets = new Map<number, number>()
    const targetOf = (id: number): number => {
      const next = targets.get(id)
      return next === undefined ? id : targetOf(next)
    }
    for (const { from, into } of merges) {
      const [source, target] = [targetOf(resolve(from)), targetOf(resolve(into))]
      if (source !== target) targets.set(source, target)
    }
    if (targets.size === 0) return
    const sources = [...targets.keys()]
    const pairs = [sources, sources.map(targetOf)]
    for (const [itemId] of await this.#tx.tuples<readonly [number]>(STORY_WRITE_SQL.moveAll, pairs))
      this.#changes.update(itemId)
    this.#tx.send(STORY_WRITE_SQL.realias, pairs)
    this.#tx.send(STORY_WRITE_SQL.alias, pairs)
    for (const source of sources) {
      this.#changes.story(source)
      this.touch(targetOf(source))
    }
  }

  /**
   * Updates the counts of the touched stories. Deletes stories without items, with their aliases. Then updates the
   * representatives.
   *
   * @param representatives the stories that get another representative
   */
  async recount(representatives: readonly StoryRepresentative[] = []): Promise<void> {
    const touched = [...this.#touched]
    if (touched.length > 0) await this.#recount(touched)
    if (representatives.length > 0) await this.#represent(representatives)
    if (touched.length === 0) return
    const replaced = await this.#tx.tuples<readonly [number]>(STORY_WRITE_SQL.replaceRepresentatives, [
      touched,
    ])
    for (const [id] of replaced) this.#changes.story(id)
  }

  async #recount(ids: readonly number[]): Promise<void> {
    const rows = await this.#tx.rows<CountRow>(STORY_WRITE_SQL.counts, [ids])
    const changed = rows.filter(
      (row) =>
        row.alias_of === null && (row.before_items !== row.items || row.before_sources !== row.sources),
    )
    const empty = changed.filter(({ items }) => items === 0)
    const saved = changed.filter(({ items }) => items > 0)
    if (empty.length > 0) this.#tx.send(STORY_WRITE_SQL.drop, [empty.map(({ id }) => id)])
    if (saved.length > 0) {
      const counts = saved.map(({ id, items, sources }) => ({ id, items, sources }))
      this.#tx.send(STORY_WRITE_SQL.save, [jsonRows(counts)])
    }
    // The change of its first item already announces a new story.
    for (const { id, before_items } of changed) if (before_items !== null) this.#changes.story(id)
  }

  async #represent(representatives: readonly StoryRepresentative[]): Promise<void> {
    const resolve = await this.resolve(representatives.map(({ storyId }) => storyId))
    const resolved = representatives.map(({ storyId, itemId }) => ({ storyId: resolve(storyId), itemId }))
    for (const round of inRounds(resolved, ({ storyId }) => storyId)) {
      const represented = await this.#tx.tuples<readonly [number]>(STORY_WRITE_SQL.represent, [
        round.map(({ storyId }) => storyId),
        round.map(({ itemId }) => itemId),
      ])
      for (const [id] of represented) this.#changes.story(id)
    }
  }
}

interface CountRow {
  readonly id: number
  /** `null` for a new story. */
  readonly before_items: number | null
  readonly before_sources: number | null
  readonly alias_of: number | null
  readonly items: number
  readonly sources: number
}
