import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Change, createClient, type DigestClient, DigestProblem } from '../../client/client.ts'
import type { Store } from '../../src/store/store.ts'
import { aSource } from '../a-source.ts'
import { collectedOf } from '../api/collected.ts'
import { serve } from '../api/serve.ts'
import { openWorld } from '../api/world.ts'
import { aDraft, anInsert, aScore, aSighting, aVisit, NOW } from '../store/drafts.ts'
import { answering, type Answering, breaksOff, gives, refuses } from './answering.ts'

async function add(writer: Store, ...ids: readonly number[]): Promise<void> {
  const items = ids.map((id) => ({
    id,
    draft: aDraft(`${id}`, { title: `Report ${id}`, category: id % 2 === 0 ? 'even' : 'odd' }),
  }))
  await writer.saveVisit(
    aVisit('paper', {
      inserts: items.map(({ id, draft }) => anInsert(id, id, draft)),
      sightings: items.map(({ id, draft }) => aSighting(id, draft)),
      scores: items.map(({ id }) => aScore(id, 1, 1)),
    }),
  )
}

const collected = collectedOf(async (writer) => {
  await writer.syncSources([aSource('paper')], NOW)
  await add(writer, ...Array.from({ length: 25 }, (_, at) => at + 1))
})

let stop: AbortController

beforeEach(() => {
  stop = new AbortController()
})

afterEach(() => stop.abort())

/** Takes changes until there are so many, then ends the loop. */
async function take(count: number, changes: AsyncIterable<Change>): Promise<Change[]> {
  const taken: Change[] = []
  for await (const change of changes) if (taken.push(change) === count) break
  return taken
}

const idsOf = (changes: readonly Change[]) =>
  changes.map((change) => (change.op === 'restart' ? change.op : change.id))

describe('changes of the service', () => {
  const follow = (base: string, query: Parameters<DigestClient['changes']>[0] = {}) =>
    createClient(base).changes({ signal: stop.signal, ...query })

  it('are all items first, page by page, and then what comes, with the place to go on from', async () => {
    const changes = follow(collected.base, { limit: 10 })
    const first = await take(25, { [Symbol.asyncIterator]: () => ({ next: () => changes.next() }) })

    const next = changes.next()
    await add(collected.writer, 26)
    await collected.reader.refresh()
    const { value } = await next

    expect(idsOf(first)).toEqual(Array.from({ length: 25 }, (_, at) => at + 1))
    expect(value).toMatchObject({ op: 'put', reasons: ['added'], id: 26, item: { title: 'Report 26' } })
    const { since, storeId } = first.at(-1) ?? {}
    const again = await take(1, follow(collected.base, { since, storeId }))
    expect(idsOf(again)).toEqual([26])
  })

  it('are those of a filter, with the fields that are asked for', async () => {
    const [change] = await take(
      1,
      follow(collected.base, { category: 'even', fields: ['title', 'category'] }),
    )

    expect(change).toMatchObject({ id: 2 })
    expect(change).toHaveProperty('item', { title: 'Report 2', category: 'even' })
  })

  it('begin at now where that is asked', async () => {
    let answers = 0
    const fetch = async (url: string, init: RequestInit) => {
      const response = await globalThis.fetch(url, init)
      answers += 1
      return response
    }
    const changes = createClient(collected.base, { fetch }).changes({
      since: 'now',
      wait: 1,
      signal: stop.signal,
    })

    const next = changes.next()
    await expect.poll(() => answers).toBeGreaterThan(0)
    await add(collected.writer, 26)
    await collected.reader.refresh()

    expect((await next).value).toMatchObject({ id: 26 })
  })

  it('tell to begin again where another collection answers, as after a restored backup, and begin again', async () => {
    const other = await openWorld(3)
    const served = await serve(other.store)
    let base = collected.base
    const fetch = (url: string, init: RequestInit) =>
      globalThis.fetch(url.replace('http://service.example', base), init)
    const changes = createClient('http://service.example', { fetch }).changes({ signal: stop.signal })
    const taken: Change[] = []

    for await (const change of changes) {
      taken.push(change)
      if (taken.length === 25) base = served.base
      if (taken.length === 29) break
    }

    await served.close()
    await other.close()
    expect(idsOf(taken.slice(25))).toEqual(['restart', 1, 2, 3])
    expect(taken[25]).toMatchObject({ op: 'restart', reason: 'conflict', since: 0 })
  })

  it('reject where waiting does not help', async () => {
    const changes = follow(collected.base, { minScore: 101 })

    await expect(changes.next()).rejects.toMatchObject({ name: 'DigestProblem', code: 'parameterInvalid' })
  })

  it('end with the signal, quietly, and at once', async () => {
    const changes = follow(collected.base, { since: 'now' })
    const next = changes.next()

    stop.abort()

    expect(await next).toEqual({ done: true, value: undefined })
  })
})

