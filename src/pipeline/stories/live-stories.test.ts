import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { aSource } from '../../../test/a-source.ts'
import { scratchFolder } from '../../../test/scratch-folder.ts'
import { aDraft, aSighting, aVisit, anInsert } from '../../../test/store/drafts.ts'
import type { StoryItem } from '../../model/story.ts'
import { HOUR_MS, SECOND_MS } from '../../model/time.ts'
import { openSqliteStore } from '../../store/sqlite/open.ts'
import type { Store } from '../../store/store.ts'
import { decodeSnapshot } from '../../stories/cluster/snapshot.ts'
import { LiveStories } from './live-stories.ts'

const NOW = Date.UTC(2026, 4, 4, 12)
const FERRY = 'Ferry Astrild with 212 passengers runs aground off Morrenstadt'

let file: string
let store: Store

beforeEach(async () => {
  file = join(scratchFolder('live'), 'digest.db')
  store = await openSqliteStore(file, { now: () => NOW })
  await store.syncSources([aSource('paper')], NOW)
})

afterEach(() => store.close())

describe('stories that are read back', () => {
  it('go on from what was kept, without a text being read', async () => {
    const first = new LiveStories(store, () => NOW)
    await saved(first, 1, FERRY)
    await saved(first, 2, 'A bakery that opens at midnight')
    await first.keep()

    const second = new LiveStories(withoutTexts(), () => NOW)

    expect(await storyOf(second, 3, FERRY)).toBe(1)
  })

  it('hold what was saved after they were kept, and not what was not', async () => {
    const first = new LiveStories(store, () => NOW)
    await saved(first, 1, 'A bakery that opens at midnight')
    await storyOf(first, 2, FERRY)
    await first.keep()
    await saved(new LiveStories(store, () => NOW), 3, FERRY)

    const second = new LiveStories(store, () => NOW)

    expect(await storyOf(second, 4, FERRY)).toBe(3)
  })

  it('go on from a run that kept what it was restored from, and let go of what was deleted or moved since', async () => {
    for (const [itemId, title] of [
      [1, 'A bakery that opens at midnight'],
      [2, FERRY],
    ] as const) {
      const run = new LiveStories(store, () => NOW)
      await saved(run, itemId, title)
      await run.keep()
    }
    await store.saveVisit(aVisit('paper', { moves: [{ itemId: 1, storyId: 7 }] }))
    await store.saveCorrections({ at: NOW, deletes: [2], corrections: [] })

    const third = new LiveStories(store, () => NOW)

    expect(await storyOf(third, 8, 'A bakery that opens at midnight')).toBe(7)
    expect(await storyOf(third, 9, FERRY)).toBe(9)
  })

  it('are those of the store where another process changed them before they were kept', async () => {
    const first = new LiveStories(store, () => NOW)
    await saved(first, 1, 'A bakery that opens at midnight')
    await saved(first, 2, FERRY)
    const other = await openSqliteStore(file, { now: () => NOW })
    await other.saveVisit(aVisit('paper', { moves: [{ itemId: 1, storyId: 7 }] }))
    await other.saveCorrections({ at: NOW, deletes: [2], corrections: [] })
    await other.close()
    await first.keep()

    const second = new LiveStories(store, () => NOW)

    expect(await storyOf(second, 8, 'A bakery that opens at midnight')).toBe(7)
    expect(await storyOf(second, 9, FERRY)).toBe(9)
  })

  it('hold what another process saved before they were kept', async () => {
    const first = new LiveStories(store, () => NOW)
    await saved(first, 1, 'A bakery that opens at midnight')
    await first.keep()
    const other = new LiveStories(store, () => NOW)
    await saved(other, 2, FERRY)
    await saved(first, 3, 'Parliament of Velmora passes the budget')
    await first.keep()

    const second = new LiveStories(store, () => NOW)

    expect(await storyOf(second, 8, FERRY)).toBe(2)
    expect(await storyOf(second, 9, 'Parliament of Velmora passes the budget')).toBe(3)
  })

  it('hold nothing that was placed and never saved, however often they were kept since', async () => {
    const first = new LiveStories(store, () => NOW)
    await saved(first, 1, 'A bakery that opens at midnight')
    await storyOf(first, 2, FERRY)
    await first.keep()
    await saved(first, 3, 'Parliament of Velmora passes the budget')
    await first.keep()

    const second = new LiveStories(store, () => NOW)

    expect(await storyOf(second, 9, FERRY)).toBe(9)
  })

  it('take nothing of another item under the same id for what was kept', async () => {
    const first = new LiveStories(store, () => NOW)
    await storyOf(first, 1, FERRY)
    await first.keep()
    await saved(new LiveStories(store, () => NOW), 1, 'A bakery that opens at midnight', NOW + 1)

    const second = new LiveStories(store, () => NOW)

    expect(await storyOf(second, 2, FERRY)).not.toBe(1)
  })

  it('come from the store where what was kept is damaged', async () => {
    const first = new LiveStories(store, () => NOW)
    await saved(first, 1, FERRY)
    await first.keep()
    const bytes = readFileSync(`${file}-stories`)
    bytes.fill(7, Math.floor(bytes.length / 2))
    writeFileSync(`${file}-stories`, bytes)

    const second = new LiveStories(store, () => NOW)

    expect(await storyOf(second, 2, FERRY)).toBe(1)
  })
})

