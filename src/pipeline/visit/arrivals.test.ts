import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { aSource } from '../../../test/a-source.ts'
import { bridgeEntries } from '../../../test/an-entry.ts'
import { scratchFolder } from '../../../test/scratch-folder.ts'
import { visitDepsOf } from '../../../test/visit-deps.ts'
import { EXCHANGE, read } from '../../../test/visits.ts'
import type { Arrival } from '../../model/arrival.ts'
import type { Entry, FetchResult } from '../../model/entry.ts'
import { ANY, EVERYTHING } from '../../model/filter.ts'
import type { SourceState } from '../../model/source.ts'
import { HOUR_MS } from '../../model/time.ts'
import { openSqliteStore } from '../../store/sqlite/open.ts'
import type { Store } from '../../store/store.ts'
import { digestArrival } from './digest-arrival.ts'
import { fetchVisit } from './fetch-visit.ts'

const NOW = Date.UTC(2026, 4, 4, 12)
const TIDE = { ...aSource('tide-times'), content: 'full' as const }
const anEntry = bridgeEntries(NOW)

const FAILED: FetchResult = {
  kind: 'failed',
  error: { code: 'http5xx', message: 'the server answered 503' },
  exchange: { ...EXCHANGE, status: 503 },
}

const stores: Store[] = []
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close()
})

describe('what a visit brought', () => {
  it.each([
    ['as JSON', (arrival: Arrival) => JSON.parse(JSON.stringify(arrival)) as Arrival],
    ['as a structured clone', (arrival: Arrival) => structuredClone(arrival)],
  ])('is digested %s as it is within the process', async (_, copied) => {
    const [one, other] = [await collecting(), await collecting()]

    for (const response of responses()) {
      const here = await one.digesting(await one.fetching(response))
      const there = await other.digesting(copied(await other.fetching(response)))

      expect(JSON.stringify(there)).toBe(JSON.stringify(here))
    }
    expect(await other.articles()).toEqual(await one.articles())
    expect(await other.store.listSourceStates()).toEqual(await one.store.listSourceStates())
    expect(await one.articles()).toHaveLength(4)
  })

  it('is fetched without a write', async () => {
    const { store, fetching } = await collecting()
    const before = store.version()

    await fetching(read([anEntry({})]))

    expect(store.version()).toEqual(before)
  })

  it('has drafts only of entries that the store does not have as they are', async () => {
    const { fetching, digesting } = await collecting()
    await digesting(await fetching(read([anEntry({})])))

    const { collected } = await fetching(read([anEntry({}), anEntry({ guid: 'new', url: undefined })]))

    const entries = collected.kind === 'entries' ? collected.entries : []
    expect(entries.map(({ draft }) => draft?.title)).toEqual([undefined, 'A bridge opens over the Arn'])
  })

  it('is digested with what another visit saved meanwhile', async () => {
    const { fetching, digesting, articles } = await collecting()
    const [first, second] = [await fetching(read([anEntry({})])), await fetching(read([anEntry({})]))]

    const visits = [await digesting(first), await digesting(second)]

    expect(visits.map(({ added, edited }) => added + edited)).toEqual([1, 0])
    expect(await articles()).toHaveLength(1)
  })

  it('is read again where the store lost an entry that it had while the visit fetched', async () => {
    const { store, fetching, digesting, articles } = await collecting()
    const document = { ...read([anEntry({})]), validators: { etag: '"a"', lastModified: null } }
    await digesting(await fetching(document))
    const arrival = await fetching(document)
    const [lost] = await articles()
    await store.saveCorrections({ at: NOW, deletes: [lost?.item.id ?? 0], corrections: [] })

    await digesting(arrival)
    const [state] = await store.listSourceStates()
    await digesting(await fetching(document))

    expect(state).toMatchObject({ validators: { etag: null }, documentHash: '' })
    expect(await articles()).toHaveLength(1)
  })
})

/** A store of its own, and the two halves of visits to `TIDE`. */
async function collecting() {
  const file = join(scratchFolder('arrivals'), 'digest.db')
  const store = await openSqliteStore(file, { now: () => NOW })
  stores.push(store)
  await store.syncSources([TIDE], NOW)
  const deps = visitDepsOf(store, () => NOW)
  const stateOf = async (): Promise<SourceState | undefined> => (await store.listSourceStates())[0]
  return {
    store,
    fetching: async (response: FetchResult) =>
      fetchVisit(
        TIDE,
        await stateOf(),
        { ...deps, collect: () => Promise.resolve(response), readArticle: () => Promise.resolve(PAGE) },
        new AbortController().signal,
      ),
    digesting: async (arrival: Arrival) => digestArrival(arrival, TIDE, await stateOf(), deps),
    articles: async () => {
      const window = { limit: 100, offset: 0, after: undefined }
      const { ids } = await store.select({ ...EVERYTHING, source: ANY }, 'newest', window)
      return Promise.all([...ids].map((id) => store.findArticle(id)))
    },
  }
}

const PAGE = {
  kind: 'read' as const,
  page: {
    title: undefined,
    contentHtml: '<p>The first cars crossed at noon, and a band played on the other side of the river.</p>',
    description: undefined,
    author: 'Ida Arn',
    imageUrl: undefined,
    publishedAt: undefined,
  },
}

/** What comes in four visits in a row: new, edited, moved and undated entries, odd texts, an unchanged document, a failure. */
function responses(): FetchResult[] {
  const entries: Partial<Entry>[] = [
    {},
    {
      guid: 'odd',
      url: 'https://tide.example/odd',
      title: 'A lone \ud800 half and a \u0000 byte <b>in</b> it',
    },
    { guid: 'undated', url: 'https://tide.example/undated', title: 'Undated', publishedAt: undefined },
    { guid: 'counted', url: undefined, title: 'Counted', engagement: { points: NaN, comments: 3 } },
  ]
  const edited = { ...entries[0], title: 'The bridge over the Arn is open' }
  const moved = { ...entries[2], url: 'https://tide.example/moved', publishedAt: NOW - HOUR_MS }
  return [
    read(entries.map(anEntry)),
    read([edited, ...entries.slice(1, 2), moved, entries[3] ?? {}].map(anEntry)),
    { kind: 'unchanged', validators: { etag: '"b"', lastModified: null }, exchange: EXCHANGE },
    FAILED,
  ]
}
