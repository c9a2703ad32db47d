import type { Socket } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/model/time.ts'
import type { NewStoreFixture } from '../store/contract.ts'
import { aDraft, aVisit } from '../store/drafts.ts'
import { A_DAY, aHook, KEY, openHookWorld } from './hook-world.ts'
import { accept, answer, die, hang, itemIdsOf, openReceiver, rowsOf } from './receiver.ts'

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at)

/** How requests are sent, whatever the engine. */
export function sendingContract(newFixture: NewStoreFixture): void {
  describe('a hook', () => {
    it('begins at now, and sends each new item once, in order, signed', async () => {
      const [world, receiver] = [await openHookWorld(await newFixture()), await openReceiver()]
      await world.add([1, 2])
      await world.run(aHook(receiver.url))

      await world.add([3, 4])
      await expect.poll(() => receiver.accepted.length).toBe(1)
      await world.add([5])
      await expect.poll(() => receiver.accepted.length).toBe(2)

      expect(itemIdsOf(receiver.accepted)).toEqual([3, 4, 5])
      for (const { headers, body } of receiver.requests) {
        const verified = new Webhook(KEY.toString('base64')).verify(body, headers)
        expect(verified).toMatchObject({ hook: 'alerts', count: rowsOf(body).length, hasMore: false })
        expect(headers['content-type']).toBe('application/json')
      }
      expect(rowsOf(receiver.accepted[0]?.body ?? '')[0]).toMatchObject({
        op: 'put',
        reasons: ['added'],
        id: 3,
        storyId: 3,
        item: { id: 3, title: 'Title of n3' },
      })
      expect(world.log).toEqual(['info hook alerts begins: it sends what changes from now on'])
    })

    it('sends up to 100 rows a request, one request at a time', async () => {
      const [world, receiver] = [await openHookWorld(await newFixture()), await openReceiver()]
      await world.run(aHook(receiver.url))

      await world.add(range(1, 250))
      await expect.poll(() => receiver.accepted.length).toBe(3)

      expect(receiver.accepted.map(({ body }) => rowsOf(body).length)).toEqual([100, 100, 50])
      expect(itemIdsOf(receiver.accepted)).toEqual(range(1, 250))
    })

    it('loses nothing and keeps the order, whatever goes wrong', async () => {
      const [world, receiver, inside] = [
        await openHookWorld(await newFixture()),
        await openReceiver(),
        await openReceiver(),
      ]
      // Dies: it has the request, and the sender does not know.
      receiver.next.push(
        answer(500),
        hang,
        die,
        answer(302, { location: inside.url }),
        answer(408),
        answer(429),
        answer(503),
        accept,
        die,
      )
      await world.run(aHook(receiver.url), { timeoutMs: 300 })

      await world.add([1, 2])
      for (let failures = 1; failures <= 7; failures += 1) {
        await expect.poll(async () => (await world.store.findHook('alerts'))?.failures).toBe(failures)
        // What comes meanwhile waits for its turn.
        await world.add([failures + 10])
        world.clock.now += HOUR_MS
      }
      await expect.poll(() => receiver.requests.length).toBe(9)
      await expect.poll(async () => (await world.store.findHook('alerts'))?.failures).toBe(1)
      world.clock.now += HOUR_MS
      await expect.poll(() => receiver.accepted.length).toBe(2)

      expect(itemIdsOf(receiver.requests)).toEqual([1, 2, ...range(11, 17)])
      const repeated = receiver.requests.slice(0, 8)
      expect(new Set(repeated.map(({ id }) => id)).size).toBe(1)
      expect(new Set(repeated.map(({ body }) => body)).size).toBe(1)
      expect(inside.requests).toEqual([])
      expect(world.log.filter((line) => line.startsWith('warn'))).toHaveLength(8)
      await expect.poll(() => world.log.at(-1)).toBe('info hook alerts is accepted again')
    })

    it.each([
      ['a long answer', (out: Socket) => out.write(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(200_000)}`)],
      ['one that does not end', (out: Socket) => out.write('HTTP/1.1 200 OK\r\n\r\nx')],
      ['one that breaks off', (out: Socket) => out.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx')],
      [
        'unknown encodings',
        (out: Socket) => out.end('HTTP/1.1 200 OK\r\nContent-Encoding: gzip, br\r\n\r\nx'),
      ],
      ['100 before it', (out: Socket) => out.end('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 None\r\n\r\n')],
      ['bare line feeds', (out: Socket) => out.end('HTTP/1.1 200 OK\nContent-Length : 0\n\n')],
    ] as const)('is accepted by the status alone: %s', async (_, write) => {
      const [world, receiver] = [await openHookWorld(await newFixture()), await openReceiver()]
      receiver.next.push((request) => void write(request.socket))
      await world.run(aHook(receiver.url), { timeoutMs: 300 })

      await world.add([1])
      await expect.poll(async () => (await world.store.findHook('alerts'))?.lastSentAt).not.toBeNull()
      await world.add([2])
      await expect.poll(() => receiver.accepted.length).toBe(1)

      expect(receiver.requests.map((request) => itemIdsOf([request]))).toEqual([[1], [2]])
      expect((await world.store.findHook('alerts'))?.failures).toBe(0)
    })

    it('waits for a receiver that is not there', async () => {
      const [world, place] = [await openHookWorld(await newFixture()), await openReceiver()]
      await place.close()
      await world.run(aHook(place.url))
      await world.add([1])
      await expect.poll(async () => (await world.store.findHook('alerts'))?.failures).toBe(1)

      const receiver = await openReceiver(Number(new URL(place.url).port))
      world.clock.now += HOUR_MS
      await expect.poll(() => receiver.accepted.length).toBe(1)

      expect(itemIdsOf(receiver.accepted)).toEqual([1])
    })

    it('is sent to at once after its clock was a year ahead, and is tried for a day from then', async () => {
      const [world, receiver] = [await openHookWorld(await newFixture()), await openReceiver()]
      receiver.next.push(answer(500), answer(500))
      await world.run(aHook(receiver.url))
      await world.add([1])
      await expect.poll(async () => (await world.store.findHook('alerts'))?.failures).toBe(1)

      world.clock.now -= 365 * 24 * HOUR_MS
      await expect
        .poll(() => world.store.findHook('alerts'))
        .toMatchObject({ failures: 2, failingSince: world.clock.now })
      world.clock.now += HOUR_MS
      await expect.poll(() => receiver.accepted.length).toBe(1)
    })

    it('waits longer each time, and as long as the receiver asks', async () => {
      const [world, receiver] = [await openHookWorld(await newFixture()), await openReceiver()]
      receiver.next.push(answer(500), answer(500), answer(429, { 'retry-after': '600' }), answer(500))
      await world.run(aHook(receiver.url))
      await world.add([1])

      const waits: number[] = []
      for (let failures = 1; failures <= 4; failures += 1) {
        await expect.poll(async () => (await world.store.findHook('alerts'))?.failures).toBe(failures)
        const { nextAt } = (await world.store.findHook('alerts')) ?? {}
        waits.push((nextAt ?? 0) - world.clock.now)
        world.clock.now = nextAt ?? 0
      }

      expect(waits).toEqual([5 * SECOND_MS, 10 * SECOND_MS, 10 * MINUTE_MS, 40 * SECOND_MS])
      await expect.poll(() => receiver.accepted.length).toBe(1)
    })

    it('goes on after a restart with the request that was not answered', async () => {
      const [world, receiver] = [await openHookWorld(await newFixture()), await openReceiver()]
      receiver.next.push(hang, die)
      const first = await world.run(aHook(receiver.url))
      await world.add([1, 2])
      await expect.poll(() => receiver.requests.length).toBe(1)

      await first.stop()
      // Another body would be made of these items now.
      const edited = aDraft('n1', { title: 'Another title', contentHash: 'other' })
      await world.save(aVisit('paper', { edits: [{ itemId: 1, draft: edited, updatedAt: world.clock.now }] }))
      await world.add([3])
      await world.run(aHook(receiver.url))
      await expect.poll(async () => (await world.store.findHook('alerts'))?.failures).toBe(1)
      world.clock.now += HOUR_MS
      await expect.poll(() => receiver.accepted.length).toBe(2)

      expect(itemIdsOf(receiver.accepted)).toEqual([1, 2, 3])
      expect(new Set(receiver.requests.slice(0, 3).map(({ id, body }) => id + body)).size).toBe(1)
    })

    it('rests when it is refused, and goes on where it was when it is resumed', async () => {
      const [world, receiver] = [await openHookWorld(await newFixture()), await openReceiver()]
      receiver.next.push(answer(403))
      await world.run(aHook(receiver.url))
      await world.add([1])
      await expect.poll(async () => (await world.store.findHook('alerts'))?.isResting).toBe(true)

      await world.add([2])
      world.clock.now += 2 * A_DAY
      expect(receiver.requests).toHaveLength(1)
      expect(world.log.at(-1)).toBe(
        `error hook alerts rests, nothing is lost: ${new URL(receiver.url).host} answered HTTP 403: access denied, and says: {"answer":true}. Correct what is wrong, then run content-digest hooks resume alerts`,
      )

      await world.store.resumeHook('alerts', world.clock.now, { skip: false })
      await expect.poll(() => receiver.accepted.length).toBe(2)
      expect(itemIdsOf(receiver.accepted)).toEqual([1, 2])
    })

    it.each([
      ['its words', 'invalid_payload\n', ', and says: invalid_payload'],
      ['no part of the address', 'no POST /services/T00012345 here', ', and says: no POST /services/… here'],
      ['a long answer cut', 'x'.repeat(300), `, and says: ${'x'.repeat(200)}`],
      ['no web page', '\n<!DOCTYPE html><title>400</title>', ''],
      ['nothing', '', ''],
    ])('repeats of a refusal %s', async (_, said, end) => {
      const [world, receiver] = [await openHookWorld(await newFixture()), await openReceiver()]
      receiver.next.push((_, response) => response.writeHead(400).end(said))
      await world.run(aHook(`${receiver.url}/T00012345`))
      await world.add([1])
      await expect.poll(async () => (await world.store.findHook('alerts'))?.isResting).toBe(true)

      const { error } = (await world.store.findHook('alerts')) ?? {}

      expect(error).toBe(`${new URL(receiver.url).host} answered HTTP 400${end}`)
    })

    it('leaves out what waits when it is resumed to skip it', async () => {
      const [world, receiver] = [await openHookWorld(await newFixture()), await openReceiver()]
      receiver.next.push(answer(400))
      await world.run(aHook(receiver.url))
      await world.add([1])
      await expect.poll(async () => (await world.store.findHook('alerts'))?.isResting).toBe(true)
      await world.add([2])

      await world.store.resumeHook('alerts', world.clock.now, { skip: true })
      await world.add([3])
      await expect.poll(() => receiver.accepted.length).toBe(1)

      expect(itemIdsOf(receiver.accepted)).toEqual([3])
    })

    it('is sent to at once after its clock was some hours ahead', async () => {
      const [world, receiver] = [await openHookWorld(await newFixture()), await openReceiver()]
      receiver.next.push(answer(500))
      await world.run(aHook(receiver.url))
      await world.add([1])
      await expect.poll(async () => (await world.store.findHook('alerts'))?.failures).toBe(1)

      world.clock.now -= 2 * HOUR_MS
      await expect.poll(() => receiver.accepted.length).toBe(1)
    })

    it('does not rest because its machine slept for days', async () => {
      const [world, receiver] = [await openHookWorld(await newFixture()), await openReceiver()]
      receiver.next.push(answer(500), answer(500))
      await world.run(aHook(receiver.url))
      await world.add([1])
      await expect.poll(async () => (await world.store.findHook('alerts'))?.failures).toBe(1)

      world.clock.now += 3 * A_DAY
      await expect.poll(async () => (await world.store.findHook('alerts'))?.failures).toBe(2)
      world.clock.now += HOUR_MS
      await expect.poll(() => receiver.accepted.length).toBe(1)
    })

    it('rests when nobody accepted it for a day', async () => {
      const [world, receiver] = [await openHookWorld(await newFixture()), await openReceiver()]
      receiver.otherwise = answer(500)
      await world.run(aHook(receiver.url))
      await world.add([1])
      for (let failures = 1; failures <= 10; failures += 1) {
        await expect.poll(async () => (await world.store.findHook('alerts'))?.failures).toBe(failures)
        world.clock.now += HOUR_MS
      }

      world.clock.now += A_DAY - 10 * HOUR_MS - MINUTE_MS
      await expect.poll(async () => (await world.store.findHook('alerts'))?.failures).toBe(11)
      expect((await world.store.findHook('alerts'))?.isResting).toBe(false)
      world.clock.now += A_DAY

      await expect.poll(async () => (await world.store.findHook('alerts'))?.isResting).toBe(true)
      expect((await world.store.findHook('alerts'))?.batch).toBeDefined()
    })

    it('is sent to no private address that the settings do not allow', async () => {
      const [world, receiver] = [await openHookWorld(await newFixture()), await openReceiver()]
      await world.run(aHook(receiver.url), { allowAddresses: [] })
      await world.add([1])

      await expect.poll(async () => (await world.store.findHook('alerts'))?.failures).toBe(1)

      expect((await world.store.findHook('alerts'))?.error).toMatch(
        /is private. To allow it, add it to collect/,
      )
      expect(receiver.requests).toEqual([])
    })
  })
}
