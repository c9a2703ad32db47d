import { describe, expect, it, vi } from 'vitest'
import type { PostgresAddress } from '../../src/model/store-address.ts'
import { HOUR_MS } from '../../src/model/time.ts'
import { awaitDigesterLock, LOCK_SQL } from '../../src/store/postgres/digester-lock.ts'
import { openPostgresStore, type PostgresStore } from '../../src/store/postgres/open.ts'
import { aSource } from '../a-source.ts'
import { openNetwork } from '../nodes/silent-network.ts'
import { NOW } from './drafts.ts'
import { kept } from './kept.ts'
import { ask, hasPostgres, newAddress } from './postgres-fixture.ts'

const SITES = ['a.example', 'b.example', 'c.example']

describe.skipIf(!hasPostgres('the leases of PostgreSQL'))('leases of sites', () => {
  it('give each site to one node, however many ask at once', async () => {
    const { nodes } = await cluster(4)

    const taken = await Promise.all(
      nodes.map(({ leases }, at) => leases.take(at % 2 === 0 ? SITES : SITES.toReversed())),
    )

    expect(taken.flatMap((sites) => [...sites]).toSorted()).toEqual(SITES)
  })

  it('stay with the node that has them, and are seen by the others', async () => {
    const { nodes } = await cluster(2)
    const [one, other] = nodes
    await one?.leases.take(['a.example'])

    expect(await one?.leases.take(['a.example'])).toEqual(new Set(['a.example']))
    expect(await other?.leases.take(['a.example', 'b.example'])).toEqual(new Set(['b.example']))
    expect(await one?.leases.listTaken()).toEqual(new Set(['b.example']))
  })

  it('return when they are not renewed, and are not renewed then', async () => {
    const { nodes, expire } = await cluster(2)
    const [dead, other] = nodes
    await dead?.leases.take(['a.example'])
    await expire()

    await dead?.leases.renew(['a.example'])
    const taken = await other?.leases.take(['a.example'])

    expect(taken).toEqual(new Set(['a.example']))
    expect(await dead?.leases.take(['a.example'])).toEqual(new Set())
  })

  it('return when a node releases them', async () => {
    const { nodes } = await cluster(2)
    const [one, other] = nodes
    await one?.leases.take(SITES)

    await one?.leases.release()

    expect(await other?.leases.take(SITES)).toEqual(new Set(SITES))
  })
})

describe.skipIf(!hasPostgres('the clock of PostgreSQL'))('the clock of nodes', () => {
  it.each([-3, 0, 3])('is that of the database, though their own is %s h off', async (hours) => {
    const own = (): number => Date.now() + hours * HOUR_MS
    const { leases, inbox, clock } = kept(await openPostgresStore(await newAddress(), { now: own }))

    for (const look of [() => leases.listDue(), () => inbox.listReady(1)]) {
      const askedAt = Date.now()
      await look()
      const tookMs = Date.now() - askedAt

      expect(Math.abs(clock.now() - Date.now())).toBeLessThanOrEqual(tookMs + 2)
    }
  })
})

describe.skipIf(!hasPostgres('due sources of PostgreSQL'))('due sources', () => {
  it('are those whose time has come, by the clock of the database, the longest overdue first', async () => {
    const { nodes, address } = await cluster(1)
    const times = { soon: 60_000, late: -60_000, later: -30_000 }
    await nodes[0]?.syncSources(
      [...Object.keys(times), 'new', 'off'].map((id) => aSource(id, { enabled: id !== 'off' })),
      NOW,
    )
    for (const [id, ms] of Object.entries(times))
      await ask(
        `UPDATE sources SET next_visit_at = extract(epoch FROM now()) * 1000 + ${ms} WHERE slug = '${id}'`,
        address.url,
      )

    const due = await nodes[0]?.leases.listDue()

    expect(due?.map(({ sourceId }) => sourceId)).toEqual(['new', 'late', 'later'])
    expect((await nodes[0]?.leases.findDue(['soon', 'late']))?.map(({ sourceId }) => sourceId)).toEqual([
      'late',
    ])
  })
})

describe.skipIf(!hasPostgres('the digester lock of PostgreSQL'))('the lock of the digester', () => {
  it('passes to a standby when the connection of its holder ends, which hears of it', async () => {
    const { address } = await cluster(1)
    const { signal } = new AbortController()
    const held = await awaitDigesterLock(address, signal)
    const waiting = awaitDigesterLock(address, signal)
    const lost = new Promise((resolve) => held.lost.addEventListener('abort', resolve))

    await ask(
      `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND granted
        AND objid = hashtext('${schemaOf(address)}')::bigint & 4294967295`,
    )

    await lost
    const next = await waiting
    expect([held.lost.aborted, held.isSilent(), next.lost.aborted]).toEqual([true, false, false])
    await next.release()
    await held.release()
  })

  it('stays with a holder that reads answers late, and is lost when none comes', async () => {
    const { address } = await cluster(1)
    const network = await openNetwork(address.url)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const held = await awaitDigesterLock({ ...address, url: network.url }, new AbortController().signal)
    const beats = () =>
      ask(`SELECT FROM pg_stat_activity WHERE application_name = 'content-digest digester'
        AND query = '${LOCK_SQL.beat}' AND state = 'idle'`)

    vi.advanceTimersByTime(4_000)
    await expect.poll(beats).toHaveLength(1)
    vi.advanceTimersByTime(4_000)
    expect(held.lost.aborted).toBe(false)

    network.silence()
    vi.advanceTimersByTime(6_000)
    vi.useRealTimers()
    expect([held.lost.aborted, held.isSilent()]).toEqual([true, true])
    await network.close()
    await held.release()
  })

  it('is waited for until the signal', async () => {
    const { address } = await cluster(1)
    const held = await awaitDigesterLock(address, new AbortController().signal)
    const stop = new AbortController()
    const waiting = awaitDigesterLock(address, stop.signal)

    stop.abort()

    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
    await held.release()
  })

  it('says of each host why it cannot be asked', async () => {
    const address: PostgresAddress = {
      kind: 'postgres',
      url: 'postgres://digest@127.0.0.1:1,127.0.0.1:2/digest',
      readUrls: [],
      file: 'unused',
    }

    const waiting = awaitDigesterLock(address, new AbortController().signal)

    await expect(waiting).rejects.toMatchObject({
      message: 'the store failed: connect ECONNREFUSED 127.0.0.1:1; connect ECONNREFUSED 127.0.0.1:2',
    })
  })
})

/** Nodes with one store. */
async function cluster(count: number) {
  const address = await newAddress()
  const nodes: PostgresStore[] = []
  for (let at = 0; at < count; at++) nodes.push(kept(await openPostgresStore(address, { now: () => NOW })))
  const expire = () => ask(`UPDATE site_leases SET until = now() - interval '1 ms'`, address.url)
  return { address, nodes, expire }
}

function schemaOf({ url }: PostgresAddress): string {
  return /search_path=(\w+)/.exec(new URL(url).searchParams.get('options') ?? '')?.[1] ?? ''
}
