import type { Database } from 'better-sqlite3'
import { DigestError } from '../../../model/errors.ts'
import { CUT_CODE } from '../../../model/source.ts'
import { DAY_MS } from '../../../model/time.ts'
import { strongestInterest } from '../../interest.ts'
import type { SourceName } from '../../names.ts'
import type { VisitRecord } from '../../records.ts'
import type { Names } from '../names.ts'
import { prepareAll } from '../statements.ts'
import { ChangeLog } from './change-log.ts'
import { ItemWrites } from './items.ts'
import { SightingWrites } from './sightings.ts'
import { StoryWrites } from './stories.ts'

/** 7 days show a weekly rhythm of failures. */
const VISITS_KEPT_MS = 7 * DAY_MS

export const VISIT_SQL = {
  succeeded: `UPDATE sources SET last_visit_at = @at, last_success_at = @at, last_status = @status, latency_ms = @latencyMs,
      next_visit_at = @nextVisitAt, interval_ms = @intervalMs, consecutive_errors = 0
    WHERE id = @id`,
  failed: `UPDATE sources SET last_visit_at = @at, last_status = @status, latency_ms = @latencyMs,
      next_visit_at = @nextVisitAt, interval_ms = @intervalMs, consecutive_errors = consecutive_errors + 1,
      last_error_code = @code, last_error_message = @message, last_error_at = @at
    WHERE id = @id`,
  cut: `UPDATE sources SET last_error_code = @code, last_error_message = @message, last_error_at = @at WHERE id = @id`,
  whole: `UPDATE sources SET last_error_code = NULL, last_error_message = NULL, last_error_at = NULL
    WHERE id = ? AND last_error_code = '${CUT_CODE}'`,
  validators: 'UPDATE sources SET etag = ?, last_modified = ? WHERE id = ?',
  document: 'UPDATE sources SET document_hash = ?, rules_hash = ? WHERE id = ?',
  location: 'UPDATE sources SET location = ? WHERE id = ?',
  event: 'INSERT INTO source_events (source_id, at, kind, code, message) VALUES (?, ?, ?, ?, ?)',
  feed: 'UPDATE sources SET site_url = ifnull(?, site_url), icon_url = ifnull(?, icon_url) WHERE id = ?',
  rename: 'UPDATE sources SET name = ? WHERE id = ?',
  log: 'INSERT OR REPLACE INTO visits (source_id, at, failed, added) VALUES (?, ?, ?, ?)',
  forget: 'DELETE FROM visits WHERE source_id = ? AND at < ?',
} as const

/** Saves a visit in one transaction, or as a savepoint of the open one. */
export function visitSaver(db: Database, names: Names): (record: VisitRecord) => void {
  const sql = prepareAll(db, VISIT_SQL)
  const changes = new ChangeLog(db)
  const items = new ItemWrites(db, names)
  const sightings = new SightingWrites(db)
  const stories = new StoryWrites(db, changes)

  const save = db.transaction((record: VisitRecord, source: SourceName) => {
    changes.clear()
    stories.begin()
    saveArticles(record, renamed(source, record.sourceName))
    saveSource(record, source.key)
    changes.write(record.at)
  })

  function renamed(source: SourceName, name = source.name): SourceName {
    if (name === source.name) return source
    sql.rename.run(name, source.key)
    changes.source(source.key)
    return names.rename(source, name)
  }

  function saveArticles(record: VisitRecord, source: SourceName): void {
    const added = new Map(record.inserts.map(({ id, draft }) => [id, draft.key]))
    const scores = new Map(record.scores.map((score) => [score.itemId, score]))
    const interest = strongestInterest(record.sightings)
    const seen = new Set(record.sightings.map(({ itemId }) => itemId))
    for (const insert of record.inserts) {
      const isSeen = seen.has(insert.id)
      const storyId = isSeen ? stories.grow(insert.storyId, source.key) : stories.resolve(insert.storyId)
      if (!isSeen) stories.touch(storyId)
      const engagement = interest.get(insert.id) ?? null
      items.insert(insert, source, { storyId, score: scores.get(insert.id), engagement })
      changes.add(insert.id)
    }
    for (const edit of record.edits) {
      sightings.keepUrls(edit.itemId, edit.draft.url)
      if (items.edit(edit)) changes.update(edit.itemId)
    }
    for (const text of record.deletedTexts ?? []) sightings.saveDeleted(text, source.key)
    const sighted = new Set<number>()
    for (const sighting of record.sightings) {
      const claimed = added.get(sighting.itemId) === sighting.key
      const left = sightings.save(sighting, source.key, claimed)
      if (left !== undefined) sighted.add(left)
      if (!added.has(sighting.itemId)) sighted.add(sighting.itemId)
    }
    for (const itemId of sighted) {
      sightings.summarize(itemId)
      stories.touchStoryOf(itemId)
      changes.update(itemId)
    }
    for (const move of record.moves) stories.move(move.itemId, move.storyId)
    for (const merge of record.merges) stories.merge(merge)
    for (const score of record.scores) {
      if (!added.has(score.itemId) && items.score(score)) changes.update(score.itemId)
    }
    stories.recount(record.representatives)
  }

  function saveSource(record: VisitRecord, id: number): void {
    const { at, status, nextVisitAt, intervalMs, error, validators, documentHash, feed } = record
    const columns = {
      id,
      at,
      status,
      latencyMs: Math.round(record.latencyMs),
      nextVisitAt: Math.round(nextVisitAt),
      intervalMs: Math.round(intervalMs),
    }
    const failed = record.outcome === 'failed'
    if (failed) sql.failed.run({ ...columns, code: error?.code ?? null, message: error?.message ?? null })
    else sql.succeeded.run(columns)
    if (!failed && error !== undefined) sql.cut.run({ id, at, code: error.code, message: error.message })
    else if (documentHash !== undefined) sql.whole.run(id)
    if (validators !== undefined) sql.validators.run(validators.etag, validators.lastModified, id)
    if (documentHash !== undefined) sql.document.run(documentHash, record.rulesHash ?? null, id)
    if (record.location !== undefined) sql.location.run(JSON.stringify(record.location), id)
    for (const { kind, code, message } of record.events ?? []) {
      sql.event.run(id, at, kind, code, message)
      changes.event(id)
    }
    if (feed !== undefined) sql.feed.run(feed.siteUrl ?? null, feed.iconUrl ?? null, id)
    sql.log.run(id, at, failed ? 1 : 0, record.inserts.length)
    sql.forget.run(id, at - VISITS_KEPT_MS)
  }

  return (record) => {
    const source = names.sourceBySlug(record.sourceId)
    if (source === undefined)
      throw new DigestError('storeFailed', `the store knows no source '${record.sourceId}'`)
    try {
      save.immediate(record, source)
    } catch (error) {
      // The rollback removed the words that the transaction numbered.
      names.forget()
      throw error
    }
  }
}
