import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EVERYTHING } from '../../src/model/filter.ts'
import type { ReadStore } from '../../src/store/read-store.ts'
import { Database } from '../../src/store/sqlite/driver.ts'
import { openSqliteReadStore } from '../../src/store/sqlite/open.ts'
import { collectionIn, type MadeCollection } from './collection.ts'
import { Inventor } from './inventor.ts'
import { DAYS } from './publishing-times.ts'
import { inventSources, SOURCES } from './sources.ts'

const ITEMS = 3_000

describe('a made collection', () => {
  const folder = mkdtempSync(join(tmpdir(), 'content-digest-million-'))
  let collection: MadeCollection
  let store: ReadStore

  beforeAll(async () => {
    collection = await collectionIn(join(folder, 'few'), ITEMS, () => undefined)
    store = await openSqliteReadStore(join(collection.data, 'digest.db'), { now: () => collection.endAt })
  })

  afterAll(async () => {
    await store.close()
    rmSync(folder, { recursive: true })
  })

  it('has as many items as were asked for, of all its days and most of its sources', async () => {
    const window = { limit: 1, offset: 0, after: undefined }
    const { total, ids } = await store.select(EVERYTHING, 'oldest', window)
    const [oldest] = await store.findItems(ids)
    const published = (await store.listSources(collection.endAt)).filter(({ itemCount }) => itemCount > 0)

    expect(total).toBe(ITEMS)
    expect(collection.endAt - (oldest?.publishedAt ?? 0)).toBeGreaterThan((DAYS - 10) * 86_400_000)
    expect(published.length).toBeGreaterThan(SOURCES / 3)
  })

  it('counts the items of stories as they are', () => {
    const db = new Database(join(collection.data, 'digest.db'), { readonly: true })
    const wrong = db
      .prepare(
        'SELECT id FROM stories WHERE item_count <> (SELECT count(*) FROM items WHERE story_id = stories.id)',
      )
      .all()
    const several = db.prepare('SELECT count(*) FROM stories WHERE source_count > 1').pluck().get()
    db.close()

    expect(wrong).toEqual([])
    expect(several).toBeGreaterThan(30)
  })
})

it('invents the same visits for the same seed', () => {
  const inventor = (seed: number) => new Inventor(inventSources(), { itemId: 1, storyId: 1 }, seed)

  expect(inventor(5).visit(0, 10)).toEqual(inventor(5).visit(0, 10))
  expect(inventor(5).visit(0, 10)).not.toEqual(inventor(6).visit(0, 10))
})
