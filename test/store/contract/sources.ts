import { describe, expect, it } from 'vitest'
import { EVERYTHING } from '../../../src/model/filter.ts'
import { INITIAL_LOCATION } from '../../../src/model/source.ts'
import { DAY_MS, MINUTE_MS } from '../../../src/model/time.ts'
import { aSource } from '../../a-source.ts'
import type { NewStoreFixture } from '../contract.ts'
import { FIRST_PAGE, NOW, aDraft, aFirstVisit, aSighting, aVisit } from '../drafts.ts'

/** Sources: what the configuration says of them, and what of it their items take on. */
export function sourcesContract(newFixture: NewStoreFixture): void {
  describe('a source', () => {
    it('is listed in the order of the configuration, new at first', async () => {
      const store = await (await newFixture()).open()
      const paper = aSource('paper', { url: 'https://user:pass@paper.example/feed?token=abc', region: 'uk' })

      await store.syncSources([aSource('zoo', { enabled: false }), paper, aSource('blog')], NOW)

      const reports = await store.listSources(NOW)
      expect(reports.map(({ id, health }) => [id, health.status])).toEqual([
        ['zoo', 'disabled'],
        ['paper', 'new'],
        ['blog', 'new'],
      ])
      expect(reports[1]).toEqual({
        id: 'paper',
        name: 'The paper',
        type: 'feed',
        feedUrl: 'https://paper.example/feed?token=hidden',
        isFeedUrlPublic: false,
        siteUrl: null,
        category: 'general',
        categoryName: 'general',
        region: 'uk',
        language: 'en',
        enabled: true,
        hasIcon: false,
        itemCount: 0,
        itemsLast24h: 0,
        lastItemAt: null,
        silentSince: null,
        itemsByDay: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        movedTo: null,
        health: {
          status: 'new',
          lastVisitAt: null,
          lastSuccessAt: null,
          nextVisitAt: null,
          intervalSeconds: 3600,
          consecutiveErrors: 0,
          successRate24h: null,
          latencyMs: null,
          lastStatus: null,
          lastError: null,
        },
      })
    })

    it('takes its items along to another category and region, but for those that a rule put elsewhere', async () => {
      const store = await (await newFixture()).open()
      await store.syncSources([aSource('paper'), aSource('blog')], NOW)
      const sport = aDraft('sport', { category: 'sport', language: 'de' })
      await store.saveVisit(
        aFirstVisit('paper', { 1: aDraft('one'), 2: aDraft('two', { language: null }), 3: sport }),
      )
      await store.saveVisit(aFirstVisit('blog', { 4: aDraft('four') }))

      await store.syncSources([aSource('paper', { category: 'science', region: 'fr' }), aSource('blog')], NOW)

      const items = await store.findItems([1, 2, 3, 4])
      const filed = items.map(({ id, category, region, language }) => [id, category, region, language])
      expect(filed).toEqual([
        [1, 'science', 'fr', 'en'],
        [2, 'science', 'fr', null],
        [3, 'sport', 'fr', 'de'],
        [4, 'general', null, 'en'],
      ])
    })

    it('counts items that others had first as its own too', async () => {
      const store = await (await newFixture()).open()
      await store.syncSources([aSource('paper'), aSource('hn')], NOW)
      const [one, old] = [aDraft('one'), aDraft('old', { publishedAt: NOW - 2 * DAY_MS })]
      await store.saveVisit(aFirstVisit('paper', { 1: one, 2: old }))
      await store.saveVisit(aVisit('hn', { sightings: [aSighting(2, old)] }))

      const reports = await store.listSources(NOW)

      expect(reports.map((report) => [report.itemCount, report.itemsLast24h, report.lastItemAt])).toEqual([
        [2, 1, one.publishedAt],
        [1, 0, old.publishedAt],
      ])
      expect(reports.map((report) => report.itemsByDay.slice(-4))).toEqual([
        [0, 1, 0, 1],
        [0, 1, 0, 0],
      ])
    })

    it('lends its items the weight that it has now', async () => {
      const fixture = await newFixture()
      const store = await fixture.open()
      await store.syncSources([aSource('paper', { weight: 1 })], NOW)
      await store.saveVisit(aFirstVisit('paper', { 1: aDraft('one') }))
      const reader = await fixture.openReader()

      await store.syncSources([aSource('paper', { weight: 3 })], NOW)
      await reader.refresh()

      const { carrier, carriers } = await reader.listTrendItems(EVERYTHING, 0, NOW)
      expect(Array.from(carrier, (number) => carriers.get(number)?.weight)).toEqual([3])
    })

    it('are found by their ids with the name and address that they have now', async () => {
      const fixture = await newFixture()
      const store = await fixture.open()
      await store.syncSources([aSource('paper'), aSource('hn')], NOW)
      const reader = await fixture.openReader()
      const ids = ['paper', 'hn', 'nobody']
      const before = await reader.findSources(ids)

      await store.syncSources([aSource('paper', { url: 'https://new.example/feed?token=secret' })], NOW)
      await reader.refresh()

      expect([...before.keys()]).toEqual(['paper', 'hn'])
      const feedUrl = 'https://new.example/feed?token=hidden'
      expect([...(await reader.findSources(ids)).values()]).toEqual([
        { id: 'paper', name: aSource('paper').name, feedUrl },
      ])
    })

    it('that leaves the configuration keeps its items and is no longer listed', async () => {
      const store = await (await newFixture()).open()
      await store.syncSources([aSource('paper'), aSource('hn')], NOW)
      await store.saveVisit(aFirstVisit('paper', { 1: aDraft('one') }))

      await store.syncSources([aSource('hn')], NOW)

      expect((await store.listSources(NOW)).map(({ id }) => id)).toEqual(['hn'])
      expect((await store.listSourceStates()).map(({ sourceId }) => sourceId)).toEqual(['hn'])
      expect(await store.select(EVERYTHING, 'newest', FIRST_PAGE)).toMatchObject({ ids: [1] })
      expect((await store.findItems([1]))[0]?.source).toBe('paper')
    })

    it('takes on what the configuration changes, and starts anew at a new address', async () => {
      const store = await (await newFixture()).open()
      await store.syncSources([aSource('paper'), aSource('hn')], NOW)
      const location = { ...INITIAL_LOCATION, keptUrl: 'https://kept.example/feed' }
      const learnt = { validators: { etag: '"1"', lastModified: null }, nextVisitAt: NOW + DAY_MS, location }
      await store.saveVisit(aFirstVisit('paper', { 1: aDraft('one') }, learnt))
      await store.saveVisit(aVisit('hn', { ...learnt, documentHash: 'hash', rulesHash: 'rules' }))

      await store.syncSources(
        [
          aSource('hn', { url: 'https://elsewhere.example/feed' }),
          aSource('paper', { name: 'New name', category: 'world', everyMs: 10 * MINUTE_MS }),
        ],
        NOW,
      )

      const [hn, paper] = await store.listSourceStates()
      expect(hn).toMatchObject({
        sourceId: 'hn',
        validators: { etag: null },
        documentHash: null,
        nextVisitAt: null,
      })
      expect(hn?.rulesHash).toBeUndefined()
      expect(hn?.location).toBeUndefined()
      expect(paper?.location).toEqual(location)
      expect(paper).toMatchObject({ validators: { etag: '"1"' }, nextVisitAt: NOW + 10 * MINUTE_MS })
      expect((await store.findItems([1]))[0]?.sourceName).toBe('New name')
      const reports = await store.listSources(NOW)
      expect(reports.map(({ id, category, health }) => [id, category, health.status])).toEqual([
        ['hn', 'general', 'new'],
        ['paper', 'world', 'ok'],
      ])
    })
  })
}
