import type { StoryMerge, StoryMove, StoryRepresentative } from '../../model/story.ts'
import { jsonRows, listValues, type WriteConnection } from '../connection.ts'
import type { ChangeLog } from './change-log.ts'
import { inRounds } from './rounds.ts'

const PAIRS = 'json_to_recordset($1::json) x(source bigint, target bigint)'

export const STORY_WRITE_SQL = {
  aliases: 'SELECT id, alias_of FROM stories WHERE id = ANY($1::bigint[])',
  storiesOf: 'SELECT id, story_id FROM items WHERE id = ANY($1::bigint[])',
  move: `UPDATE items SET story_id = x.story FROM json_to_recordset($1::json) x(item bigint, story bigint)
    WHERE items.id = x.item`,
  moveAll: `UPDATE items SET story_id = x.target FROM ${PAIRS} WHERE items.story_id = x.source`,
  realias: `UPDATE stories SET alias_of = (SELECT x.target FROM ${PAIRS} WHERE x.source = stories.alias_of)
    WHERE alias_of = ANY($2::bigint[])`,
  alias: `INSERT INTO stories (id, item_count, source_count, alias_of) SELECT x.source, 0, 0, x.target FROM ${PAIRS} WHERE true
    ON CONFLICT (id) DO UPDATE SET item_count = 0, source_count = 0, representative_id = NULL,
      alias_of = excluded.alias_of`,
  counts: `SELECT x.id, s.item_count AS before_items, s.source_count AS before_sources, s.alias_of,
      (SELECT count(*) FROM items i WHERE i.story_id = x.id) AS items,
      (SELECT count(DISTINCT g.source_id) FROM items i CROSS JOIN sightings g
        WHERE i.story_id = x.id AND g.item_id = i.id) AS sources
    FROM unnest($1::bigint[]) x(id) LEFT JOIN stories s ON s.id = x.id`,
  members: 'SELECT id FROM items WHERE story_id = ANY($1::bigint[])',
  drop: 'DELETE FROM stories WHERE id = ANY($1::bigint[])',
  dropAliases: 'DELETE FROM stories WHERE alias_of = ANY($1::bigint[])',
  save: `INSERT INTO stories (id, item_count, source_count)
    SELECT x.id, x.items, x.sources FROM json_to_recordset($1::json) x(id bigint, items int, sources int) WHERE true
    ON CONFLICT (id) DO UPDATE SET item_count = excluded.item_count, source_count = excluded.source_count`,
  represent: `UPDATE stories SET representative_id = x.item FROM json_to_recordset($1::json) x(story bigint, item bigint)
    WHERE stories.id = x.story AND stories.representative_id IS DISTINCT FROM x.item
      AND EXISTS (SELECT 1 FROM items i WHERE i.id = x.item AND i.story_id = x.story) RETURNING id`,
  replaceRepresentatives: `UPDATE stories SET representative_id = (SELECT i.id FROM items i
      WHERE i.story_id = stories.id ORDER BY i.ranked_at IS NOT NULL, i.published_at, i.id LIMIT 1)
    WHERE id = ANY($1::bigint[]) AND alias_of IS NULL AND (item_count > 1 OR representative_id IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM items i WHERE i.id = stories.representative_id AND i.story_id = stories.id) RETURNING id`,
} as const

/** Moves items between stories and updates the stories' counts, within one transaction. */
export class StoryWrites {
  readonly #tx: WriteConnection
  readonly #changes: ChangeLog
  readonly #touched = new Set<number>()
  /** Stories created in this transaction, with their new items. */
  readonly #new = new Map<number, { items: number; isSeen: boolean }>()
  /** Existing stories that `resolve` has found. */
  readonly #known = new Set<number>()

  constructor(tx: WriteConnection, changes: ChangeLog) {
    this.#tx = tx
    this.#changes = changes
  }

