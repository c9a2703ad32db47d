import { describe, expect, it } from 'vitest'
import { EVERYTHING } from '../../../src/model/filter.ts'
import { itemJson } from '../../../src/model/item.ts'
import { DAY_MS } from '../../../src/model/time.ts'
import type { ReadStore } from '../../../src/store/read-store.ts'
import { aSource } from '../../a-source.ts'
import type { NewStoreFixture } from '../contract.ts'
import { FIRST_PAGE, NOW, aDraft, aFirstVisit, aScore, aSighting, aVisit, anInsert } from '../drafts.ts'
import { RandomChanges } from '../random-changes.ts'

/** Several connections to one collection: what one saves, the others take in. */
export function followingContract(newFixture: NewStoreFixture): void {
  async function openPair(at = NOW) {
    const fixture = await newFixture()
    const writer = await fixture.open()
    await writer.syncSources([aSource('paper'), aSource('hn')], at)
    const reader = await fixture.openReader()
    const changes: number[][] = []
    reader.onChange((ids) => void changes.push([...ids].sort((a, b) => a - b)))
    return { fixture, writer, reader, changes }
  }

  const all = (store: ReadStore) => store.select(EVERYTHING, 'hot', FIRST_PAGE)

  describe('a reader', () => {
    it('tells sources with the items that their last visits brought, though nobody has asked to follow', async () => {
      const fixture = await newFixture()
      const [writer, reader] = [await fixture.open(), await fixture.open()]
      await writer.syncSources([aSource('paper')], NOW)
      await reader.select(EVERYTHING, 'newest', FIRST_PAGE)
      await writer.saveVisit(aFirstVisit('paper', { 1: aDraft('one') }))

      const [report] = await reader.listSources(NOW)

      expect(report).toMatchObject({ itemCount: 1, health: { lastVisitAt: NOW } })
    })

    it('takes in what was saved when it refreshes, and tells of it', async () => {
      const { writer, reader, changes } = await openPair()
      const before = reader.version()
      await writer.saveVisit(aFirstVisit('paper', { 1: aDraft('one'), 2: aDraft('two') }))
      expect(reader.version()).toEqual(before)

      await reader.refresh()

      expect(reader.version().seq).toBeGreaterThan(before.seq)
      expect(reader.version()).toEqual(writer.version())
      expect((await all(reader)).ids).toEqual([2, 1])
      expect(changes).toEqual([[1, 2]])
    })

    it('tells of edits, new sightings, scores and all items of a story that changed', async () => {
      const { writer, reader, changes } = await openPair()
      const [one, two, three] = [aDraft('one'), aDraft('two'), aDraft('three')]
      await writer.saveVisit(aFirstVisit('paper', { 1: one, 2: two }))
      await reader.refresh()
      changes.length = 0
      const step = async (record: Parameters<typeof writer.saveVisit>[0]) => {
        await writer.saveVisit(record)
        await reader.refresh()
      }

      await step(
        aVisit('paper', { edits: [{ itemId: 2, draft: aDraft('two', { title: 'B' }), updatedAt: NOW }] }),
      )
      await step(aVisit('hn', { sightings: [aSighting(1, one)] }))
      await step(aVisit('hn', { inserts: [anInsert(3, 1, three)], sightings: [aSighting(3, three)] }))
      await step(aVisit('hn', { scores: [aScore(2, 60, 99)] }))
      await step(aVisit('hn', { merges: [{ from: 2, into: 1 }] }))

      expect(changes).toEqual([[2], [1], [1, 3], [2], [1, 2, 3]])
      expect(await all(reader)).toEqual(await all(writer))
    })

    it('sees no step and hears nothing of visits that brought nothing', async () => {
      const { writer, reader, changes } = await openPair()
      await writer.saveVisit(aFirstVisit('paper', { 1: aDraft('one') }))
      await reader.refresh()
      const version = reader.version()
      changes.length = 0

      await writer.saveVisit(aVisit('paper', { outcome: 'unchanged', at: NOW + 1 }))
      await writer.saveVisit(
        aVisit('hn', { outcome: 'failed', error: { code: 'dns', message: 'x' }, at: NOW + 2 }),
      )
      await reader.refresh()

      expect([reader.version(), writer.version()]).toEqual([version, version])
      expect(changes).toEqual([])
      expect((await reader.listSources(NOW)).map(({ health }) => health.lastVisitAt)).toEqual([
        NOW + 1,
        NOW + 2,
      ])
    })

    it('hears no more once it has ended the telling', async () => {
      const { writer, reader } = await openPair()
      const heard: (readonly number[])[] = []
      const end = reader.onChange((ids) => void heard.push(ids))
      end()

      await writer.saveVisit(aFirstVisit('paper', { 1: aDraft('one') }))
      await reader.refresh()

      expect(heard).toEqual([])
    })

    it("hears of a source's icon, which concerns no item", async () => {
      const { writer, reader, changes } = await openPair()
      await writer.saveVisit(aFirstVisit('paper', { 1: aDraft('one') }))
      await reader.refresh()

      const before = reader.version()
      await writer.saveIcon('paper', { mimeType: 'image/png', bytes: Buffer.from('one') }, NOW, NOW)
      await reader.refresh()

      expect(reader.version().seq).toBeGreaterThan(before.seq)
      expect(changes).toEqual([[1], []])
    })

    it('opened late has everything at once', async () => {
      const { fixture, writer } = await openPair()
      await writer.saveVisit(aFirstVisit('paper', { 1: aDraft('one') }))

      const late = await fixture.openReader()

      expect((await all(late)).ids).toEqual([1])
      expect(late.version()).toEqual(writer.version())
    })

    it('reads everything anew when it slept longer than changes are kept', async () => {
      const old = NOW - 30 * DAY_MS
      const { writer, reader, changes } = await openPair(old)
      await writer.saveVisit(aFirstVisit('paper', { 1: aDraft('one'), 2: aDraft('two') }, { at: old }))
      await reader.refresh()
      await writer.saveVisit(aFirstVisit('paper', { 3: aDraft('three') }, { at: old, sourceName: 'Paper' }))
      await writer.saveVisit(aFirstVisit('paper', { 4: aDraft('four') }, { at: old }))
      await writer.prune({ firstSeenBefore: 0, maxItemsPerSource: 3 })

      await reader.refresh()

      expect(await all(reader)).toEqual(await all(writer))
      expect((await all(reader)).total).toBe(3)
      expect(changes.at(-1)).toEqual([1, 2, 3, 4])
    })

    it('lists items as they are, though it has listed them before, while items come, change and go', async () => {
      const fixture = await newFixture()
      const [writer, reader] = [await fixture.open(), await fixture.openReader()]
      const changes = new RandomChanges(5)
      await changes.begin(writer)
      for (let round = 0; round < 60; round += 1) {
        await changes.change(writer)
        await reader.refresh()
        const { ids } = await reader.select(EVERYTHING, 'newest', { ...FIRST_PAGE, limit: 500 })

        const listed = (await reader.findItemJson(ids)).map(({ json }) => json.toString())

        const items = await reader.findItems(ids)
        expect(listed, `round ${round}`).toEqual(items.map((item) => JSON.stringify(itemJson(item))))
      }
    })

    it('learns of renamed sources', async () => {
      const { writer, reader, changes } = await openPair()
      await writer.saveVisit(aFirstVisit('paper', { 1: aDraft('one') }))
      await reader.refresh()

      await writer.syncSources([aSource('paper', { name: 'Renamed' }), aSource('hn')], NOW)
      await reader.refresh()

      expect((await reader.findItems([1]))[0]?.sourceName).toBe('Renamed')
      expect(changes.at(-1)).toEqual([1])
    })
  })

  describe('a reader of a source that its feed names', () => {
    it('learns of the name, in its items too', async () => {
      const { writer, reader, changes } = await openPair()
      await writer.saveVisit(aFirstVisit('paper', { 1: aDraft('one') }))
      await reader.refresh()

      await writer.saveVisit(aVisit('paper', { sourceName: 'The Feed’s Name' }))
      await reader.refresh()

      expect((await reader.findItems([1]))[0]?.sourceName).toBe('The Feed’s Name')
      expect(changes.at(-1)).toEqual([1])
    })
  })

  describe('two writers', () => {
    it('follow each other', async () => {
      const { fixture, writer } = await openPair()
      const other = await fixture.open()
      await writer.saveVisit(aFirstVisit('paper', { 1: aDraft('one') }))
      await other.saveVisit(aFirstVisit('hn', { 2: aDraft('two') }))

      await writer.refresh()

      expect((await all(writer)).ids).toEqual([2, 1])
      expect((await all(other)).ids).toEqual([2, 1])
      expect(writer.version()).toEqual(other.version())
    })

    it('cannot both bring the same article: the later one learns of it and saves nothing', async () => {
      const { fixture, writer } = await openPair()
      const other = await fixture.open()
      const one = aDraft('one', { category: 'from-paper' })
      await writer.saveVisit(aFirstVisit('paper', { 1: one }))

      const again = { 2: aDraft('two', { category: 'from-hn' }), 3: one }
      const saving = other.saveVisit(aFirstVisit('hn', again, { documentHash: 'new' }))

      await expect(saving).rejects.toMatchObject({ code: 'storeFailed' })
      await other.refresh()
      expect((await all(other)).ids).toEqual([1])
      const states = await other.listSourceStates()
      expect(states.find(({ sourceId }) => sourceId === 'hn')).toMatchObject({
        documentHash: null,
        lastVisitAt: null,
      })
      // What was undone does not linger in memory either.
      await other.saveVisit(aFirstVisit('hn', { 2: again[2] }))
      expect((await writer.findItems([2]))[0]?.category).toBe('from-hn')
    })
  })
}
