import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openSqliteStore } from '../../src/store/sqlite/open.ts'
import { aSource } from '../a-source.ts'
import { ask } from '../api/ask.ts'
import { aDraft, aFirstVisit, aSighting, aVisit, NOW } from '../store/drafts.ts'
import { openService } from './open-service.ts'

it('names all sources of an article as people call them, on its page and on that of its story', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'digest-names-'))
  const store = await openSqliteStore(join(folder, 'digest.db'), { now: () => NOW })
  const sources = [aSource('paper'), aSource('blatt', { name: 'Das Blatt' })]
  await store.syncSources(sources, NOW)
  const draft = aDraft('one')
  await store.saveVisit(aFirstVisit('paper', { 1: draft }))
  await store.saveVisit(aVisit('blatt', { sightings: [aSighting(1, draft)] }))
  const service = await openService({ store, now: () => NOW })

  const pages = await Promise.all(['/article?id=1', '/story?id=1'].map((path) => ask(service.base + path)))

  const linked = pages.map(({ text }) =>
    [...text.matchAll(/>(Das Blatt|blatt)<\/a>/g)].map(([, name]) => name),
  )
  expect(linked).toEqual([['Das Blatt'], ['Das Blatt']])
  await service.close()
  await store.close()
  rmSync(folder, { recursive: true })
})
