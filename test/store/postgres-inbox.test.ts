import { describe, expect, it } from 'vitest'
import { failureKind } from '../../src/model/advice.ts'
import type { Arrival } from '../../src/model/arrival.ts'
import { EVERYTHING } from '../../src/model/filter.ts'
import { HOUR_MS } from '../../src/model/time.ts'
import { digestInbox } from '../../src/pipeline/visit/digest-inbox.ts'
import { fetchVisit } from '../../src/pipeline/visit/fetch-visit.ts'
import { openPostgresStore, type PostgresStore } from '../../src/store/postgres/open.ts'
import { aSource } from '../a-source.ts'
import { bridgeEntries } from '../an-entry.ts'
import { visitDepsOf } from '../visit-deps.ts'
import { read } from '../visits.ts'
import { FIRST_PAGE, NOW } from './drafts.ts'
import { kept } from './kept.ts'
import { ask, hasPostgres, newAddress } from './postgres-fixture.ts'

const SOURCES = ['tide-times', 'harbor-herald', 'arn-post'].map((id) => aSource(id))
const anEntry = bridgeEntries(NOW)
const ODD = 'A lone \ud800 half, a "quote", a \\ and a \u0000 byte'

describe.skipIf(!hasPostgres('the inbox of PostgreSQL'))('the inbox', () => {
  it('keeps what several nodes append at once, as it was', async () => {
    const { node } = await cluster()
    const nodes = [await node(), await node(), await node()]
    const arrivals = await Promise.all(nodes.map((store, at) => arrivalOf(store, at, `${ODD} ${at}`)))

    const appended = await Promise.all(nodes.map((store, at) => append(store, arrivals[at])))

    const ready = await (await node()).inbox.listReady(100)
    expect(appended).toEqual([true, true, true])
    expect(ready.map(({ json }) => json).toSorted()).toEqual(
      arrivals.map((arrival) => JSON.stringify(arrival)).toSorted(),
    )
  })

  it('takes one arrival of a source at a time', async () => {
    const { node } = await cluster()
    const [one, other] = [await node(), await node()]

    const appended = await Promise.all(
      [one, other, one].map(async (store) => append(store, await arrivalOf(store, 0, 'One'))),
    )

    expect(appended.filter(Boolean)).toHaveLength(1)
    expect(await one.inbox.listReady(10)).toHaveLength(1)
  })

  it('takes none of a visit that was overtaken by another', async () => {
    const { node } = await cluster()
    const [slow, quick, digester] = [await node(), await node(), await node()]
    const late = await arrivalOf(slow, 0, 'Late')
    await append(quick, await arrivalOf(quick, 0, 'In time'))
    await digestAll(digester)

    expect(await append(slow, late)).toBe(false)
    expect(await titlesOf(slow)).toEqual(['In time'])
  })

  it('takes arrivals while a digester is in its transaction, and is emptied with it', async () => {
    const { node } = await cluster()
    const [collector, digester] = [await node(), await node()]
    await append(collector, await arrivalOf(collector, 0, 'One'))
    const [first] = await digester.inbox.listReady(10)

    const during = await digester.together(async () => {
      await digester.inbox.remove(first?.id ?? 0)
      await append(collector, await arrivalOf(collector, 1, 'Two'))
      return collector.inbox.listReady(10)
    })

    expect(during.map(({ sourceId }) => sourceId)).toEqual(['tide-times', 'harbor-herald'])
    expect((await collector.inbox.listReady(10)).map(({ sourceId }) => sourceId)).toEqual(['harbor-herald'])
  })

  it('says how much waits, and how long the oldest has waited', async () => {
    const { node, address } = await cluster()
    const store = await node()
    const empty = await store.inbox.backlog()
    for (const at of [0, 1, 2]) await append(store, await arrivalOf(store, at, `Arrival ${at}`))
    await ask(
      `UPDATE inbox SET appended_at = appended_at - id * interval '1 hour', set_aside_at = CASE WHEN id = 3 THEN now() END`,
      address.url,
    )

    const { arrivals, oldestMs } = await store.inbox.backlog()

    expect(empty).toEqual({ arrivals: 0, oldestMs: 0 })
    expect(arrivals).toBe(2)
    expect(Math.floor(oldestMs / HOUR_MS)).toBe(2)
  })

  it('loses nothing when the digester dies before its transaction ends', async () => {
    const { node, address } = await cluster()
    const [collector, dying, standby] = [await node(), await node(), await node()]
    await append(collector, await arrivalOf(collector, 0, 'One'))
    const [first] = await dying.inbox.listReady(10)

    const death = dying.together(async () => {
      await dying.inbox.remove(first?.id ?? 0)
      const holders = `SELECT pg_terminate_backend(pid) FROM pg_locks
        WHERE relation = 'inbox'::regclass AND mode = 'RowExclusiveLock'`
      await ask(holders, address.url)
    })

    await expect(death).rejects.toMatchObject({ code: 'storeFailed' })
    await digestAll(standby)
    expect(await titlesOf(collector)).toEqual(['One'])
  })
})

