import type { Database } from 'better-sqlite3'
import type { StoryMerge, StoryRepresentative } from '../../../model/story.ts'
import { prepareAll } from '../statements.ts'
import type { ChangeLog } from './change-log.ts'

export const STORY_WRITE_SQL = {
  find: 'SELECT item_count, source_count, alias_of FROM stories WHERE id = ?',
  count: `SELECT count(DISTINCT i.id) AS item_count, count(DISTINCT s.source_id) AS source_count
    FROM items i LEFT JOIN sightings s ON s.item_id = i.id WHERE i.story_id = ?`,
  hasSource: `SELECT EXISTS (SELECT 1 FROM items i CROSS JOIN sightings s ON s.item_id = i.id
    WHERE i.story_id = ? AND s.source_id = ?)`,
  save: `INSERT INTO stories (id, item_count, source_count) VALUES (?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET item_count = excluded.item_count, source_count = excluded.source_count`,
  drop: 'DELETE FROM stories WHERE id = @id OR alias_of = @id',
  move: 'UPDATE items SET story_id = ? WHERE id = ? RETURNING id',
  storyOf: 'SELECT story_id FROM items WHERE id = ?',
  moveAll: 'UPDATE items SET story_id = ? WHERE story_id = ? RETURNING id',
  alias: `INSERT INTO stories (id, item_count, source_count, alias_of) VALUES (?, 0, 0, ?)
    ON CONFLICT (id) DO UPDATE SET item_count = 0, source_count = 0, representative_id = NULL,
      alias_of = excluded.alias_of`,
  represent: `UPDATE stories SET representative_id = @itemId WHERE id = @storyId AND representative_id IS NOT @itemId
      AND EXISTS (SELECT 1 FROM items WHERE id = @itemId AND story_id = @storyId) RETURNING id`,
  replaceRepresentative: `UPDATE stories SET representative_id = (
      SELECT id FROM items WHERE story_id = @id ORDER BY ranked_at IS NOT NULL, published_at, id LIMIT 1)
    WHERE id = @id AND alias_of IS NULL AND (item_count > 1 OR representative_id IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM items WHERE id = stories.representative_id AND story_id = @id) RETURNING id`,
  realias: 'UPDATE stories SET alias_of = ? WHERE alias_of = ?',
} as const

/** Moves items between stories and maintains the stories' counts. Call it within a transaction. */
export class StoryWrites {
  readonly #sql
  readonly #changes: ChangeLog
  readonly #touched = new Set<number>()
  readonly #grown = new Map<number, Growth>()

  constructor(db: Database, changes: ChangeLog) {
    this.#sql = prepareAll(db, STORY_WRITE_SQL)
    for (const name of ['move', 'storyOf', 'moveAll', 'hasSource'] as const) this.#sql[name].pluck()
    this.#changes = changes
  }

  begin(): void {
    this.#touched.clear()
    this.#grown.clear()
  }

  /**
   * Counts one new item and the source of its first sighting. Call it before the item is written. Most stories change
   * in no other way. `recount` then need not read all of their items.
   *
   * @returns the id of the story that the item belongs to, as `resolve` does
   */
  grow(storyId: number, source: number): number {
    const known = this.#grown.get(storyId)
    if (known !== undefined) {
      known.items += 1
      return storyId
    }
    const before = this.#sql.find.get(storyId) as StoryRow | undefined
    if (before !== undefined && before.alias_of !== null) return this.grow(before.alias_of, source)
    const isNewSource = before === undefined || this.#sql.hasSource.get(storyId, source) === 0
    this.#grown.set(storyId, { before, items: 1, sources: isNewSource ? 1 : 0 })
    return storyId
  }

  /** Marks a story for `recount`. */
  touch(storyId: number): void {
    this.#touched.add(storyId)
  }

  touchStoryOf(itemId: number): void {
    const storyId = this.#sql.storyOf.get(itemId) as number | undefined
    if (storyId !== undefined) this.#touched.add(storyId)
  }

  /** The id of the story, or of the one it was merged into. Another process may have merged it. */
  resolve(storyId: number): number {
    const story = this.#sql.find.get(storyId) as StoryRow | undefined
    return story?.alias_of ?? storyId
  }

  move(itemId: number, storyId: number): void {
    const target = this.resolve(storyId)
    this.touchStoryOf(itemId)
    const moved = this.#sql.move.get(target, itemId)
    if (moved === undefined) return
    this.#touched.add(target)
    this.#changes.update(itemId)
  }

  merge({ from, into }: StoryMerge): void {
    const source = this.resolve(from)
    const target = this.resolve(into)
    if (source === target) return
    this.#grown.delete(source)
    for (const itemId of this.#sql.moveAll.all(target, source) as number[]) this.#changes.update(itemId)
    this.#sql.realias.run(target, source)
    this.#sql.alias.run(source, target)
    this.#changes.story(source)
    this.#touched.add(target)
  }

  /**
   * Updates the counts of the changed stories. Deletes stories without items, with their aliases. Then updates the
   * representatives.
   *
   * @param representatives the stories that get another representative
   */
  recount(representatives: readonly StoryRepresentative[] = []): void {
    for (const [id, { before, items, sources }] of this.#grown) {
      if (this.#touched.has(id)) continue
      const { item_count, source_count } = before ?? NO_ITEMS
      this.#save(id, before, { item_count: item_count + items, source_count: source_count + sources })
    }
    for (const id of this.#touched) {
      const before = this.#sql.find.get(id) as StoryRow | undefined
      if (before !== undefined && before.alias_of !== null) continue
      this.#save(id, before, this.#sql.count.get(id) as Counts)
    }
    for (const { storyId, itemId } of representatives) {
      const id = this.resolve(storyId)
      if (this.#sql.represent.get({ storyId: id, itemId }) !== undefined) this.#changes.story(id)
    }
    const ofSeveral = [...this.#grown].filter(
      ([, { before, items }]) => (before?.item_count ?? 0) + items > 1,
    )
    for (const id of new Set([...this.#touched, ...ofSeveral.map(([story]) => story)])) {
      if (this.#sql.replaceRepresentative.get({ id }) !== undefined) this.#changes.story(id)
    }
  }

  #save(id: number, before: StoryRow | undefined, now: Counts): void {
    if (before?.item_count === now.item_count && before.source_count === now.source_count) return
    if (now.item_count === 0) this.#sql.drop.run({ id })
    else this.#sql.save.run(id, now.item_count, now.source_count)
    // The change of its first item already announces a new story.
    if (before !== undefined) this.#changes.story(id)
  }
}

/** What one visit of one source adds to a story. */
interface Growth {
  readonly before: StoryRow | undefined
  items: number
  readonly sources: 0 | 1
}

const NO_ITEMS: Counts = { item_count: 0, source_count: 0 }

interface Counts {
  readonly item_count: number
  readonly source_count: number
}

interface StoryRow extends Counts {
  readonly alias_of: number | null
}
