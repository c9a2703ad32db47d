import { describe, expect, it } from 'vitest'
import { type ChangeReason, DELETE_REASONS, PUT_REASONS } from '../../../src/model/change.ts'
import { EVERYTHING, type ItemFilter } from '../../../src/model/filter.ts'
import { itemJson } from '../../../src/model/item.ts'
import { DAY_MS } from '../../../src/model/time.ts'
import type { ReadStore } from '../../../src/store/read-store.ts'
import type { Store } from '../../../src/store/store.ts'
import { aSource } from '../../a-source.ts'
import type { NewStoreFixture } from '../contract.ts'
import { aDraft, aFirstVisit, anInsert, aScore, aSighting, aVisit, NOW } from '../drafts.ts'
import { RandomChanges } from '../random-changes.ts'

const ALL: readonly ChangeReason[] = [...PUT_REASONS, ...DELETE_REASONS]

/** What those read who keep a copy of the collection. */
export function changesContract(newFixture: NewStoreFixture): void {
  async function openStore(at = NOW): Promise<Store> {
    const store = await (await newFixture()).open()
    await store.syncSources([aSource('paper'), aSource('hn')], at)
    return store
  }

  describe('the changes of a store', () => {
    it('tell each item once, at its last change, with all reasons since then', async () => {
      const store = await openStore()
      const [one, two] = [aDraft('one'), aDraft('two')]
      await store.saveVisit(aFirstVisit('paper', { 1: one, 2: two }))
      const added = store.version().seq
      const draft = { ...one, title: 'One, corrected', contentHash: 'corrected' }
      await store.saveVisit(aVisit('paper', { edits: [{ itemId: 1, draft, updatedAt: NOW }] }))
      await store.saveVisit(aVisit('hn', { sightings: [aSighting(1, one)] }))

      expect(await changesOf(store, 0)).toEqual(['put 2 added', 'put 1 added,edited,seen,scored'])
      expect(await changesOf(store, added)).toEqual(['put 1 edited,seen,scored'])
      expect(await changesOf(store, store.version().seq)).toEqual([])
    })

    it('have no row for what nobody can see', async () => {
      const store = await openStore()
      const draft = aDraft('one')
      await store.saveVisit(aFirstVisit('paper', { 1: draft }, { scores: [aScore(1, 30, 1)] }))
      const { seq } = store.version()

      await store.saveVisit(
        aVisit('paper', {
          edits: [{ itemId: 1, draft, updatedAt: undefined }],
          sightings: [{ ...aSighting(1, draft), entryHash: 'other' }],
          scores: [aScore(1, 30, 1)],
        }),
      )

      expect(store.version().seq).toBe(seq)
    })

    it('say why: filed, scored, another story, expired, removed', async () => {
      const store = await openStore()
      const drafts = [aDraft('1'), aDraft('2'), aDraft('3'), aDraft('4')]
      await store.saveVisit(
        aVisit('paper', {
          inserts: drafts.map((draft, at) => anInsert(at + 1, at + 1, draft)),
          sightings: drafts.map((draft, at) => aSighting(at + 1, draft)),
        }),
      )
      const { seq } = store.version()

      await store.saveCorrections({
        at: NOW,
        deletes: [4],
        corrections: [{ itemId: 1, category: 'science' }],
      })
      await store.saveVisit(
        aVisit('paper', { scores: [aScore(2, 77, 1)], moves: [{ itemId: 3, storyId: 2 }] }),
      )

      expect(await changesOf(store, seq)).toEqual([
        'put 1 filed',
        'delete 4 removed',
        'put 3 story,scored',
        'put 2 scored',
      ])
      expect(await changesOf(store, seq, { reasons: ['filed', 'removed'] })).toEqual([
        'put 1 filed',
        'delete 4 removed',
      ])
      await store.prune({ firstSeenBefore: NOW + DAY_MS, maxItemsPerSource: 100 })
      expect(await changesOf(store, seq, { reasons: ['expired'] })).toEqual([
        'delete 1 expired',
        'delete 2 expired',
        'delete 3 expired',
      ])
    })

    it('tell the items of a source that has another name', async () => {
      const store = await openStore()
      await store.saveVisit(aFirstVisit('paper', { 1: aDraft('one') }))
      const { seq } = store.version()

      await store.saveVisit(aVisit('paper', { sourceName: 'The Paper' }))

      expect(await changesOf(store, seq)).toEqual(['put 1 filed'])
    })

    it('tell what a filter no longer passes as deleted, but not what nobody was told of', async () => {
      const store = await openStore()
      const filter = { ...EVERYTHING, category: { include: ['science'], exclude: [] } }
      await store.saveVisit(
        aFirstVisit('paper', {
          1: aDraft('one', { category: 'science' }),
          2: aDraft('two', { category: 'world' }),
        }),
      )
      const { seq } = store.version()
      expect(await changesOf(store, 0, { filter })).toEqual(['put 1 added'])

      await store.saveCorrections({ at: NOW, deletes: [], corrections: [{ itemId: 1, category: 'world' }] })

      expect(await changesOf(store, seq, { filter })).toEqual(['delete 1 filtered'])
      expect(await changesOf(store, 0, { filter })).toEqual([])
    })

    it('keep what a follower needs when old ones are pruned, and refuse who was away longer than deletes are kept', async () => {
      const old = NOW - 100 * DAY_MS
      const store = await openStore(old)
      await store.saveVisit(
        aFirstVisit('paper', { 1: aDraft('one'), 2: aDraft('two'), 3: aDraft('three') }, { at: old }),
      )
      const { seq } = store.version()
      for (const score of [40, 50, 60])
        await store.saveVisit(aVisit('paper', { scores: [aScore(1, score, 1)], at: old }))
      await store.saveCorrections({
        at: old,
        deletes: [2],
        corrections: [{ itemId: 3, category: 'science' }],
      })
      await store.saveVisit(aVisit('paper', { scores: [aScore(3, 70, 1)] }))
      const before = [await changesOf(store, 0), await changesOf(store, seq)]

      await store.prune({ firstSeenBefore: 0, maxItemsPerSource: 100, deletesKeptMs: 365 * DAY_MS })
      expect([await changesOf(store, 0), await changesOf(store, seq)]).toEqual(before)
      expect(before[1]).toEqual(['put 1 scored', 'delete 2 removed', 'put 3 filed,scored'])

      await store.prune({ firstSeenBefore: 0, maxItemsPerSource: 100 })
      await store.saveVisit(aVisit('paper', { scores: [aScore(1, 80, 1)] }))
      await store.prune({ firstSeenBefore: 0, maxItemsPerSource: 100 })
      expect(await changesOf(store, 0)).toEqual(['put 3 added,filed,scored', 'put 1 added,scored'])
      await expect(changesOf(store, seq)).rejects.toThrow('begin again with since=0')
      const { changes } = await store.listChanges({ since: 0, filter: EVERYTHING, reasons: ALL, limit: 10 })
      for (const { nextSince } of changes)
        expect(
          (await store.listChanges({ since: nextSince, filter: EVERYTHING, reasons: ALL, limit: 1 })).hasMore,
        ).toBe(false)
      const walk = new Copy(EVERYTHING)
      await walk.follow(store, 1)
      expect([...walk.items.keys()].toSorted((a, b) => a - b)).toEqual([1, 3])
    })

    it('beyond the last one are of another collection', async () => {
      const store = await openStore()

      await expect(changesOf(store, 1000)).rejects.toThrow('This collection has no change 1000')
    })

    it('make a copy that is equal, whenever it reads, with a filter and without', async () => {
      const writer = await (await newFixture()).open()
      const world = new RandomChanges(11)
      await world.begin(writer)
      const best = { ...EVERYTHING, minScore: 21 }
      const alpha = { ...EVERYTHING, source: { include: ['alpha'], exclude: [] } }
      const copies = [
        ...[EVERYTHING, best, alpha].map((filter) => new Copy(filter)),
        new Copy(EVERYTHING, 3),
        new Copy(best, 7),
        new Copy(alpha, 5),
      ]

      for (let round = 0; round < 150; round += 1) {
        await world.change(writer)
        for (const copy of copies) if (round % copy.every === 0) await copy.follow(writer, 1 + (round % 9))
        if (round % 10 === 9) await writer.prune({ maxItemsPerSource: 60, firstSeenBefore: 0 })
      }

      for (const copy of copies) {
        await copy.follow(writer, 100)
        const fresh = new Copy(copy.filter)
        await fresh.follow(writer, 50)
        expect(copy.items).toEqual(fresh.items)
        expect(copy.items).toEqual(await listed(writer, copy.filter))
      }
      expect(copies.map(({ items }) => items.size > 0)).toEqual(copies.map(() => true))
    })
  })
}

