import type { Database } from 'better-sqlite3'
import { canonicalKey } from '../../../url/url.ts'
import { keyHash } from '../../hashes.ts'
import type { CorrectionRecord, ItemCorrection } from '../../records.ts'
import type { Names } from '../names.ts'
import { ItemReads } from '../reads/items.ts'
import { prepareAll } from '../statements.ts'
import { TagWrites } from '../tag-rows.ts'
import { ChangeLog } from './change-log.ts'
import { ItemDeletes } from './deletes.ts'
import { ItemWrites } from './items.ts'
import { SightingWrites } from './sightings.ts'
import { StoryWrites } from './stories.ts'

export const CORRECTION_SQL = {
  correct: 'UPDATE items SET facet_id = @facet, url = @url, title = @title, tags = @tags WHERE id = @id',
  ownerOf: 'SELECT item_id FROM addresses WHERE key_hash = ?',
  // An empty hash, since NULL means that the source was never read.
  unread: `UPDATE sources SET etag = NULL, last_modified = NULL, document_hash = '' FROM sightings s
    WHERE s.item_id = ? AND sources.id = s.source_id AND document_hash IS NOT NULL`,
  claim: 'INSERT INTO addresses (key_hash, item_id) VALUES (?, ?)',
} as const

/** Saves corrections of stored items in one transaction, or as a savepoint of the open one. */
export function correctionSaver(db: Database, names: Names): (record: CorrectionRecord) => void {
  const sql = prepareAll(db, CORRECTION_SQL)
  const changes = new ChangeLog(db)
  const stories = new StoryWrites(db, changes)
  const deletes = new ItemDeletes(db, changes, stories)
  const reads = new ItemReads(db, names)
  const writes = new ItemWrites(db, names)
  const sightings = new SightingWrites(db)
  const tagRows = new TagWrites(db)

  const save = db.transaction((record: CorrectionRecord) => {
    changes.clear()
    stories.begin()
    for (const id of record.deletes) {
      sql.unread.run(id)
      deletes.delete(id, 'free')
    }
    for (const correction of record.corrections) correct(correction)
    stories.recount()
    changes.write(record.at)
  })

  function correct(correction: ItemCorrection): void {
    const { itemId: id, score } = correction
    const item = reads.findItems([id])[0]
    if (item === undefined) return
    const {
      title = item.title,
      tags = item.tags,
      category = item.category,
      region = item.region,
    } = correction
    const url = claimUrl(id, correction.url) ? (correction.url ?? item.url) : item.url
    const tagsJson = tags.length === 0 ? null : JSON.stringify(tags)
    tagRows.replace(id, tagsJson)
    sql.correct.run({
      id,
      facet: names.facetKey({ category, region, language: item.language }),
      url,
      title,
      tags: tagsJson,
    })
    if (score !== undefined) writes.score(score)
    changes.update(id)
  }

  /** @returns whether the item can have this address; false if it belongs to another article or is no valid address */
  function claimUrl(id: number, url: string | undefined): boolean {
    const key = url === undefined ? undefined : canonicalKey(url)
    if (url === undefined || key === undefined) return false
    const owner = sql.ownerOf.get(keyHash(key)) as { readonly item_id: number | null } | undefined
    if (owner !== undefined && owner.item_id !== id) return false
    sightings.keepUrls(id, url)
    if (owner === undefined) sql.claim.run(keyHash(key), id)
    return true
  }

  return (record) => {
    try {
      save.immediate(record)
    } catch (error) {
      // The rollback removed the words that the transaction numbered.
      names.forget()
      throw error
    }
  }
}
