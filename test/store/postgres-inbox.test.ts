import { describe, expect, it } from 'vitest'
import type { Arrival } from '../../src/model/arrival.ts'
import { EVERYTHING } from '../../src/model/filter.ts'
import { digestArrival } from '../../src/pipeline/visit/digest-arrival.ts'
import { fetchVisit } from '../../src/pipeline/visit/fetch-visit.ts'
import { openPostgresStore, type PostgresStore } from '../../src/store/postgres/open.ts'
import { aSource } from '../a-source.ts'
import { bridgeEntries } from '../an-entry.ts'
import { visitDepsOf } from '../visit-deps.ts'
import { read } from '../visits.ts'
import { FIRST_PAGE, NOW } from './drafts.ts'
import { ask, hasPostgres, kept, newAddress } from './postgres-fixture.ts'

const SOURCES = ['tide-times', 'harbor-herald', 'arn-post'].map((id) => aSource(id))
const anEntry = bridgeEntries(NOW)
const ODD = 'A lone \ud800 half, a "quote", a \\ and a \u0000 byte'

describe.skipIf(!hasPostgres('the inbox of PostgreSQL'))('the inbox', () => {
  it('keeps what several nodes append at once, in the order of each, as it was', async () => {
    const { node } = await cluster()
    const nodes = [await node(), await node(), await node()]
    const arrivals = await Promise.all(
      nodes.map((store, at) => Promise.all([1, 2, 3].map((nth) => arrivalOf(store, at, `${ODD} ${nth}`)))),
    )

    await Promise.all(nodes.map((store, at) => store.inbox.append(arrivals[at] ?? [])))

    const listed = await (await node()).inbox.listOldest(100)
    for (const [at, source] of SOURCES.entries()) {
      const own = listed.filter(({ arrival }) => arrival.sourceId === source.id)
      expect(own.map(({ arrival }) => JSON.stringify(arrival))).toEqual(
        arrivals[at]?.map((one) => JSON.stringify(one)),
      )
    }
    expect(listed).toHaveLength(9)
    expect((await nodes[0]?.inbox.listOldest(4))?.map(({ id }) => id)).toEqual(
      listed.slice(0, 4).map(({ id }) => id),
    )
  })

  it('is emptied in the transaction that saves', async () => {
    const { node } = await cluster()
    const [collector, digester] = [await node(), await node()]
    await collector.inbox.append([await arrivalOf(collector, 0, 'One'), await arrivalOf(collector, 1, 'Two')])

    const during = await digester.together(async () => {
      await digestOldest(digester)
      return collector.inbox.listOldest(10)
    })

    expect(during).toHaveLength(2)
    expect(await collector.inbox.listOldest(10)).toEqual([])
    expect(await titlesOf(collector)).toEqual(['One', 'Two'])
  })

  it('takes arrivals while a digester is in its transaction', async () => {
    const { node } = await cluster()
    const [collector, digester] = [await node(), await node()]
    await collector.inbox.append([await arrivalOf(collector, 0, 'One')])
    const later = await arrivalOf(collector, 1, 'Two')

    await digester.together(async () => {
      await digestOldest(digester)
      await collector.inbox.append([later])
    })

    const left = await digester.inbox.listOldest(10)
    expect(left.map(({ arrival }) => arrival.sourceId)).toEqual(['harbor-herald'])
  })

  it('loses nothing when the digester dies before its transaction ends', async () => {
    const { node, address } = await cluster()
    const [collector, dying, standby] = [await node(), await node(), await node()]
    await collector.inbox.append([await arrivalOf(collector, 0, 'One'), await arrivalOf(collector, 1, 'Two')])

    const death = dying.together(async () => {
      await digestOldest(dying)
      const holders = `SELECT pg_terminate_backend(pid) FROM pg_locks
        WHERE relation = 'inbox'::regclass AND mode = 'RowExclusiveLock'`
      await ask(holders, address.url)
    })

    await expect(death).rejects.toMatchObject({ code: 'storeFailed' })
    expect(await titlesOf(collector)).toEqual([])
    await standby.together(() => digestOldest(standby))
    expect(await standby.inbox.listOldest(10)).toEqual([])
    expect(await titlesOf(collector)).toEqual(['One', 'Two'])
  })
})

/** Nodes with one store. */
async function cluster() {
  const address = await newAddress()
  const node = async (): Promise<PostgresStore> => {
    const store = await openPostgresStore(address, { now: () => NOW })
    kept(store)
    return store
  }
  await (await node()).syncSources(SOURCES, NOW)
  return { address, node }
}

/** What a visit to a source brings: one entry with this title. */
async function arrivalOf(store: PostgresStore, at: number, title: string): Promise<Arrival> {
  const source = SOURCES[at] ?? aSource('none')
  const url = `https://${source.id}.example/${encodeURIComponent(title.toWellFormed())}`
  const document = read([anEntry({ guid: url, url, title })])
  const deps = { ...visitDepsOf(store, () => NOW), collect: () => Promise.resolve(document) }
  return fetchVisit(source, undefined, deps, new AbortController().signal)
}

async function digestOldest(store: PostgresStore): Promise<void> {
  const deps = visitDepsOf(store, () => NOW)
  const waiting = await store.inbox.listOldest(10)
  for (const { arrival } of waiting) {
    const source = SOURCES.find(({ id }) => id === arrival.sourceId) ?? aSource('none')
    await digestArrival(arrival, source, undefined, deps)
  }
  await store.inbox.remove(waiting.map(({ id }) => id))
}

async function titlesOf(store: PostgresStore): Promise<string[]> {
  await store.refresh()
  const { ids } = await store.select(EVERYTHING, 'newest', FIRST_PAGE)
  return (await store.findItems(ids)).map(({ title }) => title).toSorted()
}
