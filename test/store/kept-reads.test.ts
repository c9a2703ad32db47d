import { expect, it } from 'vitest'
import { EVERYTHING, type ItemFilter } from '../../src/model/filter.ts'
import { HOUR_MS, MINUTE_MS } from '../../src/model/time.ts'
import type { ReadStore } from '../../src/store/read-store.ts'
import type { Store } from '../../src/store/store.ts'
import { findTrends } from '../../src/stories/trends/trends.ts'
import { aSource } from '../a-source.ts'
import { randomOf } from '../random.ts'
import { aDraft, aScore, aSighting, aVisit, anInsert, NOW } from './drafts.ts'
import { newSqliteFixture } from './sqlite-fixture.ts'

const ROUNDS = 60
const ITEMS_A_ROUND = 8
const SOURCES = ['alpha', 'beta', 'gamma', 'delta']
const TECHNOLOGY: ItemFilter = { ...EVERYTHING, category: { include: ['technology'], exclude: [] } }

interface Known {
  readonly id: number
  readonly source: string
  readonly publisher: string
  storyId: number
  publishedAt: number
}

const random = randomOf(11)
let nextId = 0

it('a reader that stays open reports and ranks as a new one does, while items come, change and go', async () => {
  const fixture = await newSqliteFixture()
  const store = await fixture.open()
  await syncSources(store)
  await store.reserveIds('item', 10_000)
  await store.reserveIds('story', 10_000)
  const kept = await fixture.openReader()
  const items: Known[] = []
  let trending = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    await change(store, items)
    await kept.refresh()
    const fresh = await fixture.openReader()

    const found = await readsOf(kept)
    expect(found, `round ${round}`).toEqual(await readsOf(fresh))

    trending += found.trends.flat().length
  }
  // Without any that trend the test would show nothing.
  expect(trending).toBeGreaterThan(ROUNDS)
})

async function readsOf(store: ReadStore) {
  return {
    trends: [
      await trendsOf(store, EVERYTHING, 24, NOW),
      await trendsOf(store, EVERYTHING, 72, NOW),
      await trendsOf(store, TECHNOLOGY, 24, NOW),
      await trendsOf(store, EVERYTHING, 12, NOW - 24 * HOUR_MS),
    ],
    activity: [await store.hourOfWeekActivity(NOW), await store.hourOfWeekActivity(NOW - 24 * HOUR_MS)],
    sources: await store.listSources(NOW),
    health: await store.listSourceHealth(NOW),
    named: await store.findSources(SOURCES),
    categories: await store.listCategories(NOW),
    stats: await store.stats(NOW),
  }
}

async function trendsOf(store: ReadStore, filter: ItemFilter, hours: number, now: number) {
  const hourOfWeek = await store.hourOfWeekActivity(now)
  const trends = await findTrends(
    ({ from, until }, stories) => store.listTrendItems(filter, from, until, stories),
    { now, knownAt: NOW, hours, hourOfWeek },
  )
  // All that is worked out when asked for.
  return trends.map(({ storyId, itemId, trend }) => ({ storyId, itemId, trend }))
}

/** What collecting does to a store: new items most of all. */
async function change(store: Store, items: Known[]): Promise<void> {
  const item = items.length < ITEMS_A_ROUND ? undefined : pick(items)
  const kind = item === undefined ? 0 : below(8)
  if (item === undefined || kind <= 2) {
    await store.saveVisit(newItems(items))
  } else if (kind === 3) {
    item.publishedAt = someTime()
    const edit = { itemId: item.id, draft: draftOf(item), updatedAt: NOW }
    await store.saveVisit(aVisit(item.source, { edits: [edit] }))
  } else if (kind === 4) {
    const parts = { weight: 1, coverage: 1, engagement: below(8) }
    await store.saveVisit(aVisit(item.source, { scores: [{ itemId: item.id, score: 30, hot: 1, parts }] }))
  } else if (kind === 5) {
    const from = pick(items).storyId
    if (from === item.storyId) return
    for (const each of items) if (each.storyId === from) each.storyId = item.storyId
    await store.saveVisit(aVisit(item.source, { merges: [{ from, into: item.storyId }] }))
  } else if (kind === 6) {
    items.splice(items.indexOf(item), 1)
    await store.saveCorrections({ at: NOW, deletes: [item.id], corrections: [] })
  } else {
    await syncSources(store)
  }
}

/** Some in stories that are there. */
function newItems(items: Known[]) {
  const source = pick(SOURCES)
  const added = Array.from({ length: ITEMS_A_ROUND }, (): Known => {
    const id = (nextId += 1)
    const storyId = items.length > 0 && below(3) > 0 ? pick(items).storyId : id
    const known = { id, source, publisher: pick(SOURCES), storyId, publishedAt: someTime() }
    items.push(known)
    return known
  })
  return aVisit(source, {
    inserts: added.map((known) => anInsert(known.id, known.storyId, draftOf(known))),
    sightings: added.map((known) => aSighting(known.id, draftOf(known))),
    scores: added.map(({ id }) => aScore(id, 20, id)),
  })
}

function draftOf({ id, publisher, publishedAt }: Known) {
  return aDraft(`item-${id}`, {
    key: `https://${publisher}.example/${id}`,
    url: `https://${publisher}.example/${id}`,
    contentHash: `content-${id}-${publishedAt}`,
    category: id % 3 === 0 ? 'science' : 'technology',
    publishedAt,
  })
}

async function syncSources(store: Store): Promise<void> {
  const [left] = below(3) === 0 ? SOURCES : []
  const sources = SOURCES.filter((id) => id !== left).map((id) =>
    aSource(id, { weight: 1 + below(3), name: `The ${id} ${below(3)}` }),
  )
  await store.syncSources(sources, NOW)
}

/** In the last four days, to the minute. */
function someTime(): number {
  return NOW - below(96 * 60) * MINUTE_MS
}

function below(limit: number): number {
  return Math.floor(random() * limit)
}

function pick<T>(values: readonly T[]): T {
  return values[below(values.length)] as T
}
