import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Entry } from '../../src/model/entry.ts'
import { DAY_MS, HOUR_MS } from '../../src/model/time.ts'
import { aSource } from '../a-source.ts'
import { askPage } from '../api/ask.ts'
import { serve, type Served } from '../api/serve.ts'
import { anEntry, openVirtualCollection, type VirtualCollection } from './virtual-collection.ts'

const NOON = Date.UTC(2026, 2, 10, 12)
const PAPER = aSource('paper')
const NOTES = aSource('notes')

const HARBOUR = 'Harbour bridge reopens after repairs'

let collection: VirtualCollection
let served: Served

beforeEach(async () => {
  collection = await openVirtualCollection([PAPER, NOTES], NOON)
  served = await serve(collection.store)
  served.now = NOON
})

afterEach(async () => {
  await served.close()
  await collection.close()
})

async function titles(path: string): Promise<unknown[]> {
  return (await askPage(`${served.base}${path}`)).items.map(({ title }) => title)
}

function entry(name: string, title: string, publishedAt: number | undefined): Entry {
  return anEntry({ url: `https://${name}.example/${title.replaceAll(' ', '-')}`, title, publishedAt })
}

describe('items without a time of their own', () => {
  const undated = [
    entry('notes', 'An essay on bridges', undefined),
    entry('notes', 'A calendar entry of next year', NOON + 300 * DAY_MS),
  ]

  it('stand behind dated ones in lists where a source’s first visit brings them', async () => {
    await collection.visit(PAPER, [entry('paper', HARBOUR, NOON - 20 * DAY_MS)], NOON - 2 * HOUR_MS)
    const letter = entry('notes', 'A letter from last year', NOON - 400 * DAY_MS)
    await collection.visit(NOTES, [...undated, letter], NOON)

    for (const sort of ['newest', 'hot']) {
      expect(await titles(`/api/items?sort=${sort}`)).toEqual([
        HARBOUR,
        'A letter from last year',
        'An essay on bridges',
        'A calendar entry of next year',
      ])
    }
  })

  it('tell the time of their first sight all the same, and are filtered by it', async () => {
    await collection.visit(NOTES, undated, NOON)

    const page = await askPage(`${served.base}/api/items?sinceHours=1`)

    expect(page.total).toBe(2)
    expect(page.items.map(({ publishedAt }) => publishedAt)).toEqual(
      Array(2).fill('2026-03-10T12:00:00.000Z'),
    )
  })

  it('get no recency in a search where a source’s first visit brings them', async () => {
    await collection.visit(NOTES, [entry('notes', 'Harbour bridge', undefined)], NOON)
    await collection.visit(PAPER, [entry('paper', 'Harbour bridge', NOON - 10 * DAY_MS)], NOON)

    const page = await askPage(`${served.base}/api/search?q=harbour`)

    expect(page.items.map(({ source }) => source)).toEqual(['paper', 'notes'])
  })

  it('are news when a later visit finds them', async () => {
    await collection.visit(NOTES, undated, NOON - 2 * HOUR_MS)
    await collection.visit(PAPER, [entry('paper', HARBOUR, NOON - HOUR_MS)], NOON - HOUR_MS)
    await collection.visit(NOTES, [...undated, entry('notes', 'A new essay', undefined)], NOON)

    for (const sort of ['newest', 'hot'])
      expect((await titles(`/api/items?sort=${sort}`)).slice(0, 2)).toEqual(['A new essay', HARBOUR])
  })

  it('stand at their time as soon as their source tells it', async () => {
    const essay = entry('notes', 'An essay on bridges', undefined)
    await collection.visit(PAPER, [entry('paper', HARBOUR, NOON - 5 * HOUR_MS)], NOON - 4 * HOUR_MS)
    await collection.visit(NOTES, [essay], NOON - 2 * HOUR_MS)
    await collection.visit(NOTES, [{ ...essay, publishedAt: NOON - 3 * HOUR_MS }], NOON)

    for (const sort of ['newest', 'hot'])
      expect(await titles(`/api/items?sort=${sort}`)).toEqual(['An essay on bridges', HARBOUR])
  })
})