/** A page of deletes. */
function page(...seqs: readonly number[]) {
  const changes = deletes(seqs)
  return gives({
    storeId: 'urn:uuid:1',
    since: 0,
    changes,
    nextSince: seqs.at(-1) ?? 9,
    hasMore: true,
    latestSeq: 9,
  })
}

function deletes(seqs: readonly number[]) {
  return seqs.map((seq) => ({ seq, op: 'delete', id: seq, reasons: ['expired'], item: null }))
}

const NOTHING = gives({ storeId: 'urn:uuid:1', changes: [], nextSince: 9, hasMore: false, latestSeq: 9 })

/** The positions that a service was asked for. */
function positionsOf({ asked }: Answering): string[] {
  return asked.map(({ searchParams: query }) => `${query.get('since')} ${query.get('storeId')}`)
}

describe('the place after a change', () => {
  const FIRST_WALK = 2 ** 52

  it('is its number, or within a first walk the beginning of its page', async () => {
    const pageOf = (since: number, seqs: readonly number[], nextSince: number) =>
      gives({ storeId: 'urn:uuid:1', since, changes: deletes(seqs), nextSince, hasMore: true, latestSeq: 9 })
    const service = await answering(
      pageOf(0, [1, 2], FIRST_WALK + 2),
      pageOf(FIRST_WALK + 2, [3, 4], 4),
      pageOf(4, [5, 6], 6),
    )

    const taken = await take(6, createClient(service.base).changes({ signal: stop.signal }))

    expect(taken.map(({ since }) => since)).toEqual([0, FIRST_WALK + 2, FIRST_WALK + 2, 4, 5, 6])
    expect(positionsOf(service).slice(1)).toEqual([`${FIRST_WALK + 2} urn:uuid:1`, '4 urn:uuid:1'])
  })
})

describe('changes of a service in trouble', () => {
  it('go on where they were, after answers that did not come, and however long it takes', async () => {
    const trouble = [breaksOff, refuses(429, 'rateLimited', { 'retry-after': '1' }), refuses(500, 'internal')]
    const service = await answering(page(1, 2), ...trouble, refuses(503, 'unavailable'), page(3))
    const waits: string[] = []
    const digest = createClient(service.base, { retries: 0, onRetry: ({ code }) => waits.push(code) })

    const taken = await take(3, digest.changes({ since: 0, signal: stop.signal }))

    expect(idsOf(taken)).toEqual([1, 2, 3])
    expect(waits).toEqual(['unreachable', 'rateLimited', 'internal', 'unavailable'])
    expect(new Set(positionsOf(service).slice(1))).toEqual(new Set(['2 urn:uuid:1']))
  })

  it('tell to begin again after an absence that was too long, and begin again', async () => {
    const service = await answering(refuses(410, 'gone'), page(1))

    const taken = await take(
      2,
      createClient(service.base).changes({ since: 5, storeId: 'urn:uuid:1', signal: stop.signal }),
    )

    expect(taken[0]).toEqual({
      op: 'restart',
      reason: 'gone',
      since: 0,
      storeId: undefined,
      detail: 'refused: gone',
    })
    expect(positionsOf(service)).toEqual(['5 urn:uuid:1', '0 null'])
  })

  it('begin again at now if they began there', async () => {
    const service = await answering(page(7), refuses(409, 'conflict'), page(8))

    const taken = await take(3, createClient(service.base).changes({ since: 'now', signal: stop.signal }))

    expect(taken[1]).toMatchObject({ op: 'restart', reason: 'conflict', since: 'now' })
    expect(positionsOf(service)).toEqual(['now null', '7 urn:uuid:1', 'now null'])
  })

  it('end where even the beginning is refused', async () => {
    const service = await answering(refuses(410, 'gone'))
    const changes = createClient(service.base).changes({ signal: stop.signal })

    await changes.next()

    await expect(changes.next()).rejects.toBeInstanceOf(DigestProblem)
    expect(service.asked).toHaveLength(2)
  })

  it('ask at most once a second where the service does not wait', async () => {
    const service = await answering(NOTHING, NOTHING, page(10))
    const began = Date.now()

    await take(1, createClient(service.base).changes({ wait: 0, signal: stop.signal }))

    expect(Date.now() - began).toBeGreaterThanOrEqual(1900)
    expect(service.asked.map(({ searchParams }) => searchParams.get('wait'))).toEqual(['0', '0', '0'])
  })

  it('end with the signal while they wait to try again', async () => {
    const service = await answering(refuses(503, 'unavailable', { 'retry-after': '600' }))
    const onRetry = () => stop.abort()

    const taken = await take(1, createClient(service.base, { onRetry }).changes({ signal: stop.signal }))

    expect(taken).toEqual([])
  })
})
