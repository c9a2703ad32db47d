import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { DigestError } from '../../src/model/errors.ts'
import { EVERYTHING } from '../../src/model/filter.ts'
import { placeOf, type PostgresAddress } from '../../src/model/store-address.ts'
import { HOUR_MS, MINUTE_MS } from '../../src/model/time.ts'
import { createQueue } from '../../src/pipeline/queue.ts'
import { Columns } from '../../src/store/columns/columns.ts'
import { lockPostgresForCollecting } from '../../src/store/postgres/digester-lock.ts'
import {
  hasPostgresStore,
  isPostgresStoreUpToDate,
  openPostgresReadStore,
  openPostgresStore,
} from '../../src/store/postgres/open.ts'
import { aSource } from '../a-source.ts'
import { openNetwork } from '../nodes/silent-network.ts'
import { aDraft, aFirstVisit, FIRST_PAGE, NOW } from './drafts.ts'
import { kept } from './kept.ts'
import { ORDERS } from './plain-lists.ts'
import { ask, hasPostgres, newAddress, newPostgresFixture, restart } from './postgres-fixture.ts'

/** Round trips of a visit with new items: the transaction, and reading what it changed. */
const MAX_STATEMENTS = 18

const OPTIONS = { now: () => NOW }

async function failureOf(work: Promise<unknown>): Promise<DigestError> {
  const failure = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(failure instanceof DigestError)) throw new TypeError('it did not fail by name', { cause: failure })
  return failure
}

function changed(address: PostgresAddress, change: (url: URL) => void): PostgresAddress {
  const url = new URL(address.url)
  change(url)
  return { ...address, url: url.href }
}