/** A copy of what passes a filter, by id. */
class Copy {
  readonly filter: ItemFilter
  /** It reads after so many rounds. */
  readonly every: number
  readonly items = new Map<number, unknown>()
  #since = 0

  constructor(filter: ItemFilter, every = 1) {
    this.filter = filter
    this.every = every
  }

  async follow(store: ReadStore, limit: number): Promise<void> {
    for (let more = true; more;) {
      const page = await store.listChanges({ since: this.#since, filter: this.filter, reasons: ALL, limit })
      const found = await store.findItems(page.changes.map(({ id }) => id))
      const items = new Map(found.map((item) => [item.id, itemJson(item)]))
      for (const { op, id } of page.changes)
        if (op === 'put') this.items.set(id, items.get(id))
        else this.items.delete(id)
      this.#since = page.nextSince
      more = page.hasMore
    }
  }
}

async function listed(store: ReadStore, filter: ItemFilter): Promise<Map<number, unknown>> {
  const { ids } = await store.select(filter, 'newest', { limit: 5000, offset: 0, after: undefined })
  return new Map((await store.findItems(ids)).map((item) => [item.id, itemJson(item)]))
}

async function changesOf(
  store: ReadStore,
  since: number,
  { reasons = ALL, filter = EVERYTHING }: { reasons?: readonly ChangeReason[]; filter?: ItemFilter } = {},
): Promise<string[]> {
  const { changes } = await store.listChanges({ since, reasons, filter, limit: 100 })
  return changes.map((change) => `${change.op} ${change.id} ${change.reasons.join()}`)
}
