import { describe, expect, it } from 'vitest'
import { PUT_REASONS } from '../../src/model/change.ts'
import type { Hook } from '../../src/model/hook.ts'
import type { ItemDraft } from '../../src/model/item.ts'
import { DAY_MS, HOUR_MS } from '../../src/model/time.ts'
import type { NewStoreFixture } from '../store/contract.ts'
import { aDraft, aScore, aSighting, aVisit } from '../store/drafts.ts'
import { aHook, type HookWorld, openHookWorld } from './hook-world.ts'
import { answer, itemIdsOf, openReceiver, type Receiver, rowsOf } from './receiver.ts'

const SOURCES = ['paper', 'hn', 'blog', 'wire']

/** Which items and stories a hook sends, whatever the engine. */
export function choosingContract(newFixture: NewStoreFixture): void {
  async function open(changes: Partial<Hook>, before?: (world: HookWorld) => Promise<void>) {
    const [world, receiver] = [await openHookWorld(await newFixture()), await openReceiver()]
    await before?.(world)
    await world.run(aHook(receiver.url, changes))
    return { world, receiver }
  }

  /** Waits until the hook has looked at everything, by a last item that it sends. */
  async function sent(receiver: Receiver, lastId: number): Promise<readonly number[]> {
    await expect.poll(() => itemIdsOf(receiver.accepted).includes(lastId)).toBe(true)
    return itemIdsOf(receiver.accepted)
  }

  describe('a hook for items', () => {
    it('sends those that pass the filters and match the search', async () => {
      const { world, receiver } = await open({ query: 'category=world&q="solar storm" -sport' })

      await world.add([1, 2, 3, 4, 5], (id) => ({
        category: id === 2 ? 'sport' : 'world',
        title:
          ['Solar storms', 'A solar storm', 'The solar storm', 'Storm, solar', 'Solar storm again'][id - 1] ??
          '',
        summary: '',
        contentText: id === 3 ? 'No sport today.' : '',
      }))

      expect(await sent(receiver, 5)).toEqual([5])
    })

    it('sends changes for the reasons that are asked for, and deletes only where they are', async () => {
      const { world, receiver } = await open({
        name: 'mirror',
        query: 'category=world',
        reasons: [...PUT_REASONS, 'expired', 'removed', 'merged'],
      })
      const { receiver: edits } = await openSecond(world, {
        name: 'edits',
        query: 'category=world',
        reasons: ['edited'],
      })

      await world.add([1, 2, 3], () => ({ category: 'world' }))
      await sent(receiver, 3)
      const edit = (itemId: number, category: string) => ({
        itemId,
        draft: aDraft(`n${itemId}`, { category, title: 'New', contentHash: 'new' }),
        updatedAt: world.clock.now,
      })
      await world.save(aVisit('paper', { edits: [edit(1, 'world'), edit(2, 'sport')] }))
      await expect.poll(() => edits.accepted.length).toBe(1)
      await world.store.saveCorrections({ at: world.clock.now, deletes: [3], corrections: [] })
      await world.reader.refresh()
      await expect.poll(() => receiver.accepted.at(-1)?.body.includes('"removed"')).toBe(true)

      expect(receiver.accepted.flatMap(({ body }) => rowsOf(body)).slice(3)).toMatchObject([
        { op: 'put', id: 1, reasons: ['edited'] },
        { op: 'delete', id: 2, reasons: ['filtered'], item: null },
        { op: 'delete', id: 3, reasons: ['removed'], item: null },
      ])
      expect(edits.accepted.flatMap(({ body }) => rowsOf(body).map(({ id }) => id))).toEqual([1])
    })

    it('sends the wanted fields', async () => {
      const { world, receiver } = await open({ query: 'fields=id,contentText&maxChars=7' })

      await world.add([1])
      await sent(receiver, 1)

      expect(rowsOf(receiver.accepted[0]?.body ?? '')[0]?.item).toEqual({ id: 1, contentText: 'Content' })
    })

    it('writes messages for chats, as many as have lines for all', async () => {
      const { world, receiver } = await open({ template: 'discord' })

      await world.add(
        Array.from({ length: 40 }, (_, at) => at + 1),
        (id) => ({ title: `Story *${id}* ${'x'.repeat(100)}` }),
      )
      await expect.poll(() => receiver.accepted.at(-1)?.body.includes('n40>')).toBe(true)

      const texts = receiver.accepted.map(({ body }) => (JSON.parse(body) as { content: string }).content)
      const lines = texts.flatMap((text) => text.split('\n'))
      expect(lines).toHaveLength(40)
      expect(lines[0]).toBe(`Story \\*1\\* ${'x'.repeat(100)} (The paper) <https://paper.example/n1>`)
      expect(Math.max(...texts.map(({ length }) => length))).toBeLessThanOrEqual(2000)
    })
  })

  describe('a hook for stories', () => {
    const WHEN: Partial<Hook> = { on: 'stories', when: { sourceCount: 3 } }

    /** A report of a story by each of so many sources. */
    async function report(
      world: HookWorld,
      storyId: number,
      ids: readonly number[],
      from = 0,
      changes: Partial<ItemDraft> = {},
    ): Promise<void> {
      for (const [at, id] of ids.entries()) {
        const source = SOURCES[from + at]
        // A trend counts publishers.
        const url = `https://${source}.example/n${id}`
        await world.add([id], () => ({ storyId, url, ...changes }), source)
      }
    }

    it('tells a story once, when enough sources report it', async () => {
      const { world, receiver } = await open(WHEN)

      await report(world, 1, [1, 2])
      await report(world, 3, [3, 4, 5])
      await sent(receiver, 3)
      await report(world, 3, [6], 3)
      await report(world, 1, [7], 2)
      await sent(receiver, 1)
      await report(world, 8, [8, 9, 10])

      expect(await sent(receiver, 8)).toEqual([3, 1, 8])
      expect(rowsOf(receiver.accepted[0]?.body ?? '')).toMatchObject([
        { op: 'put', storyId: 3, item: { id: 3, story: { id: 3, sourceCount: 3 } } },
      ])
    })

    it('does not tell what had met the condition before it began', async () => {
      const { world, receiver } = await open(WHEN, (world) => report(world, 1, [1, 2, 3]))

      await report(world, 1, [4], 3)
      await report(world, 5, [5, 6, 7])

      expect(await sent(receiver, 5)).toEqual([5])
    })

    it('does not tell what was old when it came, until it is reported again', async () => {
      const { world, receiver } = await open(WHEN)
      const publishedAt = world.clock.now - 5 * DAY_MS

      await report(world, 1, [1, 2, 3], 0, { publishedAt })
      await report(world, 4, [4, 5, 6])
      expect(await sent(receiver, 4)).toEqual([4])
      await report(world, 1, [7], 3)

      expect(await sent(receiver, 7)).toEqual([4, 7])
    })

    it('does not tell a story again whose id was merged twice', async () => {
      const { world, receiver } = await open(WHEN)
      await report(world, 1, [1, 2, 3])
      await sent(receiver, 1)

      await world.add([4], () => ({ storyId: 4 }))
      await world.save(aVisit('paper', { merges: [{ from: 1, into: 4 }] }))
      await world.add([5], () => ({ storyId: 5 }), 'wire')
      await world.save(aVisit('paper', { merges: [{ from: 4, into: 5 }] }))
      await report(world, 6, [6, 7, 8])

      expect(await sent(receiver, 6)).toEqual([1, 6])
      expect((await world.reader.findItems([1]))[0]?.story).toMatchObject({ id: 5, sourceCount: 4 })
    })

    it('does not tell a story again after it was sent and a restart', async () => {
      const [world, receiver] = [await openHookWorld(await newFixture()), await openReceiver()]
      receiver.next.push(answer(503))
      const run = await world.run(aHook(receiver.url, WHEN))
      await report(world, 1, [1, 2, 3])
      await expect.poll(async () => (await world.store.findHook('alerts'))?.failures).toBe(1)
      await run.stop()
      await world.save(aVisit('paper', { merges: [{ from: 1, into: 9 }] }))
      world.clock.now += HOUR_MS

      await world.run(aHook(receiver.url, WHEN))
      await report(world, 9, [4], 3)
      await report(world, 5, [5, 6, 7])

      expect(await sent(receiver, 5)).toEqual([1, 5])
    })

    it('tells a story of which it sent an item when it was a hook for items', async () => {
      const [world, receiver] = [await openHookWorld(await newFixture()), await openReceiver()]
      const before = await world.run(aHook(receiver.url))
      await report(world, 1, [1])
      await sent(receiver, 1)
      await before.stop()

      await world.run(aHook(receiver.url, WHEN))
      await report(world, 1, [2, 3], 1)

      await expect.poll(() => itemIdsOf(receiver.accepted)).toHaveLength(2)
      expect(rowsOf(receiver.accepted[1]?.body ?? '')).toMatchObject([{ storyId: 1 }])
    })

    it('asks for the score, the filters and the search of the item that stands for it', async () => {
      const { world, receiver } = await open({
        ...WHEN,
        when: { sourceCount: 2, score: 50 },
        query: 'category=world&q=storm',
      })
      const reports = async (
        storyId: number,
        category: string,
        title: string,
        score: number,
      ): Promise<void> => {
        const ids = [storyId, storyId + 1]
        for (const [at, id] of ids.entries())
          await world.add([id], () => ({ storyId, category, title }), SOURCES[at])
        await world.save(aVisit('paper', { scores: ids.map((id) => aScore(id, score, id)) }))
      }

      await reports(1, 'world', 'Storm over the coast', 40)
      await reports(3, 'sport', 'Storm over the coast', 60)
      await reports(5, 'world', 'Calm over the coast', 60)
      await reports(7, 'world', 'Storm over the coast', 60)
      await sent(receiver, 7)
      await world.save(aVisit('paper', { scores: [1, 2].map((id) => aScore(id, 55, id)) }))
      const again = await sent(receiver, 1)

      expect(again).toEqual([7, 1])
    })

    it('tells a story once, when an item of it gets enough points', async () => {
      const { world, receiver } = await open({ ...WHEN, when: { sourceCount: 1 }, query: 'minPoints=100' })
      const withPoints = (points: number) => ({ engagement: { points, comments: null } })
      const reached = (points: number) =>
        world.save(aVisit('hn', { sightings: [aSighting(1, aDraft('n1', withPoints(points)))] }))

      await world.add([1], () => withPoints(99), 'hn')
      await world.add([2], () => withPoints(250), 'hn')
      await sent(receiver, 2)
      await reached(100)
      await sent(receiver, 1)
      await reached(180)
      await world.add([3], () => withPoints(100), 'hn')

      expect(await sent(receiver, 3)).toEqual([2, 1, 3])
    })

    it('tells a story that trends strongly enough', async () => {
      const { world, receiver } = await open({ ...WHEN, when: { trend: 0.5 } })

      await report(world, 1, [1])
      await report(world, 2, [2, 3, 4, 5])

      expect(await sent(receiver, 2)).toEqual([2])
    })
  })

  async function openSecond(world: HookWorld, changes: Partial<Hook>) {
    const receiver = await openReceiver()
    await world.run(aHook(receiver.url, changes))
    return { receiver }
  }
}
