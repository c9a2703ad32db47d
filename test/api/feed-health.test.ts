import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseFeed } from 'feedsmith'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { urnOf } from '../../src/api/feeds/feed.ts'
import type { SourceEvent } from '../../src/model/source.ts'
import { DAY_MS } from '../../src/model/time.ts'
import { openSqliteStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'
import { aSource } from '../a-source.ts'
import { aDraft, aFirstVisit, aVisit, NOW } from '../store/drafts.ts'
import { ask } from './ask.ts'
import { serve, type Served } from './serve.ts'

let folder: string
let store: Store
let served: Served
let storeId: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'digest-health-'))
  store = await openSqliteStore(join(folder, 'digest.db'), { now: () => NOW })
  storeId = await store.storeId()
  await store.syncSources([aSource('paper', { name: 'Paper & <Sons>' }), aSource('hn')], NOW)
  served = await serve(store, { baseUrl: 'https://news.example/digest' })
})

afterAll(async () => {
  await served.close()
  await store.close()
  await rm(folder, { recursive: true })
})

describe('the feed of the sources’ health', () => {
  it('is a feed without entries while nothing happened', async () => {
    const { status, headers, text } = await ask(`${served.base}/feed/health`)

    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8')
    expect(text).not.toContain('<entry>')
    expect(readAtom(text).updated).toMatch(/^\d{4}-.*Z$/)
  })

  it('tells what happened and what to do, newest first, under ids that stay', async () => {
    await report(NOW + 1, {
      kind: 'failing',
      code: 'http4xx',
      message: 'paper.example answered HTTP 401: it asks for a login',
    })
    await report(NOW + 2, { kind: 'gone', code: 'http4xx', message: 'paper.example answered HTTP 410' })
    await report(NOW + 3, { kind: 'recovered', code: null, message: '' })
    await report(NOW + 4, { kind: 'moved', code: null, message: 'it is now visited at https://new.example/' })

    const { text } = await ask(`${served.base}/feed/health`)
    const again = await ask(`${served.base}/feed/health?limit=1&utm_source=reader`)

    const { entries = [], id, updated } = readAtom(text)
    expect([id, updated]).toEqual([urnOf(storeId, 'feed/health'), new Date(NOW + 4).toISOString()])
    expect(entries.map((entry) => [entry.id, entry.title?.value, entry.updated])).toEqual([
      [idOf(4), 'Paper & <Sons> has moved', new Date(NOW + 4).toISOString()],
      [idOf(3), 'Paper & <Sons> is back', new Date(NOW + 3).toISOString()],
      [idOf(2), 'Paper & <Sons> is gone', new Date(NOW + 2).toISOString()],
      [idOf(1), 'Paper & <Sons> is failing', new Date(NOW + 1).toISOString()],
    ])
    expect(text).toContain('it asks for a login (http4xx). Add auth to the source')
    expect(text).toContain('Correct the url if the feed has moved')
    expect(readAtom(again.text).entries?.map((entry) => entry.id)).toEqual([idOf(4)])
  })

  it('is unchanged (304) until something happens', async () => {
    const first = await ask(`${served.base}/feed/health`)
    const known = { headers: { 'if-none-match': first.headers['etag'] ?? '' } }

    await store.saveVisit(aVisit('hn', { at: NOW + 5 }))
    const notModified = await ask(`${served.base}/feed/health`, known)
    await report(NOW + 6, { kind: 'failing', code: 'dns', message: 'no such name' })
    const changed = await ask(`${served.base}/feed/health`, known)

    expect([notModified.status, changed.status]).toEqual([304, 200])
    expect(changed.headers['last-modified']).toBe(new Date(NOW).toUTCString())
  })
})

it('tells of a source that has had nothing new for long, as do the list of sources and its filters', async () => {
  const draft = aDraft('last', { publishedAt: NOW - 70 * DAY_MS })
  await store.saveVisit(aFirstVisit('hn', { 1: draft }))
  await store.saveVisit(aVisit('hn', { at: NOW + 7 }))

  const { text } = await ask(`${served.base}/feed/health?limit=500`)
  const { json } = await ask(`${served.base}/api/sources?fields=id,silentSince`)

  const found = readAtom(text).entries?.find(({ title }) => title?.value === 'The hn is silent')
  expect(found).toMatchObject({ updated: new Date(NOW - 10 * DAY_MS).toISOString() })
  expect(json).toMatchObject({
    items: [
      { id: 'paper', silentSince: null },
      { id: 'hn', silentSince: new Date(NOW - 10 * DAY_MS).toISOString() },
    ],
  })
})

async function report(at: number, event: SourceEvent): Promise<void> {
  await store.saveVisit(aVisit('paper', { at, events: [event] }))
}

function idOf(event: number): string {
  return urnOf(storeId, `source-events/${event}`)
}

function readAtom(text: string) {
  const parsed = parseFeed(text)
  if (parsed.format !== 'atom') throw new Error(`read as ${parsed.format}`)
  return parsed.feed
}
