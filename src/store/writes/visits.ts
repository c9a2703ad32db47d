import type { Engagement } from '../../model/entry.ts'
import { DigestError } from '../../model/errors.ts'
import { engagementPoints } from '../../model/score.ts'
import { CUT_CODE } from '../../model/source.ts'
import { DAY_MS } from '../../model/time.ts'
import { type Database, jsonRows, type WriteConnection } from '../connection.ts'
import type { SightingWrite, VisitRecord } from '../records.ts'
import type { SourceName, StoreNames } from '../rows/store-names.ts'
import { ChangeLog } from './change-log.ts'
import { editItems, insertItems, scoreItems } from './items.ts'
import { keepUrls, saveDeleted, saveEarlier, saveSightings, summarize } from './sightings.ts'
import { noteRenamed } from './sources.ts'
import { StoryWrites } from './stories.ts'

/** 7 days show a weekly rhythm of failures. */
const VISITS_KEPT_MS = 7 * DAY_MS

/** A complete document clears the error of a truncated one. */
const NEW_ERROR = `(x.code IS NOT NULL OR (x.document_hash IS NOT NULL AND last_error_code = '${CUT_CODE}'))`

export const VISIT_SQL = {
  // NULL keeps the stored value, unless a flag marks the value as new.
  source: `UPDATE sources SET last_visit_at = x.at, last_status = x.status, latency_ms = x.latency, next_visit_at = x.next_at,
      interval_ms = x.every, last_success_at = CASE WHEN x.failed = 1 THEN last_success_at ELSE x.at END,
      consecutive_errors = CASE WHEN x.failed = 1 THEN consecutive_errors + x.counts ELSE 0 END,
      last_error_code = CASE WHEN ${NEW_ERROR} THEN x.code ELSE last_error_code END,
      last_error_message = CASE WHEN ${NEW_ERROR} THEN x.message ELSE last_error_message END,
      last_error_at = CASE WHEN x.code IS NOT NULL THEN x.at WHEN ${NEW_ERROR} THEN NULL ELSE last_error_at END,
      etag = CASE WHEN x.has_validators THEN x.etag ELSE sources.etag END,
      last_modified = CASE WHEN x.has_validators THEN x.last_modified ELSE sources.last_modified END,
      rules_hash = CASE WHEN x.document_hash IS NULL THEN sources.rules_hash ELSE x.rules_hash END,
      document_hash = coalesce(x.document_hash, sources.document_hash),
      location = coalesce(x.location, sources.location), site_url = coalesce(x.site_url, sources.site_url),
      icon_url = coalesce(x.icon_url, sources.icon_url), name = x.name
    FROM json_to_recordset($2::json) x(at bigint, status int, latency bigint, next_at bigint, every bigint, failed int,
      counts int, code text, message text, has_validators boolean, etag text, last_modified text, document_hash text, rules_hash text,
      location text, site_url text, icon_url text, name text)
    WHERE sources.id = $1`,
  forget: 'DELETE FROM visits WHERE source_id = $1 AND at < $2',
  log: `INSERT INTO visits (source_id, at, failed, added) VALUES ($1, $2, $3, $4)
    ON CONFLICT (source_id, at) DO UPDATE SET failed = excluded.failed, added = excluded.added`,
} as const

/** Saves a visit in one transaction, or as a part of the open one. It takes a fixed number of statements. */
export async function saveVisit(db: Database, names: StoreNames, record: VisitRecord): Promise<void> {
  const source = await names.findSource(record.sourceId)
  if (source === undefined)
    throw new DigestError('storeFailed', `the store knows no source '${record.sourceId}'`)
  await names.addFacets([...record.inserts, ...record.edits].map(({ draft }) => draft))
  try {
    await db.write(async (tx) => {
      const changes = new ChangeLog()
      const name = record.sourceName ?? source.name
      if (name !== source.name) {
        names.rename(source, name)
        await noteRenamed(tx, source.key, changes)
      }
      await saveArticles(tx, record, source, names, changes)
      saveSource(tx, record, { ...source, name }, changes)
      await changes.write(tx, record.at)
    })
  } catch (error) {
    // The source's new name was rolled back.
    if (record.sourceName !== undefined) await names.load().catch(() => undefined)
    throw error
  }
}

