import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../src/model/time.ts'
import { type Fetched, fetchIntoInbox } from '../../src/pipeline/visit-source.ts'
import { openPostgresReadStore, openPostgresStore } from '../../src/store/postgres/open.ts'
import { aSource } from '../a-source.ts'
import { bridgeEntries } from '../an-entry.ts'
import { ask } from '../api/ask.ts'
import { serve } from '../api/serve.ts'
import { visitDepsOf } from '../visit-deps.ts'
import { read } from '../visits.ts'
import { aDraft, aFirstVisit, NOW } from './drafts.ts'
import { kept } from './kept.ts'
import { hasPostgres, newPostgresFixture, restart } from './postgres-fixture.ts'

/** Needs no rows of the store, or is kept as an answer. */
const ANSWERED = [
  '/livez',
  '/api/items?limit=1',
  '/api/items?fields=id',
  '/api/items?fields=id&category=world&sort=hot',
  '/api/search?q=title&fields=id',
  '/api/categories',
]

/** Needs rows that nobody asked for before. */
const REFUSED = ['/api/items?limit=2', '/api/search?q=title', '/api/article?id=1', '/feed/rss', '/readyz']

describe.skipIf(!hasPostgres('answers while PostgreSQL is away') || restart === undefined)(
  'while PostgreSQL is away',
  () => {
    it('what needs no rows is answered, the rest is 503 with Retry-After, and all is well when it is back', async () => {
      const fixture = await newPostgresFixture()
      const writer = await fixture.open()
      await writer.syncSources([aSource('paper')], NOW)
      await writer.saveVisit(aFirstVisit('paper', { 1: aDraft('one'), 2: aDraft('two') }))
      const reader = kept(await openPostgresReadStore(fixture.address, { now: () => NOW, listens: true }))
      const served = await serve(reader)
      const get = (path: string) => ask(`${served.base}${path}`)
      const statuses = async (paths: readonly string[]) =>
        Promise.all(paths.map(async (path) => `${path} ${(await get(path)).status}`))
      const all = (paths: readonly string[], status: number) => paths.map((path) => `${path} ${status}`)
      const before = await get('/api/items?limit=1')
      await get('/api/categories')
      await get('/api/search?q=title&fields=id')

      await restart?.(async () => {
        // The step of the clock of most answers.
        served.now += MINUTE_MS
        expect(await statuses(ANSWERED)).toEqual(all(ANSWERED, 200))
        expect((await get('/api/items?limit=1')).json).toEqual(before.json)
        expect((await get('/api/items?fields=id')).json).toMatchObject({
          total: 2,
          items: [{ id: 2 }, { id: 1 }],
        })
        expect(await statuses(REFUSED)).toEqual(all(REFUSED, 503))
        for (const path of REFUSED)
          expect(Number((await get(path)).headers['retry-after'])).toBeGreaterThan(0)
        expect((await get('/api/items?limit=2')).json).toMatchObject({ code: 'unavailable' })
      })

      await expect.poll(() => statuses(REFUSED)).toEqual(all(REFUSED, 200))
      expect(await statuses(ANSWERED)).toEqual(all(ANSWERED, 200))
      await writer.saveVisit(aFirstVisit('paper', { 3: aDraft('three') }))
      await expect.poll(async () => (await get('/api/items?fields=id')).json).toMatchObject({ total: 3 })
      await served.close()
    })

    it('what was fetched waits for it, and no publisher is asked again', async () => {
      const { address } = await newPostgresFixture()
      const store = kept(await openPostgresStore(address, { now: () => NOW }))
      const source = aSource('paper')
      await store.syncSources([source], NOW)
      let [fetches, reads] = [0, 0]
      const deps = {
        ...visitDepsOf(store, () => NOW),
        inbox: store.inbox,
        store: {
          ...store,
          findKnown: (...of: Parameters<typeof store.findKnown>) => {
            reads += 1
            return store.findKnown(...of)
          },
        },
        collect: () => {
          fetches += 1
          return Promise.resolve(read([bridgeEntries(NOW)({ title: 'The bridge opens' })]))
        },
      }
      const signal = new AbortController().signal
      let visit: Promise<Fetched> | undefined

      await restart?.(async () => {
        visit = fetchIntoInbox(source, undefined, deps, signal, () => undefined)
        await expect.poll(() => reads, { timeout: 20_000 }).toBeGreaterThan(1)
      })

      expect(await visit).toMatchObject({ isAppended: true, arrival: { listed: 1 } })
      expect(fetches).toBe(1)
    })
  },
)