describe.skipIf(!hasPostgres('PostgreSQL as a store'))('a database', () => {
  it('of another program is left as it is', async () => {
    const address = await newAddress()
    await ask('CREATE TABLE items (id int)', address.url)

    for (const open of [openPostgresStore, openPostgresReadStore])
      expect(await failureOf(open(address, OPTIONS))).toMatchObject({ code: 'storeForeign' })

    const tables = `SELECT count(*)::int AS tables FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'`
    expect(await ask(tables, address.url)).toEqual([{ tables: 1 }])
  })

  it('of a newer version is left as it is', async () => {
    const address = await newAddress()
    await (await openPostgresStore(address, OPTIONS)).close()
    await ask('INSERT INTO content_digest (version, migrated_at) VALUES (999, 0)', address.url)

    for (const open of [openPostgresStore, openPostgresReadStore]) {
      const failure = await failureOf(open(address, OPTIONS))
      expect(failure).toMatchObject({ code: 'storeNewer' })
      expect(failure.message).toContain('schema 999')
    }
  })

  it('without a store is not made into one by reading', async () => {
    const address = await newAddress()

    expect(await hasPostgresStore(address)).toBe(false)
    expect(await failureOf(openPostgresReadStore(address, OPTIONS))).toMatchObject({
      code: 'storeFailed',
      message: `there is no store at ${placeOf(address)}`,
    })
    expect(await hasPostgresStore(address)).toBe(false)
  })

  it('is up to date once a node of this version has opened it for writing', async () => {
    const address = await newAddress()
    const before = await isPostgresStoreUpToDate(address)
    await (await openPostgresStore(address, OPTIONS)).close()
    const after = await isPostgresStoreUpToDate(address)
    await ask(
      'DELETE FROM content_digest WHERE version = (SELECT max(version) FROM content_digest)',
      address.url,
    )

    expect({ before, after, older: await isPostgresStoreUpToDate(address) }).toEqual({
      before: false,
      after: true,
      older: false,
    })
  })

  it('is made once by several nodes that start at the same time', async () => {
    const address = await newAddress()

    const stores = await Promise.all(
      [1, 2, 3, 4].map(async () => kept(await openPostgresStore(address, OPTIONS))),
    )

    const ids = await Promise.all(stores.map((store) => store.storeId()))
    expect(new Set(ids).size).toBe(1)
    expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('that cannot be reached is named in the error, without the password', async () => {
    const address = await newAddress()
    const wrong = [
      changed(address, (url) => (url.port = '1')),
      changed(address, (url) => (url.pathname = '/nowhere')),
      changed(address, (url) => (url.hostname = 'nowhere.invalid')),
      changed(address, (url) => url.searchParams.set('options', '-c search_path=nowhere')),
    ].map((one) => changed(one, (url) => (url.password = 's3cret')))

    for (const one of wrong) {
      const failure = await failureOf(openPostgresStore(one, OPTIONS))
      expect(failure.code).toBe('storeUnusable')
      expect(failure.message).toContain(placeOf(one))
      expect(`${failure.message} ${failure.stack} ${JSON.stringify(failure.cause)}`).not.toContain('s3cret')
    }
  })

  it.each(['an empty schema', 'a store'])(
    'where a right is missing in %s is refused by name',
    async (kind) => {
      const address = await newAddress()
      if (kind === 'a store') await (await openPostgresStore(address, OPTIONS)).close()
      const role = `role_${Date.now()}`
      await ask(`CREATE ROLE ${role} LOGIN PASSWORD 's3cret'`)
      const schema = /search_path=(\w+)/.exec(decodeURIComponent(address.url))?.[1] ?? ''
      await ask(`GRANT USAGE ON SCHEMA ${schema} TO ${role}`)
      try {
        const weak = changed(address, (url) => {
          url.username = role
          url.password = 's3cret'
        })

        expect(await failureOf(openPostgresStore(weak, OPTIONS))).toMatchObject({ code: 'storeForbidden' })
      } finally {
        await ask(`REVOKE ALL ON SCHEMA ${schema} FROM ${role}`)
        await ask(`DROP ROLE ${role}`)
      }
    },
  )

  it('keeps texts that PostgreSQL cannot hold, but for the characters that it refuses', async () => {
    const store = await (await newPostgresFixture()).open()
    await store.syncSources([aSource('paper')], NOW)
    const odd = aDraft('odd', {
      title: 'a\0b \ud800 \\u0000',
      tags: ['x\0y'],
      contentHtml: 'c\0d',
      author: '\\',
    })

    await store.saveVisit(aFirstVisit('paper', { 1: odd }))

    const article = await store.findArticle(1)
    expect(article?.item).toMatchObject({
      title: 'a\ufffdb \ufffd \\u0000',
      tags: ['x\ufffdy'],
      author: '\\',
    })
    expect(article?.contentHtml).toBe('c\ufffdd')
  })

  it('wakes the readers that listen', async () => {
    const fixture = await newPostgresFixture()
    const { address } = fixture
    const writer = await fixture.open()
    await writer.syncSources([aSource('paper')], NOW)
    const reader = kept(await openPostgresReadStore(address, { ...OPTIONS, listens: true }))

    await writer.saveVisit(aFirstVisit('paper', { 1: aDraft('one') }))

    await expect.poll(() => reader.version().seq).toBe(writer.version().seq)
    expect((await reader.select(EVERYTHING, 'newest', FIRST_PAGE)).ids).toEqual([1])
  })

  it('shows readers every change, however many nodes write at the same time', async () => {
    const fixture = await newPostgresFixture()
    const writers = [await fixture.open(), await fixture.open(), await fixture.open()]
    await writers[0]?.syncSources([aSource('paper')], NOW)
    const reader = await fixture.openReader()
    const reported = new Set<number>()
    reader.onChange((ids) => ids.forEach((id) => reported.add(id)))
    const progress = { done: false }

    const writing = Promise.all(
      writers.map(async (writer, at) => {
        for (let visit = 0; visit < 15; visit += 1) {
          const id = 1 + at + 3 * visit
          const saving = writer.saveVisit(aFirstVisit('paper', { [id]: aDraft(`n${id}`) }, { at: NOW + id }))
          await saving
        }
      }),
    ).finally(() => {
      progress.done = true
    })
    while (!progress.done) await reader.refresh()
    await writing
    await reader.refresh()

    expect(reported.size).toBe(45)
    expect((await reader.select(EVERYTHING, 'newest', FIRST_PAGE)).total).toBe(45)
  })

  it('shows readers no change before an earlier one, since writers commit in the order of their changes', async () => {
    const fixture = await newPostgresFixture()
    const [first, second, reader] = [await fixture.open(), await fixture.open(), await fixture.openReader()]
    await first.syncSources([aSource('paper')], NOW)
    await reader.refresh()
    const before = reader.version().seq
    let later: Promise<void> | undefined

    await first.together(async () => {
      await first.saveVisit(aFirstVisit('paper', { 1: aDraft('one') }, { at: NOW + 1 }))
      // It would commit first if it did not wait.
      later = second.saveVisit(aFirstVisit('paper', { 2: aDraft('two') }, { at: NOW + 2 }))
      const waiting = `SELECT count(*)::int AS writers FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`
      await expect.poll(() => ask(waiting)).toEqual([{ writers: 1 }])
      await reader.refresh()
      expect(reader.version().seq).toBe(before)
    })
    await later

    await reader.refresh()
    expect((await reader.select(EVERYTHING, 'newest', FIRST_PAGE)).ids).toEqual([2, 1])
    const rows = await ask(
      `SELECT item_id::int AS item FROM changes WHERE seq > ${before} AND kind = 'put' ORDER BY seq`,
      fixture.address.url,
    )
    expect(rows).toEqual([{ item: 1 }, { item: 2 }])
  })

  it('keeps its columns in a file, which the next start reads and brings up to date', async () => {
    const fixture = await newPostgresFixture()
    const { address } = fixture
    const options = { ...OPTIONS, minItemsOfFile: 1 }
    const writer = await fixture.open()
    await writer.syncSources([aSource('paper')], NOW)
    const drafts = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [at + 1, aDraft(`n${at + 1}`)]))
    await writer.saveVisit(aFirstVisit('paper', drafts))
    const first = await openPostgresReadStore(address, options)
    await first.saveColumns()
    await first.close()
    await writer.saveVisit(aFirstVisit('paper', { 31: aDraft('n31') }, { at: NOW + 1 }))
    const rows = vi.spyOn(Columns.prototype, 'append')
    onTestFinished(() => rows.mockRestore())
    const listsOf = async () => {
      const store = kept(await openPostgresReadStore(address, options))
      return Promise.all(ORDERS.map((order) => store.select(EVERYTHING, order, FIRST_PAGE)))
    }

    const fromFile = await listsOf()

    expect(rows).not.toHaveBeenCalled()
    expect(fromFile[0]?.total).toBe(31)
    await writer.keepHalfLife(1)
    await listsOf()
    expect(rows).toHaveBeenCalled()
    rows.mockClear()
    rmSync(`${address.file}-columns`)
    await writer.keepHalfLife(12 * HOUR_MS)
    const built = await listsOf()
    expect(rows).toHaveBeenCalled()
    expect(fromFile.map(({ ids }) => ids)).toEqual(built.map(({ ids }) => ids))
  })

  it('gets nothing more of a store that is abandoned, also not by another attempt', async () => {
    const { address } = await newPostgresFixture()
    const store = await openPostgresStore(address, OPTIONS)
    await store.syncSources([aSource('paper')], NOW)
    const queue = createQueue(store, OPTIONS)
    const save = vi.fn(async () => {
      await store.saveVisit(aFirstVisit('paper', { 1: aDraft('one') }))
      store.abandon()
    })

    expect(await failureOf(queue(save))).toMatchObject({ code: 'storeFailed' })

    expect(save).toHaveBeenCalledTimes(1)
    expect(await failureOf(store.listSourceStates())).toMatchObject({ code: 'storeFailed' })
    expect(await ask('SELECT id FROM items', address.url)).toEqual([])
    await store.close()
  })

  it('leaves no gap in the changes where a write fails', async () => {
    const fixture = await newPostgresFixture()
    const { address } = fixture
    const store = await fixture.open()
    await store.syncSources([aSource('paper')], NOW)
    await store.saveVisit(aFirstVisit('paper', { 1: aDraft('one') }))
    await failureOf(store.saveVisit(aFirstVisit('paper', { 2: aDraft('two'), 3: aDraft('one') })))

    await store.saveVisit(aFirstVisit('paper', { 4: aDraft('four') }))

    const rows = await ask('SELECT seq::int AS seq FROM changes ORDER BY seq', address.url)
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, at) => at + 1))
  })

  it('undoes a group in which a statement failed, though its work goes on', async () => {
    const fixture = await newPostgresFixture()
    const store = await fixture.open()
    await store.syncSources([aSource('paper')], NOW)

    const group = store.together(async () => {
      await store.saveVisit(aFirstVisit('paper', { 1: aDraft('one') }))
      await store.findStoryItems([Number.NaN]).catch(() => undefined)
    })

    expect(await failureOf(group)).toMatchObject({
      code: 'storeFailed',
      message: expect.stringContaining('invalid input syntax') as string,
    })
    const reader = await fixture.openReader()
    expect((await reader.select(EVERYTHING, 'newest', FIRST_PAGE)).total).toBe(0)
    await store.saveVisit(aFirstVisit('paper', { 2: aDraft('two') }))
    expect((await store.select(EVERYTHING, 'newest', FIRST_PAGE)).ids).toEqual([2])
  })

  it('names the failure of a statement before a part, also to the part', async () => {
    const store = await (await newPostgresFixture()).open()
    await store.syncSources([aSource('paper')], NOW)
    let part: DigestError | undefined

    const group = store.together(async () => {
      await store.findStoryItems([Number.NaN]).catch(() => undefined)
      part = await failureOf(store.saveVisit(aFirstVisit('paper', { 1: aDraft('one') })))
    })

    const named = { code: 'storeFailed', message: expect.stringContaining('invalid input syntax') as string }
    expect(await failureOf(group)).toMatchObject(named)
    expect(part).toMatchObject(named)
  })

  it('gives signs of life in a group whose work takes long, since the server ends a silent one', async () => {
    const store = await (await newPostgresFixture()).open()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const query = vi.spyOn(Client.prototype, 'query')
    onTestFinished(() => query.mockRestore())
    const beats = (): number =>
      query.mock.calls.filter(([sent]) => (sent as { text?: string }).text === 'SELECT 1').length

    const inGroup = await store.together(async () => {
      await store.listSourceStates()
      vi.advanceTimersByTime(MINUTE_MS)
      await store.listSourceStates()
      return beats()
    })

    expect(inGroup).toBeGreaterThan(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('names the first failure of statements that were sent together, and saves the rest of the group', async () => {
    const fixture = await newPostgresFixture()
    const store = await fixture.open()
    await store.syncSources([aSource('paper')], NOW)
    const doubled = aFirstVisit('paper', { 2: aDraft('two'), 3: aDraft('two') })

    const alone = await failureOf(store.saveVisit(doubled))
    const inGroup = await store.together(async () => {
      await store.saveVisit(aFirstVisit('paper', { 1: aDraft('one') }))
      const failure = await failureOf(store.saveVisit(doubled))
      await store.saveVisit(aFirstVisit('paper', { 4: aDraft('four') }, { at: NOW + 1 }))
      return failure
    })

    for (const failure of [alone, inGroup])
      expect(failure).toMatchObject({
        code: 'storeFailed',
        message: expect.stringContaining('addresses_pkey') as string,
      })
    const reader = await fixture.openReader()
    const { ids } = await reader.select(EVERYTHING, 'newest', FIRST_PAGE)
    expect(new Set(ids)).toEqual(new Set([1, 4]))
  })

  it('lets one process of all nodes collect', async () => {
    const fixture = await newPostgresFixture()
    const { address } = fixture
    await fixture.open()
    const lock = await lockPostgresForCollecting(address)

    expect(await failureOf(lockPostgresForCollecting(address))).toMatchObject({ code: 'storeInUse' })
    await lock.release()
    const next = await lockPostgresForCollecting(address)
    await next.release()
  })

  it('saves a visit with as many statements for 50 items as for one', async () => {
    const store = await (await newPostgresFixture()).open()
    await store.syncSources([aSource('paper')], NOW)
    const query = vi.spyOn(Client.prototype, 'query')
    onTestFinished(() => query.mockRestore())
    const statementsFor = async (ids: readonly number[]) => {
      const articles = Object.fromEntries(ids.map((id) => [id, aDraft(`n${id}`, { tags: ['a', 'b'] })]))
      // The words of the first visit are new.
      query.mockClear()
      await store.saveVisit(aFirstVisit('paper', articles))
      return query.mock.calls.length
    }
    await statementsFor([1])

    const forOne = await statementsFor([2])
    const forMany = await statementsFor(Array.from({ length: 50 }, (_, at) => at + 3))

    expect(forMany).toBe(forOne)
    expect(forOne).toBeLessThanOrEqual(MAX_STATEMENTS)
    expect((await store.select(EVERYTHING, 'newest', FIRST_PAGE)).total).toBe(52)
  })

  it.skipIf(restart === undefined)('that was away answers again when it is back', async () => {
    const fixture = await newPostgresFixture()
    const { address } = fixture
    const store = await fixture.open()
    await store.syncSources([aSource('paper')], NOW)
    await store.saveVisit(aFirstVisit('paper', { 1: aDraft('one') }))
    const reader = kept(await openPostgresReadStore(address, { ...OPTIONS, listens: true }))
    await store.select(EVERYTHING, 'newest', FIRST_PAGE)
    let whileAway: unknown

    await restart?.(async () => {
      whileAway = await Promise.all([failureOf(store.findItems([1])), failureOf(store.refresh())])
      // What is in memory still answers.
      expect((await store.select(EVERYTHING, 'newest', FIRST_PAGE)).ids).toEqual([1])
    })

    expect(whileAway).toMatchObject([{ code: 'storeFailed' }, { code: 'storeFailed' }])
    await store.saveVisit(aFirstVisit('paper', { 2: aDraft('two') }))
    expect((await store.findItems([1, 2])).map(({ id }) => id)).toEqual([1, 2])
    await expect.poll(() => reader.version().seq).toBe(store.version().seq)
  })

  it('is left though the network has lost the connections without a word', async () => {
    const address = await newAddress()
    const network = await openNetwork(address.url)
    const store = await openPostgresStore({ ...address, url: network.url }, OPTIONS)
    await store.findItems([1])

    network.silence()
    const asked = failureOf(store.findItems([2]))
    // It is on its way then.
    await sleep(100)

    await store.close()
    expect(await asked).toMatchObject({ code: 'storeFailed' })
    await network.close()
  })
})
