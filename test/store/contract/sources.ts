import { describe, expect, it } from 'vitest'
import { EVERYTHING } from '../../../src/domain/filter.ts'
import { FIRST_STANDING } from '../../../src/domain/standing.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/time.ts'
import type { VisitRecord } from '../../../src/store/store.ts'
import type { NewPlace } from '../contract.ts'
import { aSource } from '../../a-source.ts'
import { FIRST_PAGE, NOW, aDraft, aFirstVisit, aSighting, aVisit } from '../drafts.ts'

const failure = (at: number, changes: Partial<VisitRecord> = {}) =>
  aVisit('paper', {
    at,
    outcome: 'failed',
    status: null,
    validators: undefined,
    error: { code: 'timeout', message: 'no answer within 20 s' },
    ...changes,
  })

/** Sources: what the configuration says of them, and how collecting from them goes. */
export function sourcesContract(newPlace: NewPlace): void {
  describe('a source', () => {
    it('is listed in the order of the configuration, new at first', async () => {
      const store = await (await newPlace()).open()
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
        siteUrl: null,
        category: 'general',
        region: 'uk',
        language: 'en',
        enabled: true,
        hasIcon: false,
        itemCount: 0,
        itemsLast24h: 0,
        lastItemAt: null,
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
      const store = await (await newPlace()).open()
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

    it('remembers what a visit learnt, and what the next one needs', async () => {
      const store = await (await newPlace()).open()
      await store.syncSources([aSource('paper')], NOW)
      const feed = {
        title: 'Paper',
        siteUrl: 'https://paper.example/',
        language: 'en',
        iconUrl: 'https://paper.example/i.png',
        ttlMs: undefined,
      }
      const validators = { etag: '"1"', lastModified: 'Mon' }
      const documentHash = 'hash'
      const record = aFirstVisit(
        'paper',
        { 1: aDraft('one') },
        { feed, validators, documentHash, latencyMs: 80 },
      )
      await store.saveVisit(record)

      const again = { validators: undefined, at: NOW + 9, nextVisitAt: NOW + DAY_MS }
      await store.saveVisit(aVisit('paper', { outcome: 'unchanged', status: 304, ...again }))

      expect(await store.listSourceStates()).toEqual([
        {
          sourceId: 'paper',
          validators,
          documentHash,
          siteUrl: 'https://paper.example/',
          nextVisitAt: NOW + DAY_MS,
          lastVisitAt: NOW + 9,
          consecutiveErrors: 0,
        },
      ])
      const [report] = await store.listSources(NOW + 9)
      expect(report).toMatchObject({
        siteUrl: 'https://paper.example/',
        itemCount: 1,
        itemsLast24h: 1,
        lastItemAt: NOW - HOUR_MS,
        health: { status: 'ok', lastSuccessAt: NOW + 9, lastStatus: 304, latencyMs: 13, successRate24h: 1 },
      })
    })

    it('counts items that others had first as its own too', async () => {
      const store = await (await newPlace()).open()
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

    it('goes from ok over degraded to failing, and is well again after a success', async () => {
      const store = await (await newPlace()).open()
      await store.syncSources([aSource('paper')], NOW)
      const statuses: string[] = []
      const visit = async (record: VisitRecord) => {
        await store.saveVisit(record)
        statuses.push((await store.listSources(record.at))[0]?.health.status ?? '')
      }
      const at = (minutes: number) => NOW + minutes * MINUTE_MS

      for (let minute = 0; minute < 9; minute += 1) await visit(aVisit('paper', { at: at(minute) }))
      await visit(failure(at(10)))
      await visit(failure(at(11)))
      await visit(failure(at(12), { error: { code: 'http5xx', message: 'broken' }, status: 503 }))
      const [failing] = await store.listSources(at(12))
      await visit(aVisit('paper', { at: at(13) }))
      const [again] = await store.listSources(at(13) + DAY_MS)

      expect(statuses.slice(8)).toEqual(['ok', 'degraded', 'degraded', 'failing', 'degraded'])
      expect(failing?.health).toMatchObject({
        consecutiveErrors: 3,
        successRate24h: 0.75,
        lastStatus: 503,
        lastError: { code: 'http5xx', message: 'broken', at: at(12) },
      })
      expect(again?.health).toMatchObject({ status: 'ok', consecutiveErrors: 0, successRate24h: null })
    })

    it('keeps its validators through a failure, and is gone when its server says so', async () => {
      const store = await (await newPlace()).open()
      await store.syncSources([aSource('paper')], NOW)
      await store.saveVisit(aVisit('paper', { validators: { etag: '"1"', lastModified: null } }))

      const standing = { ...FIRST_STANDING, goneSince: NOW + 1 }
      const error = { code: 'http4xx', message: 'gone' } as const
      await store.saveVisit(failure(NOW + 1, { status: 410, error, standing }))

      const [state] = await store.listSourceStates()
      expect([state?.validators.etag, state?.consecutiveErrors]).toEqual(['"1"', 1])
      expect(state?.standing).toEqual(standing)
      expect((await store.listSources(NOW + 1))[0]?.health.status).toBe('gone')
    })

    it('is told with the address that it moved to, its tokens hidden', async () => {
      const store = await (await newPlace()).open()
      await store.syncSources([aSource('paper')], NOW)
      const keptUrl = 'https://new.example/feed?token=abc'

      await store.saveVisit(aVisit('paper', { standing: { ...FIRST_STANDING, keptUrl } }))
      await store.saveVisit(aVisit('paper', { at: NOW + 1 }))

      expect((await store.listSources(NOW))[0]?.movedTo).toBe('https://new.example/feed?token=hidden')
      expect((await store.listSourceStates())[0]?.standing?.keptUrl).toBe(keptUrl)
    })

    it('tells what happened to it, newest first, and readers hear of it', async () => {
      const place = await newPlace()
      const store = await place.open()
      await store.syncSources([aSource('paper'), aSource('hn')], NOW)
      const reader = await place.openReader()
      const before = reader.version().seq
      const failing = { kind: 'failing', code: 'timeout', message: 'no answer' } as const
      const recovered = { kind: 'recovered', code: null, message: '' } as const

      await store.saveVisit(failure(NOW + 1, { events: [failing] }))
      await store.saveVisit(aVisit('paper', { at: NOW + 2, events: [recovered] }))
      await reader.refresh()

      const events = await reader.listSourceEvents(10)
      expect(events).toMatchObject([
        { ...recovered, at: NOW + 2, source: 'paper', sourceName: 'The paper', siteUrl: null },
        { ...failing, at: NOW + 1, source: 'paper' },
      ])
      expect(events[0]?.id).toBeGreaterThan(events[1]?.id ?? 0)
      expect(await reader.listSourceEvents(1)).toEqual(events.slice(0, 1))
      expect(reader.version().seq).toBeGreaterThan(before)
    })

    it('keeps its last event, and those that are not older than items are kept', async () => {
      const store = await (await newPlace()).open()
      await store.syncSources([aSource('paper'), aSource('hn')], NOW)
      const told = { kind: 'recovered', code: null, message: '' } as const
      for (const at of [NOW, NOW + 1, NOW + 2]) await store.saveVisit(aVisit('paper', { at, events: [told] }))
      await store.saveVisit(aVisit('hn', { at: NOW, events: [told] }))

      await store.prune({ firstSeenBefore: NOW + 2, maxItemsPerSource: 100 })
      const kept = await store.listSourceEvents(10)
      await store.prune({ firstSeenBefore: NOW + DAY_MS, maxItemsPerSource: 100 })
      const last = await store.listSourceEvents(10)

      expect(kept.map(({ source, at }) => [source, at])).toEqual([
        ['hn', NOW],
        ['paper', NOW + 2],
      ])
      expect(last).toEqual(kept)
    })

    it('lends its items the weight that it has now', async () => {
      const place = await newPlace()
      const store = await place.open()
      await store.syncSources([aSource('paper', { weight: 1 })], NOW)
      await store.saveVisit(aFirstVisit('paper', { 1: aDraft('one') }))
      const reader = await place.openReader()

      await store.syncSources([aSource('paper', { weight: 3 })], NOW)
      await reader.refresh()

      const { carrier, carriers } = await reader.listTrendItems(EVERYTHING, 0, NOW)
      expect(Array.from(carrier, (number) => carriers.get(number)?.weight)).toEqual([3])
    })

    it('that leaves the configuration keeps its items and is no longer listed', async () => {
      const store = await (await newPlace()).open()
      await store.syncSources([aSource('paper'), aSource('hn')], NOW)
      await store.saveVisit(aFirstVisit('paper', { 1: aDraft('one') }))

      await store.syncSources([aSource('hn')], NOW)

      expect((await store.listSources(NOW)).map(({ id }) => id)).toEqual(['hn'])
      expect((await store.listSourceStates()).map(({ sourceId }) => sourceId)).toEqual(['hn'])
      expect(await store.select(EVERYTHING, 'newest', FIRST_PAGE)).toMatchObject({ ids: [1] })
      expect((await store.findItems([1]))[0]?.source).toBe('paper')
    })

    it('takes on what the configuration changes, and starts anew at a new address', async () => {
      const store = await (await newPlace()).open()
      await store.syncSources([aSource('paper'), aSource('hn')], NOW)
      const standing = { ...FIRST_STANDING, keptUrl: 'https://kept.example/feed' }
      const learnt = { validators: { etag: '"1"', lastModified: null }, nextVisitAt: NOW + DAY_MS, standing }
      await store.saveVisit(aFirstVisit('paper', { 1: aDraft('one') }, learnt))
      await store.saveVisit(aVisit('hn', { ...learnt, documentHash: 'hash' }))

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
      expect(hn?.standing).toBeUndefined()
      expect(paper?.standing).toEqual(standing)
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
