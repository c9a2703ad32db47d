import { describe, expect, it } from 'vitest'
import { INITIAL_LOCATION } from '../../../src/model/source.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/model/time.ts'
import type { VisitRecord } from '../../../src/store/records.ts'
import { aSource } from '../../a-source.ts'
import type { NewStoreFixture } from '../contract.ts'
import { NOW, aDraft, aFirstVisit, aVisit } from '../drafts.ts'

/** How collecting from sources goes: what visits learn, whether they fail, and what is told of that. */
export function sourceLocationContract(newFixture: NewStoreFixture): void {
  describe('a source that is visited', () => {
    it('remembers what a visit learnt, and what the next one needs', async () => {
      const store = await (await newFixture()).open()
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
      const rulesHash = 'rules'
      const record = aFirstVisit(
        'paper',
        { 1: aDraft('one') },
        { feed, validators, documentHash, rulesHash, latencyMs: 80 },
      )
      await store.saveVisit(record)

      const again = { validators: undefined, at: NOW + 9, nextVisitAt: NOW + DAY_MS }
      await store.saveVisit(aVisit('paper', { outcome: 'unchanged', status: 304, ...again }))

      expect(await store.listSourceStates()).toEqual([
        {
          sourceId: 'paper',
          validators,
          documentHash,
          rulesHash,
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

    it('goes from ok over degraded to failing, and is well again after a success', async () => {
      const store = await (await newFixture()).open()
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

    it('is well where entries were left out, which stands until a document has no more than are read', async () => {
      const store = await (await newFixture()).open()
      await store.syncSources([aSource('paper')], NOW)
      const error = { code: 'tooManyEntries', message: '1,000 are left out' } as const
      const visit = async (changes: Partial<VisitRecord>) => {
        await store.saveVisit(aVisit('paper', changes))
        const { status, lastError } = (await store.listSources(NOW))[0]?.health ?? {}
        return [status, lastError]
      }

      const cut = await visit({ at: NOW + 1, documentHash: 'a', error })
      const unchanged = await visit({ at: NOW + 2, outcome: 'unchanged' })
      const whole = await visit({ at: NOW + 3, documentHash: 'b' })
      await store.saveVisit(failure(NOW + 4))
      const recovered = await visit({ at: NOW + 5, documentHash: 'c' })

      expect(cut).toEqual(['ok', { ...error, at: NOW + 1 }])
      expect(unchanged).toEqual(cut)
      expect(whole).toEqual(['ok', null])
      expect(recovered[1]).toMatchObject({ at: NOW + 4 })
    })

    it('is not failing because of visits that do not count', async () => {
      const store = await (await newFixture()).open()
      await store.syncSources([aSource('paper')], NOW)
      const error = { code: 'rateLimited', message: 'wait' } as const
      await store.saveVisit(failure(NOW + 1, { error }))

      for (const later of [2, 3, 4]) await store.saveVisit(failure(NOW + later, { error, isUncounted: true }))

      const [source] = await store.listSources(NOW + 5)
      expect(source?.health).toMatchObject({ status: 'degraded', consecutiveErrors: 1, successRate24h: 0 })
      expect(source?.health.lastError).toMatchObject({ code: 'rateLimited', at: NOW + 4 })
    })

    it('keeps its validators through a failure, and is gone when its server says so', async () => {
      const store = await (await newFixture()).open()
      await store.syncSources([aSource('paper')], NOW)
      await store.saveVisit(aVisit('paper', { validators: { etag: '"1"', lastModified: null } }))

      const location = { ...INITIAL_LOCATION, goneSince: NOW + 1 }
      const error = { code: 'http4xx', message: 'gone' } as const
      await store.saveVisit(failure(NOW + 1, { status: 410, error, location }))

      const [state] = await store.listSourceStates()
      expect([state?.validators.etag, state?.consecutiveErrors]).toEqual(['"1"', 1])
      expect(state?.location).toEqual(location)
      expect((await store.listSources(NOW + 1))[0]?.health.status).toBe('gone')
    })

    it('is told with the address that it moved to, its tokens hidden', async () => {
      const store = await (await newFixture()).open()
      await store.syncSources([aSource('paper')], NOW)
      const movedTo = 'https://new.example/feed?token=abc'

      await store.saveVisit(aVisit('paper', { location: { ...INITIAL_LOCATION, movedTo } }))
      await store.saveVisit(aVisit('paper', { at: NOW + 1 }))

      expect((await store.listSources(NOW))[0]?.movedTo).toBe('https://new.example/feed?token=hidden')
      expect((await store.listSourceStates())[0]?.location?.movedTo).toBe(movedTo)
    })

    it('tells what happened to it, newest first, and readers hear of it', async () => {
      const fixture = await newFixture()
      const store = await fixture.open()
      await store.syncSources([aSource('paper'), aSource('hn')], NOW)
      const reader = await fixture.openReader()
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
      const store = await (await newFixture()).open()
      await store.syncSources([aSource('paper'), aSource('hn')], NOW)
      const recovered = { kind: 'recovered', code: null, message: '' } as const
      for (const at of [NOW, NOW + 1, NOW + 2])
        await store.saveVisit(aVisit('paper', { at, events: [recovered] }))
      await store.saveVisit(aVisit('hn', { at: NOW, events: [recovered] }))

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
  })
}

function failure(at: number, changes: Partial<VisitRecord> = {}): VisitRecord {
  return aVisit('paper', {
    at,
    outcome: 'failed',
    status: null,
    validators: undefined,
    error: { code: 'timeout', message: 'no answer within 20 s' },
    ...changes,
  })
}
