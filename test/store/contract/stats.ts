import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../src/model/time.ts'
import { aSource } from '../../a-source.ts'
import type { NewStoreFixture } from '../contract.ts'
import { NOW, aDraft, aFirstVisit, aSighting, aVisit, anInsert } from '../drafts.ts'

/** Counts over the whole collection. */
export function statsContract(newFixture: NewStoreFixture): void {
  describe('the counts', () => {
    it('of an empty store are all there and zero', async () => {
      const store = await (await newFixture()).open()

      const stats = await store.stats(NOW)

      expect(stats.items).toEqual({ total: 0, last24h: 0, last7d: 0, oldestAt: null, newestAt: null })
      expect([stats.byCategory, stats.byDay, stats.stories.total, stats.duplicatesMerged]).toEqual([
        [],
        [],
        0,
        0,
      ])
      expect(stats.byHourOfWeek).toEqual(Array.from({ length: 168 }, () => 0))
      expect(stats.collector).toEqual({
        visitsLast24h: 0,
        failedLast24h: 0,
        itemsAddedLast24h: 0,
        lastVisitAt: null,
      })
      expect(await store.listCategories(NOW)).toEqual([])
      expect(await store.ping()).toMatchObject({ itemCount: 0, newestItemAt: null })
    })

    it('tell of the items that no configured source has', async () => {
      const store = await (await newFixture()).open()
      await store.syncSources([aSource('paper'), aSource('hn'), aSource('old')], NOW)
      const [one, two, three] = [aDraft('one'), aDraft('two'), aDraft('three')]
      await store.saveVisit(aFirstVisit('paper', { 1: one }))
      await store.saveVisit(
        aVisit('old', {
          inserts: [anInsert(2, 2, two), anInsert(3, 3, three)],
          sightings: [aSighting(1, one), aSighting(2, two), aSighting(3, three)],
        }),
      )
      await store.saveVisit(aVisit('hn', { sightings: [aSighting(3, three)] }))

      expect(await store.countLeftItems(['paper', 'hn', 'old'])).toEqual({ items: 0, bySource: [] })
      expect(await store.countLeftItems(['paper'])).toEqual({
        items: 2,
        bySource: [
          { name: 'old', count: 2 },
          { name: 'hn', count: 1 },
        ],
      })
    })

    it('tell of items, stories, sources, days, hours and visits', async () => {
      const store = await (await newFixture()).open()
      await store.syncSources([aSource('paper'), aSource('hn')], NOW)
      const one = aDraft('one', { category: 'world', region: 'uk' })
      const two = aDraft('two', { category: 'world', language: null, publishedAt: NOW - 2 * DAY_MS })
      const three = aDraft('three', { category: 'sport', language: 'de', publishedAt: NOW - 8 * DAY_MS })
      await store.saveVisit(aFirstVisit('paper', { 1: one, 2: two }, { at: NOW - 2 * DAY_MS }))
      await store.saveVisit(
        aVisit('hn', {
          inserts: [anInsert(3, 1, three)],
          sightings: [aSighting(3, three), aSighting(1, one)],
        }),
      )
      await store.saveVisit(
        aVisit('paper', { at: NOW - 1, outcome: 'failed', error: { code: 'dns', message: 'x' } }),
      )

      const stats = await store.stats(NOW)

      expect(stats.items).toEqual({
        total: 3,
        last24h: 1,
        last7d: 2,
        oldestAt: NOW - 8 * DAY_MS,
        newestAt: NOW - HOUR_MS,
      })
      expect(stats.stories).toEqual({ total: 2, multiSource: 1 })
      expect(stats.duplicatesMerged).toBe(1)
      expect(stats.byCategory).toEqual([
        { name: 'world', count: 2 },
        { name: 'sport', count: 1 },
      ])
      expect(stats.byRegion).toEqual([{ name: 'uk', count: 1 }])
      expect(stats.byLanguage).toEqual([
        { name: 'de', count: 1 },
        { name: 'en', count: 1 },
      ])
      expect(stats.bySource).toEqual([
        { name: 'hn', count: 2 },
        { name: 'paper', count: 2 },
      ])
      expect(stats.byDay).toEqual([
        { date: '2026-02-22', count: 1, byCategory: [{ name: 'sport', count: 1 }] },
        { date: '2026-02-28', count: 1, byCategory: [{ name: 'world', count: 1 }] },
        { date: '2026-03-02', count: 1, byCategory: [{ name: 'world', count: 1 }] },
      ])
      // NOW is Monday noon: an hour before it, Saturday noon, and Sunday noon of the week before.
      expect([
        stats.byHourOfWeek[11],
        stats.byHourOfWeek[5 * 24 + 12],
        stats.byHourOfWeek[6 * 24 + 12],
      ]).toEqual([1, 1, 1])
      expect(stats.collector).toEqual({
        visitsLast24h: 2,
        failedLast24h: 1,
        itemsAddedLast24h: 1,
        lastVisitAt: NOW,
      })
      expect(stats.storage.bytes).toBeGreaterThan(0)
      expect(stats.storage.schemaVersion).toBeGreaterThan(0)
      expect(await store.ping()).toMatchObject({ itemCount: 3, newestItemAt: NOW - HOUR_MS })
    })

    it('by category add up to the number of items, and name what is configured but still empty', async () => {
      const store = await (await newFixture()).open()
      const empty = aSource('zoo', { category: 'pets-and-zoos', categoryName: 'Pets & Zoos' })
      await store.syncSources([aSource('paper'), aSource('hn'), empty], NOW)
      const articles = {
        1: aDraft('one', { category: 'world' }),
        2: aDraft('two', { category: 'world', publishedAt: NOW - 3 * DAY_MS }),
        3: aDraft('three'),
      }
      await store.saveVisit(aFirstVisit('paper', articles))
      await store.saveVisit(aVisit('hn', { sightings: [aSighting(2, articles[2])] }))

      const categories = await store.listCategories(NOW)

      expect(categories).toEqual([
        {
          name: 'world',
          displayName: 'world',
          count: 2,
          sourceCount: 2,
          countLast24h: 1,
          latestAt: NOW - HOUR_MS,
        },
        {
          name: 'general',
          displayName: 'general',
          count: 1,
          sourceCount: 2,
          countLast24h: 1,
          latestAt: NOW - HOUR_MS,
        },
        {
          name: 'pets-and-zoos',
          displayName: 'Pets & Zoos',
          count: 0,
          sourceCount: 1,
          countLast24h: 0,
          latestAt: null,
        },
      ])
      expect([...(await store.categoryNames())]).toEqual([['pets-and-zoos', 'Pets & Zoos']])
    })

    it('of a category follow the settings when they spell it otherwise', async () => {
      const store = await (await newFixture()).open()
      const zoo = aSource('zoo', { category: 'pets-and-zoos', categoryName: 'Pets & Zoos' })
      await store.syncSources([zoo], NOW)
      const before = store.version().seq

      await store.syncSources([{ ...zoo, categoryName: 'Pets and Zoos' }], NOW)
      await store.refresh()

      expect((await store.listCategories(NOW))[0]?.displayName).toBe('Pets and Zoos')
      expect((await store.listSources(NOW))[0]?.categoryName).toBe('Pets and Zoos')
      expect(store.version().seq).toBeGreaterThan(before)
    })
  })
}
