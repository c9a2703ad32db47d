import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../src/model/time.ts'
import { aSource } from '../a-source.ts'
import { askPage } from '../api/ask.ts'
import { serve, type Served } from '../api/serve.ts'
import { anEntry, openVirtualCollection, type VirtualCollection } from './virtual-collection.ts'

const NOON = Date.UTC(2026, 2, 10, 12)
const NAMES = ['tide', 'harbor', 'beacon', 'ledger', 'quay', 'mole', 'chess']
const SOURCES = NAMES.map((id) => aSource(id))
const FERRY = 'Ferry Velmora runs aground off Tarrow, hundreds rescued'
const CHESS = 'Chess final drawn after nine hours'

let collection: VirtualCollection
let served: Served

beforeEach(async () => {
  collection = await openVirtualCollection(SOURCES, NOON)
  served = await serve(collection.store)
  served.now = NOON
  // Later visits of these sources bring news, dated or not.
  for (const name of NAMES) await visit(name, `About ${name}`, NOON - 200 * HOUR_MS, 190)
})

afterEach(async () => {
  await served.close()
  await collection.close()
})

async function visit(
  name: string,
  title: string,
  publishedAt: number | undefined,
  hoursAgo: number,
  summaryHtml = '',
): Promise<void> {
  const source = SOURCES.find(({ id }) => id === name)
  if (source === undefined) throw new Error(`there is no source ${name}`)
  const url = `https://${name}.example/${encodeURIComponent(title)}`
  await collection.visit(
    source,
    [anEntry({ url, title, publishedAt, summaryHtml })],
    NOON - hoursAgo * HOUR_MS,
  )
}

/** Reports of the ferry: hours ago at which it is dated (or `undefined`) and first seen. */
async function report(
  ...reports: readonly (readonly [name: string, dated: number | undefined, seen: number])[]
) {
  for (const [name, dated, seen] of reports)
    await visit(name, FERRY, dated === undefined ? undefined : NOON - dated * HOUR_MS, seen)
}

async function titles(path: string): Promise<unknown[]> {
  return (await askPage(`${served.base}${path}`)).items.map(({ title }) => title).slice(0, 2)
}

const hottest = () => titles('/api/items?sort=hot&distinct=story')

describe('a story of dated and undated reports', () => {
  beforeEach(() => visit('chess', CHESS, NOON - 18 * HOUR_MS, 17))

  it('is as old as its newest dated report, however late an undated one is seen', async () => {
    // Six publishers are worth 1.8 half-lives, 21.7 hours.
    await report(['tide', 41, 40], ['harbor', undefined, 4], ['beacon', undefined, 3])
    await report(['ledger', undefined, 2], ['quay', undefined, 1], ['mole', undefined, 0.5])

    expect(await hottest()).toEqual([CHESS, FERRY])
    expect(await titles('/api/items?sort=newest&distinct=story')).toEqual([CHESS, FERRY])
    expect(await titles('/api/trending')).toEqual([])
  })

  it('moves up with each newer dated report, whichever stands for it', async () => {
    await report(['tide', 36, 35], ['harbor', 35, 34], ['beacon', undefined, 20])
    const before = await hottest()

    await report(['ledger', 6, 5])

    expect(before).toEqual([CHESS, FERRY])
    expect(await hottest()).toEqual([FERRY, CHESS])
  })

  it('is as old as its dated report where a date in the future counts as none', async () => {
    await report(['tide', 41, 40], ['harbor', -300, 1])

    expect(await hottest()).toEqual([CHESS, FERRY])
  })

  it('is as new as its last report where none is dated', async () => {
    await report(['tide', undefined, 40], ['harbor', undefined, 1])

    expect(await hottest()).toEqual([FERRY, CHESS])
  })

  it('keeps its time with another half-life', async () => {
    await report(['tide', 44, 43], ['harbor', 40, 39], ['beacon', undefined, 1])
    const order = await hottest()

    await collection.store.keepHalfLife(3 * HOUR_MS)
    await collection.store.keepHalfLife(12 * HOUR_MS)

    expect(order).toEqual([CHESS, FERRY])
    expect(await hottest()).toEqual(order)
    expect(await collection.store.keepHalfLife(12 * HOUR_MS)).toBe(0)
  })
})

describe('twins of a catalogue', () => {
  it('are no coverage and no trend', async () => {
    const entry = 'Velmora Route Planner 4.2.10'
    await visit('tide', entry, undefined, 2, 'Plans routes of ferries. License: free.')
    await visit('harbor', entry, undefined, 1, 'Plans the routes of all ferries. Size: 3 MB.')

    const first = '/api/items?sort=hot&distinct=story&include=scoreBreakdown&limit=1'
    const { items } = await askPage(`${served.base}${first}`)

    const scoreBreakdown = { values: { coverage: 1 } }
    expect(items).toMatchObject([{ title: entry, scoreBreakdown, story: { itemCount: 2 } }])
    expect(await titles('/api/trending')).toEqual([])
  })

  it('are no coverage and no growth beside reports that come later', async () => {
    const entry = 'Velmora Route Planner 4.2.10'
    const text =
      'The makers of the route planner say what is new, and that the maps of all harbours are free. '
    await visit('tide', entry, undefined, 4, 'Plans routes of ferries. License: free.')
    for (const name of ['harbor', 'beacon'])
      await visit(name, entry, NOON - 2 * HOUR_MS, 1, `${name} ${text.repeat(2)}`)

    const first = '/api/items?sort=hot&distinct=story&include=scoreBreakdown&limit=1'
    const { items } = await askPage(`${served.base}${first}`)

    expect(items).toMatchObject([{ scoreBreakdown: { values: { coverage: 2 } }, story: { itemCount: 3 } }])
    const { items: trends } = await askPage(`${served.base}/api/trending`)
    expect(trends).toMatchObject([{ story: { itemCount: 3 }, trend: { itemCount: 2, sourceCount: 2 } }])
  })
})
