import { afterEach, beforeEach, expect, it } from 'vitest'
import { HOUR_MS } from '../../src/model/time.ts'
import { aSource } from '../a-source.ts'
import { ask, askPage } from '../api/ask.ts'
import { serve, type Served } from '../api/serve.ts'
import { anEntry, openVirtualCollection, type VirtualCollection } from './virtual-collection.ts'

const NOON = Date.UTC(2026, 2, 10, 12)
const SOURCES = ['tide', 'harbor', 'beacon', 'ledger'].map((id) => aSource(id))

const CENTRAL = 'Ferry Velmora runs aground off Tarrow, hundreds rescued'
const TITLES = [
  'Ferry Velmora aground off Tarrow: what the passengers tell',
  CENTRAL,
  'Hundreds rescued as ferry Velmora runs aground off Tarrow coast',
]
const LATER = 'Ferry Velmora runs aground off Tarrow: hundreds rescued by night'

let collection: VirtualCollection
let served: Served

beforeEach(async () => {
  collection = await openVirtualCollection(SOURCES, NOON)
  served = await serve(collection.store)
  served.now = NOON
  for (const [at, title] of TITLES.entries()) await report(at, title, 4 - at)
})

afterEach(async () => {
  await served.close()
  await collection.close()
})

async function report(at: number, title: string, hoursAgo: number): Promise<void> {
  const source = SOURCES[at]
  if (source === undefined) throw new Error('there are four sources')
  const publishedAt = NOON - hoursAgo * HOUR_MS
  const entry = anEntry({ url: `https://${source.id}.example/ferry`, title, publishedAt })
  await collection.visit(source, [entry], publishedAt)
}

async function headlines(): Promise<unknown[]> {
  const { base } = served
  const { items } = await askPage(`${base}/api/items?sort=newest`)
  const story = items[0]?.['story'] as { readonly id: number; readonly itemCount: number }
  expect(story.itemCount).toBe(items.length)
  const lists = [
    ...['newest', 'oldest', 'score', 'hot'].map((sort) => `/api/items?distinct=story&sort=${sort}`),
    '/api/search?q=ferry&distinct=story&sort=newest',
    '/api/trending',
    '/feed/json?distinct=story',
  ]
  const pages = await Promise.all(lists.map(async (path) => (await askPage(`${base}${path}`)).items))
  expect(pages.map((list) => list.length)).toEqual(lists.map(() => 1))
  const { title } = (await ask(`${base}/api/story?id=${story.id}`)).json as { readonly title: string }
  return [...pages.flat().map((item) => item['title']), title]
}

async function guids(): Promise<(string | undefined)[]> {
  const feed = (await ask(`${served.base}/feed/rss?distinct=story`)).text
  return [...feed.matchAll(/<guid[^>]*>([^<]*)</g)].map(([, guid]) => guid)
}

it('is one headline for a story, the same in every list, feed and page', async () => {
  expect(new Set(await headlines())).toEqual(new Set([CENTRAL]))
})

it('stays the headline when the story grows, and the entry in feeds of stories is the same one', async () => {
  const before = await guids()

  await report(3, LATER, 0)

  expect(new Set(await headlines())).toEqual(new Set([CENTRAL]))
  expect(before).toHaveLength(1)
  expect(before[0]).toMatch(/^urn:uuid:[0-9a-f-]{36}$/)
  expect(await guids()).toEqual(before)
})

it('alone is lifted by the story where its items stand side by side by hot', async () => {
  const other = aSource('other')
  await collection.store.syncSources([...SOURCES, other], NOON)
  const entry = anEntry({ url: 'https://other.example/chess', title: 'Chess final drawn', publishedAt: NOON })
  await collection.visit(other, [entry], NOON)

  const { items } = await askPage(`${served.base}/api/items?sort=hot`)

  // The chess final is the newest; of the story only its representative stands above it.
  expect(items.slice(0, 2).map(({ title }) => title)).toEqual([CENTRAL, 'Chess final drawn'])
})
