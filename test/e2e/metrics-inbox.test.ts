import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { awaitDigesterLock } from '../../src/store/postgres/digester-lock.ts'
import { openPostgresStore } from '../../src/store/postgres/open.ts'
import { aSource } from '../a-source.ts'
import { hasPostgres, newAddress } from '../store/postgres-fixture.ts'
import { parseExposition, sumOf } from './exposition.ts'
import { openPublisher, type Publisher } from './publisher.ts'
import { emptyFolder, eventually, serve } from './run-cli.ts'

const SOURCES = ['first', 'second', 'broken']

describe.skipIf(!hasPostgres('the metrics of the inbox'))('the metrics of the inbox', () => {
  let publisher: Publisher
  beforeAll(async () => {
    publisher = await openPublisher()
  })
  afterAll(() => publisher.close())

  it('show what was fetched while nothing digests, and nothing once it was digested', async () => {
    const address = await newAddress()
    const store = await openPostgresStore(address, { now: Date.now })
    const sources = SOURCES.map((id) => aSource(id, { url: publisher.urlOf(id) }))
    await store.syncSources(sources, Date.now())
    await store.close()
    const lock = await awaitDigesterLock(address, new AbortController().signal)
    const folder = emptyFolder()
    writeFileSync(
      join(folder, 'digest.yaml'),
      `store: ${JSON.stringify(address.url)}\nmetrics: { port: 0 }\n${publisher.settingsFor(SOURCES)}`,
    )
    const service = await serve([], folder)
    const url = /metrics at (\S+)/.exec(service.output().stdout)?.[1] ?? 'no metrics'

    const waiting = await eventually(
      () => backlogOf(url),
      ({ arrivals, oldest }) => arrivals === SOURCES.length && oldest > 1,
    )
    const later = await eventually(
      () => backlogOf(url),
      ({ oldest }) => oldest > waiting.oldest,
    )
    await lock.release()
    const digested = await eventually(
      () => backlogOf(url),
      ({ arrivals }) => arrivals === 0,
    )

    expect(later.arrivals).toBe(SOURCES.length)
    expect(digested).toEqual({ arrivals: 0, oldest: 0 })
    expect((await service.stop()).code).toBe(0)
  })
})

async function backlogOf(url: string): Promise<{ readonly arrivals: number; readonly oldest: number }> {
  const { samples } = parseExposition(await (await fetch(url)).text())
  return {
    arrivals: sumOf(samples, 'content_digest_inbox_arrivals'),
    oldest: sumOf(samples, 'content_digest_inbox_oldest_seconds'),
  }
}
