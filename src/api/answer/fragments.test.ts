import { describe, expect, it } from 'vitest'
import type { Item } from '../../model/item.ts'
import { Fragments } from './fragments.ts'

/** Items by id, each load held until let go. */
function aStore(titles: Record<number, string>) {
  const listeners = new Set<(ids: readonly number[]) => void>()
  const waiting: (() => void)[] = []
  const loads: number[][] = []
  const store = {
    onChange: (listener: (ids: readonly number[]) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    findItems: async (ids: readonly number[]) => {
      loads.push([...ids])
      const items = ids.flatMap((id) => (titles[id] === undefined ? [] : [anItem(id, titles[id])]))
      if (held) await new Promise<void>((resolve) => waiting.push(resolve))
      return items
    },
  }
  let held = false
  return {
    store,
    loads,
    listeners,
    hold: () => (held = true),
    letGo: () => waiting.splice(0).forEach((resolve) => resolve()),
    change: (id: number, title: string) => {
      titles[id] = title
      for (const listener of listeners) listener([id])
    },
  }
}

function anItem(id: number, title: string): Item {
  return {
    id,
    url: `https://example.org/${id}`,
    title,
    summary: '',
    author: null,
    source: 'alpha',
    sourceName: 'Alpha',
    alsoIn: [],
    category: 'general',
    region: null,
    language: null,
    tags: [],
    publishedAt: 0,
    firstSeenAt: 0,
    updatedAt: null,
    imageUrl: null,
    commentsUrl: null,
    enclosures: [],
    engagement: null,
    wordCount: 0,
    readingMinutes: 0,
    score: 20,
    story: { id, itemCount: 1, sourceCount: 1 },
  }
}

async function titlesOf(fragments: Fragments, ids: readonly number[]): Promise<string[]> {
  const found = await fragments.list(ids)
  for (const { item, entry } of found) expect(entry.toString()).toBe(`,${JSON.stringify(item)}`)
  return found.map(({ item }) => item.title)
}

describe('fragments', () => {
  it('come in the order asked for, without what is gone, and are read once', async () => {
    const { store, loads } = aStore({ 1: 'one', 2: 'two' })
    const fragments = new Fragments(store, 1e6)

    const first = await titlesOf(fragments, [2, 9, 1])
    const second = await titlesOf(fragments, [1, 2])

    expect(first).toEqual(['two', 'one'])
    expect(second).toEqual(['one', 'two'])
    expect(loads).toEqual([[2, 9, 1]])
  })

  it('of a changed item are read again', async () => {
    const { store, change } = aStore({ 1: 'one', 2: 'two' })
    const fragments = new Fragments(store, 1e6)
    await titlesOf(fragments, [1, 2])

    change(1, 'uno')

    expect(await titlesOf(fragments, [1, 2])).toEqual(['uno', 'two'])
  })

  it('read before a change and arriving after it are not kept', async () => {
    const { store, change, hold, letGo } = aStore({ 1: 'one', 2: 'two' })
    const fragments = new Fragments(store, 1e6)
    hold()
    const slow = titlesOf(fragments, [1, 2])
    change(1, 'uno')
    letGo()
    await slow

    const next = titlesOf(fragments, [1, 2])
    letGo()

    expect(await next).toEqual(['uno', 'two'])
  })

  it('keep within their memory', async () => {
    const titles = Object.fromEntries(Array.from({ length: 100 }, (_, id) => [id, 'x'.repeat(1000)]))
    const { store, loads } = aStore(titles)
    const fragments = new Fragments(store, 20_000)
    const ids = Object.keys(titles).map(Number)

    const all = await titlesOf(fragments, ids)
    await titlesOf(fragments, ids)

    expect(all.length).toBe(100)
    expect(loads[1]?.length).toBeGreaterThan(80)
  })

  it('listen no more once closed', () => {
    const { store, listeners } = aStore({})
    const fragments = new Fragments(store, 1e6)

    fragments.close()

    expect(listeners.size).toBe(0)
  })
})
