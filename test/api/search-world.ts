import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ItemDraft } from '../../src/model/item.ts'
import type { ReadStore } from '../../src/store/read-store.ts'
import { openSqliteReadStore, openSqliteStore } from '../../src/store/sqlite/open.ts'
import { aSource } from '../a-source.ts'
import { aDraft, anInsert, aSighting, aVisit } from '../store/drafts.ts'
import { NOW } from './world.ts'

/** A store with just these articles, their ids from 1. */
export async function openArticles(
  articles: readonly Partial<ItemDraft>[],
): Promise<{ readonly store: ReadStore; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'digest-search-'))
  const file = join(folder, 'digest.db')
  const writer = await openSqliteStore(file, { now: () => NOW })
  await writer.syncSources([aSource('paper', { name: 'The Morning Paper' })], NOW)
  const drafts = articles.map((article, i) => aDraft(`a${i + 1}`, { publishedAt: NOW, ...article }))
  const inserts = drafts.map((draft, i) => anInsert(i + 1, i + 1, draft))
  const sightings = drafts.map((draft, i) => aSighting(i + 1, draft))
  await writer.saveVisit(aVisit('paper', { inserts, sightings, at: NOW }))
  const store = await openSqliteReadStore(file, { now: () => NOW })
  return {
    store,
    async close() {
      await store.close()
      await writer.close()
      await rm(folder, { recursive: true })
    },
  }
}
