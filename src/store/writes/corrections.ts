import { isDeepStrictEqual } from 'node:util'
import { canonicalKey } from '../../url/url.ts'
import { type Database, findValue, jsonOrNull, type WriteConnection } from '../connection.ts'
import { itemReads } from '../reads/items.ts'
import type { CorrectionRecord, ItemCorrection } from '../records.ts'
import { keyHash } from '../rows/hashes.ts'
import type { StoreNames } from '../rows/store-names.ts'
import { ChangeLog } from './change-log.ts'
import { deleteItems } from './deletes.ts'
import { replaceTags, scoreItems } from './items.ts'
import { keepUrls } from './sightings.ts'
import { StoryWrites } from './stories.ts'

export const CORRECTION_SQL = {
  correct: 'UPDATE items SET facet_id = $2, url = $3, title = $4, tags = $5 WHERE id = $1',
  ownerOf: 'SELECT item_id FROM addresses WHERE key_hash = $1::uuid',
  // An empty hash, since NULL means never read.
  unread: `UPDATE sources SET etag = NULL, last_modified = NULL, document_hash = ''
    WHERE document_hash IS NOT NULL AND id IN (SELECT source_id FROM sightings WHERE item_id = ANY($1::bigint[]))`,
  claim: 'INSERT INTO addresses (key_hash, item_id) VALUES ($1::uuid, $2)',
} as const

/** Saves corrections in one transaction, or as a part of the open one. */
export function saveCorrections(db: Database, names: StoreNames, record: CorrectionRecord): Promise<void> {
  return db.write(async (tx) => {
    // Facets added by an earlier attempt may have been rolled back.
    await names.load(tx)
    const changes = new ChangeLog()
    const stories = new StoryWrites(tx, changes)
    if (record.deletes.length > 0) tx.send(CORRECTION_SQL.unread, [record.deletes])
    await deleteItems(tx, record.deletes, 'removed', { changes, stories })
    for (const correction of record.corrections) await correct(tx, correction, names, changes)
    await stories.recount()
    await changes.write(tx, record.at)
  })
}

async function correct(
  tx: WriteConnection,
  correction: ItemCorrection,
  names: StoreNames,
  changes: ChangeLog,
): Promise<void> {
  const { itemId: id, score } = correction
  const [item] = await itemReads(tx, names).findItems([id])
  if (item === undefined) return
  const { title = item.title, tags = item.tags, category = item.category, region = item.region } = correction
  const url = (await claimUrl(tx, id, correction.url)) ? (correction.url ?? item.url) : item.url
  await replaceTags(tx, [{ id, tags }])
  const words = { category, region, language: item.language }
  await names.addFacets([words])
  tx.send(CORRECTION_SQL.correct, [id, names.facetKey(words), url, title, jsonOrNull(tags)])
  if (title !== item.title || url !== item.url) changes.put(id, 'edited')
  if (category !== item.category || region !== item.region || !isDeepStrictEqual(tags, item.tags))
    changes.put(id, 'filed')
  if (score !== undefined) for (const scored of await scoreItems(tx, [score])) changes.put(scored, 'scored')
}

/** @returns whether the item can have this address; false if another article has it, or it is invalid */
async function claimUrl(tx: WriteConnection, id: number, url: string | undefined): Promise<boolean> {
  const key = url === undefined ? undefined : canonicalKey(url)
  if (url === undefined || key === undefined) return false
  const owner = await findValue<number | null>(tx, CORRECTION_SQL.ownerOf, [keyHash(key)])
  if (owner !== undefined && owner !== id) return false
  keepUrls(tx, [{ id, url }])
  if (owner === undefined) tx.send(CORRECTION_SQL.claim, [keyHash(key), id])
  return true
}
