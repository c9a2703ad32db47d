import type { Database } from 'better-sqlite3'
import type { ChangeLog } from './change-log.ts'
import { prepareAll } from './statements.ts'
import type { StoryWrites } from './story-writes.ts'
import { TagWrites } from './tag-rows.ts'

export const ITEM_DELETE_SQL = {
  item: 'DELETE FROM items WHERE id = ? RETURNING tags',
  content: 'DELETE FROM contents WHERE item_id = ?',
  sightings: 'DELETE FROM sightings WHERE item_id = ?',
  search: 'DELETE FROM search WHERE rowid = ?',
  keepAddresses: 'UPDATE addresses SET item_id = NULL WHERE item_id = ?',
  unshare: 'DELETE FROM shared_addresses WHERE item_id = ?',
  freeAddresses: 'DELETE FROM addresses WHERE item_id = ?',
} as const

/** Deletes items with all that belongs to them, within a transaction. */
export class ItemDeletes {
  readonly #sql
  readonly #tags: TagWrites
  readonly #changes: ChangeLog
  readonly #stories: StoryWrites

  constructor(db: Database, changes: ChangeLog, stories: StoryWrites) {
    this.#sql = prepareAll(db, ITEM_DELETE_SQL)
    this.#tags = new TagWrites(db)
    this.#changes = changes
    this.#stories = stories
  }

  /**
   * @param addresses `kept`: a feed that still lists the article brings nothing back; `free`: it would
   * @returns whether there was such an item
   */
  delete(id: number, addresses: 'kept' | 'free'): boolean {
    this.#stories.touchStoryOf(id)
    const row = this.#sql.item.get(id) as { readonly tags: string | null } | undefined
    if (row === undefined) return false
    this.#tags.drop(id, row.tags)
    const { content, sightings, search, unshare, keepAddresses, freeAddresses } = this.#sql
    const address = addresses === 'kept' ? keepAddresses : freeAddresses
    for (const statement of [content, sightings, search, unshare, address]) statement.run(id)
    this.#changes.delete(id)
    return true
  }
}
