import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../src/model/time.ts'
import { openSqliteStore } from '../../src/store/sqlite/open.ts'
import { aSource } from '../a-source.ts'
import { ask } from '../api/ask.ts'
import { aDraft, aFirstVisit, NOW } from '../store/drafts.ts'
import { openService, type Service } from './open-service.ts'

let service: Service
let stop: () => Promise<void>

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'digest-times-'))
  const store = await openSqliteStore(join(folder, 'digest.db'), { now: () => NOW })
  await store.syncSources([aSource('paper')], NOW)
  const undated = aDraft('one', { title: 'Some day', publishedAt: NOW, isTimeStated: false })
  const dated = aDraft('two', { title: 'Today', publishedAt: NOW - HOUR_MS })
  await store.saveVisit(aFirstVisit('paper', { 1: undated, 2: dated }))
  service = await openService({ store, now: () => NOW + HOUR_MS })
  stop = async () => {
    await service.close()
    await store.close()
    rmSync(folder, { recursive: true })
  }
})

afterAll(() => stop())

/** The time under a headline, with the words before it. */
async function timeOf(path: string): Promise<string | undefined> {
  const { text } = await ask(`${service.base}${path}`)
  const words = /<p class="meta">.*?((?:<span title="[^"]*">[^<]*)?<time [^>]*>[^<]*)<\/time>/s.exec(
    text,
  )?.[1]
  return words?.replaceAll(/<[^>]*>/g, '')
}

describe('the time of an article whose source states none', () => {
  it('is said to be when it was found', async () => {
    expect(await timeOf('/search?q=some')).toBe('found 1 h ago')
    expect(await timeOf('/article?id=1')).toMatch(/^found .+ 20\d\d, /)
  })

  it('is not said of others', async () => {
    expect(await timeOf('/search?q=today')).toBe('2 h ago')
    expect(await timeOf('/article?id=2')).not.toContain('found')
  })
})