describe.skipIf(!hasPostgres('digesting the inbox of PostgreSQL'))('an arrival that always fails', () => {
  it('is set aside, reported at its source, and does not delay others', async () => {
    const { node, address } = await cluster()
    const [collector, digester] = [await node(), await node()]
    await append(collector, {
      ...(await arrivalOf(collector, 0, 'Bad')),
      collected: {},
    } as unknown as Arrival)
    await append(collector, await arrivalOf(collector, 1, 'Good'))

    const failures = await digestAll(digester, async () => {
      // The waits before further attempts are over.
      await ask('UPDATE inbox SET retry_at = NULL', address.url)
    })

    expect(failures).toEqual([false, false, false, true])
    expect(await titlesOf(collector)).toEqual(['Good'])
    const [source] = await collector.listSources(NOW)
    expect(source?.health).toMatchObject({ status: 'degraded', consecutiveErrors: 1 })
    const lastError = source?.health.lastError
    expect(lastError?.message).toContain('what the source sent could not be digested: ')
    expect(failureKind({ code: 'parse', status: null, message: lastError?.message ?? '' })).toBe('undigested')
    expect(await ask('SELECT source_id FROM inbox WHERE set_aside_at IS NOT NULL', address.url)).toHaveLength(
      1,
    )
    expect((await collector.leases.listDue()).map(({ sourceId }) => sourceId)).toEqual(['arn-post'])
  })

  it('is set aside too if the process died of it each time', async () => {
    const { node, address } = await cluster()
    const store = await node()
    await append(store, await arrivalOf(store, 0, 'Deadly'))
    await ask('UPDATE inbox SET attempts = 4', address.url)

    expect(await digestAll(store)).toEqual([true])
    expect(await titlesOf(store)).toEqual([])
  })

  it('is forgotten when a later visit succeeds', async () => {
    const { node, address } = await cluster()
    const store = await node()
    await append(store, await arrivalOf(store, 0, 'Deadly'))
    await ask('UPDATE inbox SET attempts = 4', address.url)
    await digestAll(store)
    await ask('UPDATE sources SET next_visit_at = NULL', address.url)

    await append(store, await arrivalOf(store, 0, 'Healed'))
    await digestAll(store)

    expect(await ask('SELECT id FROM inbox', address.url)).toEqual([])
    expect(await titlesOf(store)).toEqual(['Healed'])
  })
})

describe.skipIf(!hasPostgres('digesting into a PostgreSQL that refuses'))('an arrival', () => {
  it.each(['53100', '25006', '55P03', '42501', '57P01', '58030'])(
    'is never set aside for the state of the server: %s',
    async (code) => {
      const { node, address } = await cluster()
      const store = await node()
      await append(store, await arrivalOf(store, 0, 'One'))
      await ask(
        `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'not now' USING ERRCODE = '${code}'; END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON visits FOR EACH ROW EXECUTE FUNCTION refuse()`,
        address.url,
      )
      let left = 6

      const failures = await digestAll(store, async () => {
        left -= 1
        await ask(
          left === 0
            ? 'DROP TRIGGER refuse ON visits; UPDATE inbox SET retry_at = NULL'
            : 'UPDATE inbox SET retry_at = NULL',
          address.url,
        )
      })

      expect(failures).toEqual(Array(6).fill(false))
      expect(await titlesOf(store)).toEqual(['One'])
    },
  )
})

/** Nodes with one store. */
async function cluster() {
  const address = await newAddress()
  const node = async (): Promise<PostgresStore> => kept(await openPostgresStore(address, { now: () => NOW }))
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

/** Appends what a first visit brought. */
async function append(store: PostgresStore, arrival: Arrival | undefined): Promise<boolean> {
  return arrival !== undefined && store.inbox.append(arrival, null)
}

/**
 * Digests until nothing waits. The clock of the service is ahead, so that visited sources are not due.
 *
 * @param onFailure called after each failure
 * @returns for each failure, whether the arrival was set aside
 */
async function digestAll(
  store: PostgresStore,
  onFailure: () => Promise<void> = () => Promise.resolve(),
): Promise<boolean[]> {
  const stop = new AbortController()
  const failures: boolean[] = []
  const now = (): number => Date.now() + HOUR_MS
  const running = digestInbox(
    {
      ...visitDepsOf(store, now),
      inbox: {
        append: (arrival, dueAt) => store.inbox.append(arrival, dueAt),
        backlog: () => store.inbox.backlog(),
        remove: (id) => store.inbox.remove(id),
        setAside: (id, reason) => store.inbox.setAside(id, reason),
        countAttempt: (ids) => store.inbox.countAttempt(ids),
        async retryLater(id, retryMs, isCounted) {
          await store.inbox.retryLater(id, retryMs, isCounted)
          await onFailure()
        },
        async listReady(limit) {
          const ready = await store.inbox.listReady(limit)
          if (ready.length === 0) stop.abort()
          return ready
        },
      },
      sources: SOURCES,
      onVisit: () => undefined,
      onBegin: () => undefined,
      onError: (_sourceId, _cause, isSetAside) => void failures.push(isSetAside),
    },
    stop.signal,
  )
  await running
  return failures
}

async function titlesOf(store: PostgresStore): Promise<string[]> {
  await store.refresh()
  const { ids } = await store.select(EVERYTHING, 'newest', FIRST_PAGE)
  return (await store.findItems(ids)).map(({ title }) => title).toSorted()
}