  /** Maps ids to the stories that they were merged into, possibly by another process, or to themselves. */
  async resolve(storyIds: readonly number[]): Promise<(storyId: number) => number> {
    if (storyIds.length === 0) return (id) => id
    const rows = await this.#tx.tuples<readonly [number, number | null]>(STORY_WRITE_SQL.aliases, [
      [...new Set(storyIds)],
    ])
    for (const [id, target] of rows) this.#known.add(target ?? id)
    const targets = new Map(rows)
    return (id) => targets.get(id) ?? id
  }

  /**
   * Counts a new item of a story for which `resolve` was called. Most stories are new with their first item, so their
   * items need not be read.
   *
   * @param isSeen whether the transaction also saves a sighting of the item
   */
  add(storyId: number, isSeen: boolean): void {
    if (this.#known.has(storyId)) return this.touch(storyId)
    const counts = this.#new.get(storyId) ?? { items: 0, isSeen: false }
    this.#new.set(storyId, { items: counts.items + 1, isSeen: counts.isSeen || isSeen })
  }

  /** Marks a story for `recount`. */
  touch(storyId: number): void {
    this.#touched.add(storyId)
  }

  async touchStoriesOf(itemIds: readonly number[]): Promise<void> {
    if (itemIds.length === 0) return
    for (const [, storyId] of await this.#storiesOf(itemIds)) this.touch(storyId)
  }

  async move(moves: readonly StoryMove[]): Promise<void> {
    if (moves.length === 0) return
    const resolve = await this.resolve(moves.map(({ storyId }) => storyId))
    for (const round of inRounds(moves, ({ itemId }) => itemId)) {
      const targets = new Map(round.map(({ itemId, storyId }) => [itemId, resolve(storyId)]))
      for (const [itemId, from] of await this.#storiesOf([...targets.keys()])) {
        this.touch(from)
        this.touch(targets.get(itemId) ?? from)
        this.#changes.put(itemId, 'story')
      }
      const rows = Array.from(targets, ([item, story]) => ({ item, story }))
      this.#tx.send(STORY_WRITE_SQL.move, [jsonRows(rows)])
    }
  }

  /** Merges stories in order: a story may grow by one merge and be merged by a later one. */
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
    const pairs = [jsonRows(sources.map((source) => ({ source, target: targetOf(source) })))]
    this.#tx.send(STORY_WRITE_SQL.moveAll, pairs)
    this.#tx.send(STORY_WRITE_SQL.realias, [...pairs, sources])
    this.#tx.send(STORY_WRITE_SQL.alias, pairs)
    // Clients of a merged story now follow the other one, and must receive its items.
    for (const id of await this.#membersOf([...new Set(sources.map(targetOf))]))
      this.#changes.put(id, 'story')
    for (const source of sources) {
      this.#new.delete(source)
      this.#changes.story(source)
      this.touch(targetOf(source))
    }
  }

  /** Updates the counts of touched stories. Deletes empty stories with their aliases. Then updates representatives. */
  async recount(representatives: readonly StoryRepresentative[] = []): Promise<void> {
    const touched = [...this.#touched]
    this.#saveNew()
    if (touched.length > 0) await this.#recount(touched)
    if (representatives.length > 0) await this.#represent(representatives)
    const ofSeveral = [...this.#new].flatMap(([id, { items }]) => (items > 1 ? id : []))
    const changed = [...new Set([...touched, ...ofSeveral])]
    if (changed.length === 0) return
    await this.#noteChanged(STORY_WRITE_SQL.replaceRepresentatives, changed)
  }

  /** Runs a statement that returns the ids of the stories it changes. */
  async #noteChanged(sql: string, value: string | readonly number[]): Promise<void> {
    for (const id of await listValues<number>(this.#tx, sql, [value])) this.#changes.story(id)
  }

  #membersOf(storyIds: readonly number[]): Promise<number[]> {
    return listValues(this.#tx, STORY_WRITE_SQL.members, [storyIds])
  }

  async #storiesOf(
    itemIds: readonly number[],
  ): Promise<readonly (readonly [itemId: number, storyId: number])[]> {
    return this.#tx.tuples<readonly [number, number]>(STORY_WRITE_SQL.storiesOf, [itemIds])
  }

  /** Inserts new stories. They need no change of their own: their first item has one. */
  #saveNew(): void {
    for (const id of this.#touched) this.#new.delete(id)
    this.#tx.insertAll(
      'stories',
      Array.from(this.#new, ([id, { items, isSeen }]) => ({
        id,
        item_count: items,
        source_count: isSeen ? 1 : 0,
      })),
    )
  }

  async #recount(ids: readonly number[]): Promise<void> {
    const rows = await this.#tx.rows<CountRow>(STORY_WRITE_SQL.counts, [ids])
    const changed = rows.filter(
      (row) =>
        row.alias_of === null && (row.before_items !== row.items || row.before_sources !== row.sources),
    )
    const empty = changed.filter(({ items }) => items === 0)
    const saved = changed.filter(({ items }) => items > 0)
    if (empty.length > 0) {
      const ids = empty.map(({ id }) => id)
      this.#tx.send(STORY_WRITE_SQL.drop, [ids])
      this.#tx.send(STORY_WRITE_SQL.dropAliases, [ids])
    }
    if (saved.length > 0) {
      const counts = saved.map(({ id, items, sources }) => ({ id, items, sources }))
      this.#tx.send(STORY_WRITE_SQL.save, [jsonRows(counts)])
    }
    // New stories need no change of their own: their first item has one.
    const known = changed.flatMap(({ id, before_items }) => (before_items === null ? [] : id))
    for (const id of known) this.#changes.story(id)
    for (const id of await this.#membersOf(known)) this.#changes.put(id, 'scored')
  }

  async #represent(representatives: readonly StoryRepresentative[]): Promise<void> {
    const resolve = await this.resolve(representatives.map(({ storyId }) => storyId))
    const resolved = representatives.map(({ storyId, itemId }) => ({ storyId: resolve(storyId), itemId }))
    for (const round of inRounds(resolved, ({ storyId }) => storyId)) {
      const rows = round.map(({ storyId, itemId }) => ({ story: storyId, item: itemId }))
      await this.#noteChanged(STORY_WRITE_SQL.represent, jsonRows(rows))
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
