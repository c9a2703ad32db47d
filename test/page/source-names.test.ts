import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSqliteStore } from '../../src/store/sqlite/open.ts'
import { aSource } from '../a-source.ts'
import { ask } from '../api/ask.ts'
import { aDraft, aFirstVisit, aSighting, aVisit, NOW } from '../store/drafts.ts'
import { openService } from './open-service.ts'

const folder = mkdtempSync(join(tmpdir(), 'digest-names-'))
let store: Awaited<ReturnType<typeof openSqliteStore>>
let service: Awaited<ReturnType<typeof openService>>

beforeAll(async () => {
  store = await openSqliteStore(join(folder, 'digest.db'), { now: () => NOW })
  const tides = ['tide', 'tide-sport'].map((id) => aSource(id, { name: 'The Tide' }))
  await store.syncSources([aSource('paper'), aSource('blatt', { name: 'Das Blatt' }), ...tides], NOW)
  const draft = aDraft('one')
  await store.saveVisit(aFirstVisit('paper', { 1: draft }))
  await store.saveVisit(aVisit('blatt', { sightings: [aSighting(1, draft)] }))
  service = await openService({ store, now: () => NOW })
})
afterAll(async () => {
  await service.close()
  await store.close()
  rmSync(folder, { recursive: true })
})

it('names all sources of an article as people call them, on its page and on that of its story', async () => {
  const pages = await Promise.all(['/article?id=1', '/story?id=1'].map((path) => ask(service.base + path)))

  const linked = pages.map(({ text }) =>
    [...text.matchAll(/>(Das Blatt|blatt)<\/a>/g)].map(([, name]) => name),
  )
  expect(linked).toEqual([['Das Blatt'], ['Das Blatt']])
})

it('leads from the page of a source to the stories without it, whose filter names it', async () => {
  const page = await ask(`${service.base}/source?id=blatt`)
  const [, href = ''] = /href="([^"]*)">Top stories without this source</.exec(page.text) ?? []
  const front = await ask(service.base + href)

  expect(href).toBe('/?source=-blatt')
  expect(front.text).toMatch(/<option value="-blatt" selected[^>]*>not Das Blatt<\/option>/)
})

it('tells sources of one name apart by their ids in the table of sources', async () => {
  const { text } = await ask(`${service.base}/sources`)

  const about = [...text.matchAll(/>(Das Blatt|The Tide)<\/a><small>([\w-]+)/g)].map(([, name, id]) => [
    name,
    id,
  ])
  expect(about).toEqual([
    ['The Tide', 'tide'],
    ['The Tide', 'tide-sport'],
    ['Das Blatt', 'General'],
  ])
})
