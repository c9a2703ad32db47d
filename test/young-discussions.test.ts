import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openCollecting } from '../src/cli/collecting.ts'
import { openStore } from '../src/cli/open-store.ts'
import { loadConfig } from '../src/config/load.ts'
import { EVERYTHING } from '../src/model/filter.ts'
import { DAY_MS, type EpochMs, HOUR_MS } from '../src/model/time.ts'
import { openSite, type Site } from './collect/loopback.ts'

const NOW = Date.UTC(2026, 2, 5, 12)

let folder: string
let site: Site
/** What is on each list; and of every story and post, how many points it has by now. */
let listed: readonly number[]
let points: number

beforeEach(async () => {
  listed = [1, 2]
  points = 10
  folder = mkdtempSync(join(tmpdir(), 'digest-young-'))
  site = await openSite({
    '/v0/topstories.json': (_, response) => response.end(JSON.stringify(listed)),
    ...Object.fromEntries(
      [1, 2, 3].map((id) => [
        `/v0/item/${id}.json`,
        (_, response) =>
          response.end(JSON.stringify({ id, title: `Story ${id}`, time: bornAt(id), score: points })),
      ]),
    ),
    '/r/sea.json': (_, response) => response.end(listing(listed)),
    '/api/info.json': (request, response) => {
      const names = new URL(request.url ?? '', site.url).searchParams.get('id')?.split(',') ?? []
      response.end(listing(names.map((name) => Number(name.slice('t3_'.length)))))
    },
  })
  const settings = {
    collect: { allowAddresses: ['127.0.0.0/8'], timeout: '60s' },
    sources: [
      { id: 'stories', type: 'hacker-news', url: `${site.url}/v0/topstories.json` },
      { id: 'posts', type: 'reddit', url: `${site.url}/r/sea` },
    ],
  }
  writeFileSync(join(folder, 'digest.yaml'), JSON.stringify(settings))
})

afterEach(async () => {
  await site.close()
  rmSync(folder, { recursive: true })
})

it('points of what is young go on moving after it has left the list, also where the service was started again', async () => {
  await visit(NOW)
  listed = [3]
  points = 300

  const items = await visit(NOW + HOUR_MS)

  // The second of each is older than a day.
  expect(items).toEqual({
    'Story 1': 300,
    'Story 2': 10,
    'Story 3': 300,
    'Post 1': 300,
    'Post 2': 10,
    'Post 3': 300,
  })
})

it('points of what is a day old stay what they were', async () => {
  await visit(NOW)
  listed = [3]
  points = 300

  const items = await visit(NOW + DAY_MS)

  expect(items).toMatchObject({ 'Story 1': 10, 'Post 1': 10 })
})

/** Of the first and third two hours before `NOW`, of the second two days; in seconds. */
function bornAt(id: number): number {
  return (NOW - (id === 2 ? 2 * DAY_MS : 2 * HOUR_MS)) / 1_000
}

function listing(ids: readonly number[]): string {
  const children = ids.map((id) => ({
    data: {
      name: `t3_${id}`,
      title: `Post ${id}`,
      url: `https://waves.example/${id}`,
      permalink: `/r/sea/comments/${id}/post/`,
      score: points,
      created_utc: bornAt(id),
    },
  }))
  return JSON.stringify({ data: { children } })
}

/** A process that opens the store, visits all sources, and ends. @returns the points of all items by their titles */
async function visit(now: EpochMs): Promise<Record<string, number | null | undefined>> {
  const config = loadConfig({ flags: { config: join(folder, 'digest.yaml') }, env: {}, cwd: folder })
  const store = await openStore(config)
  await store.syncSources(config.sources, now)
  const collecting = await openCollecting(
    config,
    store,
    {
      onVisit: () => undefined,
      onError: (_source, cause) => {
        throw cause
      },
    },
    () => now,
  )
  await collecting.schedule.runOnce('all', new AbortController().signal)
  await collecting.close()
  const { ids } = await store.select(EVERYTHING, 'newest', { limit: 10, offset: 0, after: undefined })
  const items = await store.findItems(ids)
  await store.close()
  return Object.fromEntries(items.map(({ title, engagement }) => [title, engagement?.points]))
}
