import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../src/model/time.ts'
import { openSqliteReadStore, openSqliteStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'
import { aSource } from '../a-source.ts'
import { randomOf } from '../random.ts'
import { aDraft, aScore, aSighting, aVisit, anInsert } from '../store/drafts.ts'
import { ask } from './ask.ts'
import { serve, type Served } from './serve.ts'
import { NOW } from './world.ts'

const ROUNDS = 40
const SOURCES = ['alpha', 'beta', 'gamma', 'delta', 'epsilon']
const CATEGORIES = ['sports', 'science', 'technology']
const LANGUAGES = ['en', 'de', null]

/** An item as the test knows it. */
interface Known {
  readonly id: number
  readonly source: string
  storyId: number
  category: string
  edition: number
}

let folder: string
let store: Store
let kept: Served
const random = randomOf(7)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'digest-kept-'))
  store = await openSqliteStore(join(folder, 'digest.db'), { now: () => NOW })
  await store.syncSources(
    SOURCES.map((id) => aSource(id)),
    NOW,
  )
  await store.reserveIds('item', 100_000)
  await store.reserveIds('story', 100_000)
  kept = await serve(store)
})

afterAll(async () => {
  await kept.close()
  await store.close()
  rmSync(folder, { recursive: true })
})

it('keeps no answer that a fresh one would not equal, while items come, change and go', async () => {
  const items: Known[] = []
  let survived = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    await change(items, round)
    const before = store.version().seq
    // A reader of its own keeps nothing from before either.
    const reader = await openSqliteReadStore(join(folder, 'digest.db'), { now: () => NOW })
    const fresh = await serve(reader)
    for (const address of addressesOf(items)) {
      const [one, other] = await Promise.all([kept, fresh].map(({ base }) => ask(base + address)))

      expect(withoutTime(one?.text ?? ''), `round ${round}: ${address}`).toBe(withoutTime(other?.text ?? ''))
      survived += Number(one?.headers['etag'] !== other?.headers['etag'])
    }
    await fresh.close()
    await reader.close()
    expect(store.version().seq).toBe(before)
  }

  // An older answer that still holds has the time at which it was made: without any the test would show nothing.
  expect(survived).toBeGreaterThan(ROUNDS)
})

/** One visit, correction or deletion, as collecting makes them. */
async function change(items: Known[], round: number): Promise<void> {
  const at = NOW - (ROUNDS - round) * MINUTE_MS
  const source = pick(SOURCES)
  const kind = items.length < 10 ? 0 : below(9)
  const item = items.length === 0 ? undefined : pick(items)
  if (kind <= 2 || item === undefined) {
    const known = { id: round + 1, source, storyId: round + 1, category: pick(CATEGORIES), edition: 0 }
    const inStory = item !== undefined && below(3) === 0 ? { ...known, storyId: item.storyId } : known
    items.push(inStory)
    const draft = draftOf(inStory)
    return store.saveVisit(
      aVisit(source, {
        at,
        inserts: [anInsert(inStory.id, inStory.storyId, draft)],
        sightings: [aSighting(inStory.id, draft)],
        scores: [aScore(inStory.id, below(100), below(1_000))],
      }),
    )
  }
  if (kind === 3) {
    item.edition += 1
    if (below(2) === 0) item.category = pick(CATEGORIES)
    const edit = { itemId: item.id, draft: draftOf(item), updatedAt: at }
    return store.saveVisit(aVisit(item.source, { at, edits: [edit] }))
  }
  if (kind === 4) {
    const sighting = aSighting(item.id, draftOf(item), { entryKey: `seen-${round}` })
    return store.saveVisit(aVisit(source, { at, sightings: [sighting] }))
  }
  if (kind === 5) {
    const score = aScore(item.id, below(100), below(1_000))
    return store.saveVisit(aVisit(item.source, { at, scores: [score] }))
  }
  if (kind === 6) {
    const other = pick(items)
    if (other.storyId === item.storyId) return
    const merged = other.storyId
    for (const each of items) if (each.storyId === merged) each.storyId = item.storyId
    return store.saveVisit(aVisit(item.source, { at, merges: [{ from: merged, into: item.storyId }] }))
  }
  if (kind === 7) {
    items.splice(items.indexOf(item), 1)
    return store.saveCorrections({ at, deletes: [item.id], corrections: [] })
  }
  return store.syncSources(
    SOURCES.map((id) => aSource(id, { name: id === source ? `${id} since ${round}` : `The ${id}` })),
    at,
  )
}

function draftOf({ id, category, edition }: Known) {
  return aDraft(`item-${id}`, {
    title: `Item ${id}, edition ${edition}`,
    contentHash: `content-${id}-${edition}`,
    category,
    language: LANGUAGES[id % 3] ?? null,
    publishedAt: NOW - ((id * 7919) % 100) * HOUR_MS,
  })
}

function addressesOf(items: readonly Known[]): string[] {
  const sorts = ['newest', 'oldest', 'score', 'hot', 'firstSeen']
  return [
    '/api/items',
    ...CATEGORIES.map((category) => `/api/items?category=${category}&limit=5&sort=${pick(sorts)}`),
    ...SOURCES.map((source) => `/api/items?source=${source}&distinct=story`),
    `/api/items?category=-sports&language=de&sort=${pick(sorts)}`,
    '/api/items?category=science&distinct=story&sort=score',
    '/api/items?category=technology&sinceHours=48&include=scoreBreakdown',
    ...items.filter(({ id }) => id % 4 === 0).map(({ id }) => `/api/article?id=${id}`),
    ...items.filter(({ id }) => id % 9 === 0).map(({ storyId }) => `/api/items?storyId=${storyId}`),
    '/api/article?id=99999',
  ]
}

/**
 * All but when the state was read, and the id of a request. A cursor holds the newest id of that state, so only its presence
 * is compared.
 */
function withoutTime(text: string): string {
  return text
    .replace(/"asOf":"[^"]*"/, '')
    .replace(/"nextCursor":"[^"]*"/, '"nextCursor":""')
    .replace(/"(?:instance|requestId)":"[^"]*"/g, '')
}

function below(limit: number): number {
  return Math.floor(random() * limit)
}

function pick<T>(values: readonly T[]): T {
  return values[below(values.length)] as T
}
