import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openSqliteReadStore, openSqliteStore } from '../../src/store/sqlite/open.ts'
import { aSource } from '../a-source.ts'
import { aDraft, aFirstVisit, aSighting, aVisit, NOW } from '../store/drafts.ts'
import { apiOf } from './api-of.ts'
import { ask } from './ask.ts'
import { serve } from './serve.ts'
import { openWorld } from './world.ts'

interface Row {
  readonly seq: number
  readonly op: string
  readonly reasons: readonly string[]
  readonly id: number
  readonly storyId: number | null
  readonly item: Readonly<Record<string, unknown>> | null
}

interface Changes {
  readonly storeId: string
  readonly changes: readonly Row[]
  readonly count: number
  readonly nextSince: number
  readonly hasMore: boolean
  readonly latestSeq: number
}

describe('GET /api/changes', () => {
  const api = apiOf(() => openWorld(25))

  async function changes(query: string): Promise<Changes> {
    const reply = await ask(`${api.base}/api/changes?${query}`)
    if (reply.status !== 200) throw new Error(`${query}: ${reply.status} ${reply.text}`)
    return reply.json as Changes
  }

  it('gives all items from 0 on, in pages, each as lists give it', async () => {
    const rows: Row[] = []
    let page: Changes
    let since = 0
    do {
      page = await changes(`since=${since}&limit=7`)
      rows.push(...page.changes)
      since = page.nextSince
    } while (page.hasMore)

    const listed = (await ask(`${api.base}/api/items?limit=500`)).json as {
      items: { id: number; story: { id: number } }[]
    }
    const byId = (a: { id: number }, b: { id: number }) => a.id - b.id
    expect(rows.map(({ item }) => item as { id: number }).toSorted(byId)).toEqual(listed.items.toSorted(byId))
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map(({ seq }) => seq).toSorted((a, b) => a - b))
    expect(rows[0]).toMatchObject({
      op: 'put',
      reasons: ['added'],
      storyId: listed.items.find(({ id }) => id === rows[0]?.id)?.story.id,
    })
    expect(page).toMatchObject({
      nextSince: page.latestSeq,
      storeId: expect.stringMatching(/^urn:uuid:[\da-f-]{36}$/),
    })
  })

  it('gives chosen fields, and only items that filters pass', async () => {
    const { changes: rows } = await changes('source=alpha&fields=id,source&limit=1000')

    expect(rows.length).toBeGreaterThan(3)
    expect(new Set(rows.map(({ item }) => Object.keys(item ?? {}).join()))).toEqual(new Set(['id,source']))
    const { changes: long } = await changes('include=content&maxChars=5&limit=1')
    expect(long[0]?.item).toMatchObject({ contentText: expect.any(String), contentTruncated: true })
  })

  it('answers `now` with nothing, and 304 while nothing changes', async () => {
    const first = await ask(`${api.base}/api/changes?since=now`)
    const second = await ask(`${api.base}/api/changes?since=now`, {
      headers: { 'if-none-match': first.headers['etag'] ?? '' },
    })

    expect(first.json).toMatchObject({ changes: [], count: 0, hasMore: false })
    expect(second.status).toBe(304)
  })

  it('waits for a change', async () => {
    const { nextSince } = await changes('since=now')
    const waiting = changes(`since=${nextSince}&wait=60&fields=id`)

    const added = await api.world.add()

    expect((await waiting).changes).toMatchObject([{ op: 'put', reasons: ['added'], id: added.id }])
  })

  it('sends events, and goes on after the last one that a client has', async () => {
    const { nextSince } = await changes('since=now')
    const stream = await EventReader.open(`${api.base}/api/changes?since=${nextSince}&fields=id`)
    const [one, two] = [await api.world.add(), await api.world.add()]

    const events = [await stream.next(), await stream.next()]
    stream.close()
    const resumed = await EventReader.open(`${api.base}/api/changes?since=0&fields=id`, events[0]?.id)

    expect(events.map((one) => [one?.event, one?.data.id, one?.data.item])).toEqual([
      ['put', one.id, { id: one.id }],
      ['put', two.id, { id: two.id }],
    ])
    expect(await resumed.next()).toEqual(events[1])
    resumed.close()
  })

  it('says where a client goes on that was sent nothing yet', async () => {
    const url = `${api.base}/api/changes?since=now&category=nothing&reasons=added`
    const stream = await EventReader.open(url)
    const place = await stream.place()
    stream.close()
    const added = await api.world.add()

    const resumed = await EventReader.open(`${api.base}/api/changes?since=now&fields=id`, place)

    expect((await resumed.next())?.data.id).toBe(added.id)
    resumed.close()
  })

  it('sends each client of many the same events once, in their order', async () => {
    const url = `${api.base}/api/changes?since=now&fields=id`
    const streams = await Promise.all(Array.from({ length: 50 }, () => EventReader.open(url)))
    const added: number[] = []
    for (let count = 0; count < 20; count += 1) added.push((await api.world.add()).id)

    for (const stream of streams) {
      const ids: number[] = []
      while (ids.length < added.length) ids.push((await stream.next())?.data.id ?? 0)
      expect(ids).toEqual(added)
      stream.close()
    }
  })

  it.each(['application/json, text/event-stream;q=0.5', '*/*', 'text/event-stream;q=0, */*'])(
    'answers in JSON where that is preferred: %s',
    async (accept) => {
      const { headers } = await ask(`${api.base}/api/changes?since=now`, { headers: { accept } })

      expect(headers['content-type']).toBe('application/json; charset=utf-8')
    },
  )

  it('refuses what is not of this collection', async () => {
    const { latestSeq, storeId } = await changes('since=now')
    const beyond = await ask(`${api.base}/api/changes?since=${latestSeq + 1}`)
    const other = await ask(`${api.base}/api/changes?storeId=urn:uuid:0`)
    const stream = await ask(`${api.base}/api/changes?since=${latestSeq + 1}`, {
      headers: { accept: 'text/event-stream' },
    })

    expect([beyond, other, stream].map(({ status }) => status)).toEqual([409, 409, 409])
    expect(beyond.json).toMatchObject({ code: 'conflict', detail: expect.stringContaining('since=0') })
    expect((await changes(`since=now&storeId=${storeId}`)).count).toBe(0)
  })

  it.each([
    ['since=-1', 'since must be a whole number, 0 or more, or now'],
    ['since=soon', 'since must be a whole number, 0 or more, or now'],
    ['since=9007199254740992', 'since must be a whole number, 0 or more, or now'],
    ['reasons=born', 'reasons must be one or several of added, edited'],
    ['wait=61', 'wait must be a whole number from 0 to 60'],
    ['limit=1001', 'limit must be a whole number from 1 to 1000'],
    ['from=2026-03-01', "unknown parameter 'from'"],
  ])('refuses %s and says what is allowed', async (query, message) => {
    const reply = await ask(`${api.base}/api/changes?${query}`)

    expect(reply.status).toBe(400)
    expect((reply.json as { detail: string }).detail).toContain(message)
  })
})

