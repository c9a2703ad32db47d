import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DigestError } from '../../src/model/errors.ts'
import { openSearch, type Search } from '../../src/search/search.ts'
import { openSqliteReadStore, openSqliteStore } from '../../src/store/sqlite/open.ts'
import { aSource } from '../a-source.ts'
import { aDraft, aFirstVisit } from '../store/drafts.ts'
import { apiOf } from './api-of.ts'
import { ask } from './ask.ts'
import { serve } from './serve.ts'
import { NOW, openWorld } from './world.ts'

const OPTIONS = { now: () => NOW }

describe('what watches the service', () => {
  const api = apiOf(openWorld)

  it('learns that the process answers, and that it is ready', async () => {
    const [live, ready] = await Promise.all([ask(`${api.base}/livez`), ask(`${api.base}/readyz`)])

    expect([live.status, live.json]).toEqual([200, { status: 'ok' }])
    expect([ready.status, ready.json]).toEqual([200, { ready: true, missing: [] }])
    expect([live, ready].map(({ headers }) => headers['cache-control'])).toEqual(['no-store', 'no-store'])
  })

  it.each(['/livez', '/readyz', '/api/health'])('may add parameters of its own to %s', async (path) => {
    for (const query of ['uptime_cachebuster=0.1', '_=1', 'limit=x&limit=y', 'a=%zz'])
      expect((await ask(`${api.base}${path}?${query}`)).status).toBe(200)
  })

  it('is told to wait while the search index is loaded', async () => {
    const { store } = api.world
    const building: Search = {
      ...openSearch(store.searchSource),
      state: () => Promise.resolve({ status: 'building', progress: 0.25 }),
      find: () => Promise.reject(new DigestError('searchUnavailable', 'The index has 25 % so far.')),
    }
    const served = await serve(store, {}, undefined, building)

    const reply = await ask(`${served.base}/readyz`)

    expect([reply.status, reply.json]).toEqual([503, { ready: false, missing: ['searchIndex'] }])
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
    expect((await ask(`${served.base}/api/health`)).json).toMatchObject({
      status: 'degraded',
      checks: { search: { status: 'degraded', progress: 0.25 } },
    })
    expect((await ask(`${served.base}/livez`)).status).toBe(200)
    const refused = await ask(`${served.base}/api/search?q=river`)
    expect([refused.status, refused.json]).toMatchObject([
      503,
      { code: 'searchUnavailable', detail: 'The index has 25 % so far.' },
    ])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await ask(`${served.base}/api/items`)).status).toBe(200)
    await served.close()
  })

  it('learns that the store was overwritten under the service, though memory still answers', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'digest-probes-'))
    const file = join(folder, 'digest.db')
    const writer = await openSqliteStore(file, OPTIONS)
    await writer.syncSources([aSource('paper')], NOW)
    await writer.saveVisit(aFirstVisit('paper', { 1: aDraft('one'), 2: aDraft('two') }))
    await writer.close()
    const store = await openSqliteReadStore(file, OPTIONS)
    const served = await serve(store)
    const before = await ask(`${served.base}/api/health`)

    overwrite(file)

    const [health, ready, live] = await Promise.all(
      ['/api/health', '/readyz', '/livez'].map((path) => ask(served.base + path)),
    )
    expect(before.json).toMatchObject({ status: 'ok', itemCount: 2 })
    expect([health?.status, health?.json]).toMatchObject([503, { status: 'down', itemCount: null }])
    expect([ready?.status, ready?.json]).toEqual([503, { ready: false, missing: ['store'] }])
    expect(live?.status).toBe(200)
    await served.close()
    await store.close()
    rmSync(folder, { recursive: true })
  })
})

/** In place, as a careless `cp` does. */
function overwrite(file: string): void {
  const { size } = statSync(file)
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(size, 'not a database '), 0, size, 0)
  closeSync(handle)
}