async function saveArticles(
  tx: WriteConnection,
  record: VisitRecord,
  source: SourceName,
  names: StoreNames,
  changes: ChangeLog,
): Promise<void> {
  const stories = new StoryWrites(tx, changes)
  const added = new Map(record.inserts.map(({ id, draft: { key, url } }) => [id, { key, url }]))
  const scores = new Map(record.scores.map((score) => [score.itemId, score]))
  const interest = strongestInterest(record.sightings)
  const resolve = await stories.resolve(record.inserts.map(({ storyId }) => storyId))
  const items = record.inserts.map((insert) => ({
    insert,
    storyId: resolve(insert.storyId),
    score: scores.get(insert.id),
    engagement: interest.get(insert.id) ?? null,
  }))
  insertItems(tx, items, source.key, names)
  const seen = new Set(record.sightings.map(({ itemId }) => itemId))
  for (const { insert, storyId } of items) {
    stories.add(storyId, seen.has(insert.id))
    changes.put(insert.id, 'added')
  }
  if (record.edits.length > 0) {
    keepUrls(
      tx,
      record.edits.map(({ itemId, draft }) => ({ id: itemId, url: draft.url })),
    )
    await editItems(tx, record.edits, names, changes)
    saveEarlier(tx, record.edits, source.key)
  }
  saveDeleted(tx, record.deletedTexts ?? [], source.key)
  if (record.sightings.length > 0) {
    const { seen, scored } = await saveSightings(tx, record.sightings, source.key, added)
    if (seen.size + scored.size > 0) summarize(tx, [...new Set([...seen, ...scored])])
    await stories.touchStoriesOf([...seen])
    for (const id of seen) changes.put(id, 'seen')
    for (const id of scored) changes.put(id, 'scored')
  }
  await stories.move(record.moves)
  await stories.merge(record.merges)
  const others = record.scores.filter(({ itemId }) => !added.has(itemId))
  for (const id of await scoreItems(tx, others)) changes.put(id, 'scored')
  await stories.recount(record.representatives)
}

function saveSource(
  tx: WriteConnection,
  record: VisitRecord,
  { key, name }: SourceName,
  changes: ChangeLog,
): void {
  const { at, error, validators, events = [] } = record
  const failed = record.outcome === 'failed' ? 1 : 0
  const columns = {
    at,
    failed,
    counts: record.isUncounted === true ? 0 : 1,
    name,
    status: record.status,
    latency: Math.round(record.latencyMs),
    next_at: Math.round(record.nextVisitAt),
    every: Math.round(record.intervalMs),
    code: error?.code,
    message: error?.message,
    has_validators: validators !== undefined,
    etag: validators?.etag,
    last_modified: validators?.lastModified,
    document_hash: record.documentHash,
    rules_hash: record.rulesHash,
    location: record.location === undefined ? undefined : JSON.stringify(record.location),
    site_url: record.feed?.siteUrl,
    icon_url: record.feed?.iconUrl,
  }
  tx.send(VISIT_SQL.source, [key, jsonRows([columns])])
  if (events.length > 0) {
    const rows = events.map(({ kind, code, message }) => ({ source_id: key, at, kind, code, message }))
    tx.insertAll('source_events', rows)
    changes.event(key)
  }
  tx.send(VISIT_SQL.forget, [key, at - VISITS_KEPT_MS])
  tx.send(VISIT_SQL.log, [key, at, failed, record.inserts.length])
}

/** Highest reported engagement by item. */
function strongestInterest(sightings: readonly SightingWrite[]): Map<number, Engagement> {
  const strongest = new Map<number, Engagement>()
  for (const { itemId, engagement } of sightings) {
    if (engagement === null) continue
    const other = strongest.get(itemId)
    if (other === undefined || pointsOf(engagement) > pointsOf(other)) strongest.set(itemId, engagement)
  }
  return strongest
}

function pointsOf(engagement: Engagement): number {
  return engagementPoints(engagement) ?? 0
}