it('with minPoints, changes say when an item gets so many points', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'digest-points-'))
  const file = join(folder, 'digest.db')
  const writer = await openSqliteStore(file, { now: () => NOW })
  await writer.syncSources([aSource('hn')], NOW)
  const withPoints = (points: number) => aDraft('launch', { engagement: { points, comments: 3 } })
  await writer.saveVisit(aFirstVisit('hn', { 1: withPoints(99) }))
  const store = await openSqliteReadStore(file, { now: () => NOW })
  const served = await serve(store)
  const ids = async (query: string) =>
    ((await ask(`${served.base}/api/changes?fields=id&${query}`)).json as Changes).changes.map(
      ({ op, id }) => [op, id],
    )
  const { latestSeq } = (await ask(`${served.base}/api/changes?since=now`)).json as Changes
  expect(await ids('minPoints=100')).toEqual([])

  await writer.saveVisit(aVisit('hn', { at: NOW + 1, sightings: [aSighting(1, withPoints(100))] }))
  await store.refresh()

  expect(await ids(`minPoints=100&since=${latestSeq}`)).toEqual([['put', 1]])
  expect(await ids(`since=${latestSeq}`)).toEqual([])
  expect((await ask(`${served.base}/api/items?minPoints=100`)).json).toMatchObject({ total: 1 })
  expect((await ask(`${served.base}/api/items?minPoints=101`)).json).toMatchObject({ total: 0 })
  await served.close()
  await store.close()
  await writer.close()
  rmSync(folder, { recursive: true })
})

it('a server that closes ends its event streams and answers those who wait', async () => {
  const world = await openWorld(3)
  const served = await serve(world.store)
  const stream = await EventReader.open(`${served.base}/api/changes?since=now`)
  const waiting = ask(`${served.base}/api/changes?since=now&wait=60`)
  await ask(`${served.base}/api/health`)

  const [, last] = await Promise.all([served.close(), stream.next()])

  expect(last).toBeUndefined()
  expect((await waiting).status).toBe(200)
  await world.close()
})

interface Event {
  readonly id: string
  readonly event: string
  readonly data: Row
}

/** Reads server-sent events. */
class EventReader {
  readonly #response: IncomingMessage
  readonly #lines: AsyncGenerator<Event>

  private constructor(response: IncomingMessage) {
    this.#response = response
    this.#lines = eventsOf(response)
  }

  static async open(url: string, lastEventId?: string): Promise<EventReader> {
    const headers = {
      accept: 'text/event-stream',
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    }
    const sent = httpRequest(url, { headers }).end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const type = response.headers['content-type']
    if (type !== 'text/event-stream; charset=utf-8') throw new Error(`${url}: ${response.statusCode} ${type}`)
    return new EventReader(response)
  }

  /** `undefined` at the end. */
  async next(): Promise<Event | undefined> {
    const { value } = await this.#lines.next()
    return value as Event | undefined
  }

  /** The number that came without an event. */
  async place(): Promise<string> {
    const [chunk] = (await once(this.#response, 'data')) as [Buffer]
    return /^:\nid: (\d+)\n\n$/.exec(String(chunk))?.[1] ?? ''
  }

  close(): void {
    this.#response.destroy()
  }
}

async function* eventsOf(response: IncomingMessage): AsyncGenerator<Event> {
  let text = ''
  for await (const chunk of response) {
    text += String(chunk)
    const parts = text.split('\n\n')
    text = parts.pop() ?? ''
    for (const part of parts) {
      const {
        id = '',
        event = '',
        data = 'null',
      } = Object.fromEntries(
        part.split('\n').map((line) => {
          const at = line.indexOf(': ')
          return [line.slice(0, at), line.slice(at + 2)]
        }),
      )
      if (event !== '') yield { id, event, data: JSON.parse(data) as Row }
    }
  }
}