describe('stories of many items', () => {
  const items = Array.from({ length: 300 }, (_, at) =>
    anItem(at + 1, `${FERRY} ${at % 30}, says witness ${at}`, NOW),
  )

  beforeEach(() => {
    // A step ends after each item.
    let time = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (time += SECOND_MS))
    onTestFinished(() => clock.mockRestore())
  })

  it('are placed in steps, between which other work comes', async () => {
    let turns = 0
    let isPlaced = false
    const turn = (): void => {
      turns += 1
      if (!isPlaced) setImmediate(turn)
    }
    let last = 0
    setImmediate(turn)

    await new LiveStories(store, () => NOW).place(items, () => ++last)
    isPlaced = true

    expect(turns).toBeGreaterThan(items.length)
  })

  it('are kept as they are when all are placed', async () => {
    let last = 0
    const stories = new LiveStories(store, () => NOW)
    await stories.place(items.slice(0, 1), () => ++last)

    const placing = stories.place(items.slice(1), () => ++last)
    const keeping = stories.keep()
    await placing
    await keeping

    const kept = decodeSnapshot((await store.readLiveStories()) ?? new Uint8Array())
    await stories.place([], () => ++last)
    await stories.keep()
    expect(kept).toBeDefined()
    expect(kept).toEqual(decodeSnapshot((await store.readLiveStories()) ?? new Uint8Array()))
  })
})

/** A store that gives items without their texts. */
function withoutTexts(): Store {
  return {
    ...store,
    listStoryItems: () => Promise.reject(new Error('texts were asked for')),
    findStoryItems: (ids) =>
      ids.length > 0 ? Promise.reject(new Error('texts were asked for')) : Promise.resolve([]),
  }
}

async function storyOf(stories: LiveStories, itemId: number, title: string, seenAt = NOW): Promise<number> {
  const { placements } = await stories.place([anItem(itemId, title, seenAt)], () => itemId)
  return placements[0]?.storyId ?? 0
}

async function saved(stories: LiveStories, itemId: number, title: string, seenAt = NOW): Promise<void> {
  const draft = aDraft(String(itemId), { title, summary: '', language: 'de', publishedAt: seenAt - HOUR_MS })
  const storyId = await storyOf(stories, itemId, title, seenAt)
  await store.saveVisit(
    aVisit('paper', {
      inserts: [{ ...anInsert(itemId, storyId, draft), firstSeenAt: seenAt }],
      sightings: [aSighting(itemId, draft)],
    }),
  )
}

function anItem(itemId: number, title: string, seenAt: number): StoryItem {
  return {
    itemId,
    sourceId: 'paper',
    publisher: `paper${itemId}.example`,
    url: `https://paper.example/${itemId}`,
    title,
    summary: '',
    language: 'de',
    publishedAt: seenAt - HOUR_MS,
    firstSeenAt: seenAt,
    dated: true,
  }
}
