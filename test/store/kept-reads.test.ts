import { expect, it } from 'vitest'
import { EVERYTHING, type ItemFilter } from '../../src/model/filter.ts'
import { HOUR_MS } from '../../src/model/time.ts'
import type { ReadStore } from '../../src/store/read-store.ts'
import { findTrends } from '../../src/stories/trends/trends.ts'
import { NOW } from './drafts.ts'
import { RandomChanges, SOURCES } from './random-changes.ts'
import { newSqliteFixture } from './sqlite-fixture.ts'

const ROUNDS = 60
const TECHNOLOGY: ItemFilter = { ...EVERYTHING, category: { include: ['technology'], exclude: [] } }

it('a reader that stays open reports and ranks as a new one does, while items come, change and go', async () => {
  const fixture = await newSqliteFixture()
  const store = await fixture.open()
  const changes = new RandomChanges(11)
  await changes.begin(store)
  const kept = await fixture.openReader()
  let trending = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    await changes.change(store)
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
    items: await listed(store),
    activity: [await store.hourOfWeekActivity(NOW), await store.hourOfWeekActivity(NOW - 24 * HOUR_MS)],
    sources: await store.listSources(NOW),
    health: await store.listSourceHealth(NOW),
    named: await store.findSources(SOURCES),
    categories: await store.listCategories(NOW),
    stats: await store.stats(NOW),
  }
}

async function listed(store: ReadStore) {
  const { ids } = await store.select(EVERYTHING, 'hot', { limit: 500, offset: 0, after: undefined })
  return (await store.findItemJson(ids)).map(({ json }) => json.toString())
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
