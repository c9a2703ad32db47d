import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../src/model/time.ts'
import { openSqliteStore } from '../../src/store/sqlite/open.ts'
import { aSource } from '../a-source.ts'
import { ask, askPage } from '../api/ask.ts'
import { aDraft, aFirstVisit, aScore, aSighting, aVisit, anInsert, NOW } from '../store/drafts.ts'
import { openService, type Service } from './open-service.ts'

let service: Service
let stop: () => Promise<void>

/** One story: what stands for it is of yesterday morning, in English; a German report came an hour ago. */
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'digest-front-'))
  const store = await openSqliteStore(join(folder, 'digest.db'), { now: () => NOW })
  await store.syncSources([aSource('paper'), aSource('blatt')], NOW)
  const first = aDraft('one', { title: 'Harbour closed by storm', publishedAt: NOW - 30 * HOUR_MS })
  await store.saveVisit(aFirstVisit('paper', { 1: first }))
  const later = aDraft('two', { title: 'Hafen weiter gesperrt', language: 'de', publishedAt: NOW - HOUR_MS })
  await store.saveVisit(
    aVisit('blatt', {
      inserts: [anInsert(2, 1, later)],
      sightings: [aSighting(2, later)],
      scores: [aScore(2, 20, 2)],
      representatives: [{ storyId: 1, itemId: 1 }],
    }),
  )
  service = await openService({ store, now: () => NOW })
  stop = async () => {
    await service.close()
    await store.close()
    rmSync(folder, { recursive: true })
  }
})

afterAll(() => stop())

const headlines = (html: string) => {
  const stories = html.slice(html.indexOf('<main'), html.indexOf('<aside class="rail"'))
  return [...stories.matchAll(/<h[23][^>]*>(?:<[^>]*>)*([^<]+)/g)].map(([, text]) => text)
}

describe('the headline of a story that goes on from before the window', () => {
  it('is that of the story everywhere on the page', async () => {
    const front = await ask(`${service.base}/`)
    const story = await ask(`${service.base}/story?id=1`)

    expect(headlines(front.text)).toContain('Harbour closed by storm')
    expect(headlines(front.text)).not.toContain('Hafen weiter gesperrt')
    expect(/<h1[^>]*>(?:<[^>]*>)*([^<]+)/.exec(story.text)?.[1]).toBe('Harbour closed by storm')
  })

  it('is one of those that the front page is narrowed to', async () => {
    const { text } = await ask(`${service.base}/?language=de`)

    expect(headlines(text)).toContain('Hafen weiter gesperrt')
  })

  it('leaves lists of the interface within their window', async () => {
    const page = await askPage(`${service.base}/api/items?sinceHours=24&distinct=story&fields=title`)

    expect(page.items).toEqual([{ title: 'Hafen weiter gesperrt' }])
  })
})
