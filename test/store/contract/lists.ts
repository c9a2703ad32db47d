import { describe, expect, it } from 'vitest'
import { EVERYTHING, type ItemFilter, type ItemOrder } from '../../../src/model/filter.ts'
import type { ItemDraft } from '../../../src/model/item.ts'
import { ORDINARY, hotKey } from '../../../src/model/score.ts'
import { HOUR_MS } from '../../../src/model/time.ts'
import type { WalkWindow } from '../../../src/model/walk.ts'
import type { Store } from '../../../src/store/store.ts'
import { aSource } from '../../a-source.ts'
import type { NewStoreFixture } from '../contract.ts'
import { FIRST_PAGE, NOW, aDraft, aFirstVisit, aScore, aSighting, aVisit, anInsert } from '../drafts.ts'

/** Lists: filters, orders, windows, totals. That they equal brute force for any input is shown beside the columns. */
export function listsContract(newFixture: NewStoreFixture): void {
  async function openWithTen(): Promise<Store> {
    const store = await (await newFixture()).open()
    await store.syncSources([aSource('paper'), aSource('hn')], NOW)
    const draft = (id: number) =>
      aDraft(String(id), {
        category: id % 2 === 0 ? 'technology' : 'world',
        region: id % 3 === 0 ? 'uk' : null,
        language: id === 7 ? 'fr' : 'en',
        publishedAt: NOW - id * HOUR_MS,
      })
    const scores = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((id) => aScore(id, id === 4 ? 71.3 : 20, id % 5))
    const first = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((id) => [id, draft(id)]))
    const second = Object.fromEntries([8, 9, 10].map((id) => [id, draft(id)]))
    await store.saveVisit(aFirstVisit('paper', first, { scores: scores.slice(0, 7) }))
    await store.saveVisit(aFirstVisit('hn', second, { scores: scores.slice(7) }))
    return store
  }

  async function idsOf(
    store: Store,
    filter: Partial<ItemFilter> = {},
    order: ItemOrder = 'newest',
    window: Partial<WalkWindow> = {},
  ) {
    return (await store.select({ ...EVERYTHING, ...filter }, order, { ...FIRST_PAGE, ...window })).ids
  }

  const only = (...include: string[]) => ({ include, exclude: [] })
  const without = (...exclude: string[]) => ({ include: [], exclude })

  describe('a list', () => {
    it('stands in the order asked for, ties by the newer id', async () => {
      const store = await openWithTen()

      expect(await idsOf(store)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
      expect(await idsOf(store, {}, 'oldest')).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
      expect(await idsOf(store, {}, 'score')).toEqual([4, 10, 9, 8, 7, 6, 5, 3, 2, 1])
      expect(await idsOf(store, {}, 'hot')).toEqual([9, 4, 8, 3, 7, 2, 6, 1, 10, 5])
    })

    it('is filtered by tags as items have them now, whatever their case', async () => {
      const store = await (await newFixture()).open()
      await store.syncSources([aSource('paper')], NOW)
      const tagged = (name: string, ...tags: string[]) => aDraft(name, { tags })
      const drafts = {
        1: tagged('a', 'Élan', 'Sea'),
        2: tagged('b', 'sea'),
        3: tagged('c'),
        4: tagged('d', 'SEA'),
      }
      await store.saveVisit(aFirstVisit('paper', drafts))
      const sea = () => idsOf(store, { tag: only('sea') })
      expect([await sea(), await idsOf(store, { tag: only('ÉLAN') })]).toEqual([[4, 2, 1], [1]])

      const edit = { itemId: 2, draft: tagged('b', 'sky'), updatedAt: undefined }
      await store.saveVisit(aVisit('paper', { edits: [edit] }))
      await store.saveCorrections({
        at: NOW,
        deletes: [4],
        corrections: [{ itemId: 3, tags: ['sea', 'sky'] }],
      })

      expect(await sea()).toEqual([3, 1])
      expect(await idsOf(store, { tag: { include: ['sky'], exclude: ['sea'] } })).toEqual([2])
      expect(await idsOf(store, { tag: without('sea') })).toEqual([2])
    })

    it('is filtered and ordered by when items were first seen', async () => {
      const store = await (await newFixture()).open()
      await store.syncSources([aSource('paper')], NOW)
      const drafts = [1, 2, 3].map((id) => aDraft(String(id), { publishedAt: NOW - id }))
      const inserts = drafts.map((draft, at) => ({
        ...anInsert(at + 1, at + 1, draft),
        firstSeenAt: NOW + at,
      }))
      await store.saveVisit(aVisit('paper', { inserts }))

      expect(await idsOf(store, {}, 'firstSeen')).toEqual([3, 2, 1])
      expect(await idsOf(store, { seenFrom: NOW + 1 })).toEqual([2, 3])
      expect(await idsOf(store, { seenFrom: NOW + 1, seenUntil: NOW + 2 }, 'firstSeen')).toEqual([2])
    })

    it('is filtered by every field, alone and together', async () => {
      const store = await openWithTen()

      expect(await idsOf(store, { source: only('hn') })).toEqual([8, 9, 10])
      expect(await idsOf(store, { source: without('hn') })).toEqual([1, 2, 3, 4, 5, 6, 7])
      expect(await idsOf(store, { category: only('technology', 'world') })).toHaveLength(10)
      expect(await idsOf(store, { region: only('uk') })).toEqual([3, 6, 9])
      expect(await idsOf(store, { region: without('uk') })).toEqual([1, 2, 4, 5, 7, 8, 10])
      expect(await idsOf(store, { language: only('fr') })).toEqual([7])
      expect(await idsOf(store, { minScore: 71.3 })).toEqual([4])
      expect(await idsOf(store, { from: NOW - 3 * HOUR_MS, until: NOW - HOUR_MS })).toEqual([2, 3])
      expect(await idsOf(store, { storyId: 5 })).toEqual([5])
      expect(
        await idsOf(store, { region: only('uk'), category: only('technology'), source: only('paper') }),
      ).toEqual([6])
      expect(await idsOf(store, { source: only('unknown') })).toEqual([])
    })

    it('tells its exact total, what stands before the page, and where it goes on', async () => {
      const store = await openWithTen()
      const odd = { ...EVERYTHING, category: only('world') }

      const page = await store.select(odd, 'newest', { limit: 2, offset: 1, after: undefined })
      const next = await store.select(odd, 'newest', { limit: 2, offset: 0, after: page.next })
      const beyond = await store.select(odd, 'newest', { limit: 2, offset: 9, after: undefined })

      expect(page).toMatchObject({ ids: [3, 5], total: 5, before: 1, next: { total: 5, count: 3 } })
      expect(next).toEqual({ ids: [7, 9], total: 5, before: 3, next: undefined })
      expect(beyond).toEqual({ ids: [], total: 5, before: 5, next: undefined })
    })

    it('goes on where it was, though new items have come', async () => {
      const store = await openWithTen()
      const first = await store.select(EVERYTHING, 'score', { limit: 4, offset: 0, after: undefined })
      await store.saveVisit(aFirstVisit('hn', { 11: aDraft('new') }, { scores: [aScore(11, 99, 9)] }))

      const second = await store.select(EVERYTHING, 'score', { limit: 4, offset: 0, after: first.next })

      expect([first.ids, second.ids]).toEqual([
        [4, 10, 9, 8],
        [7, 6, 5, 3],
      ])
      expect([second.before, second.total]).toEqual([4, 10])
    })

    it('is in the order of another half-life as soon as that is asked for', async () => {
      const fixture = await newFixture()
      const writer = await fixture.open()
      await writer.syncSources([aSource('paper')], NOW)
      const parts = ORDINARY
      const good = { ...parts, weight: 4 }
      await writer.saveVisit(
        aFirstVisit(
          'paper',
          {
            1: aDraft('good', { publishedAt: NOW - 24 * HOUR_MS }),
            2: aDraft('new', { publishedAt: NOW - 2 * HOUR_MS }),
          },
          {
            scores: [
              { itemId: 1, score: 50, hot: hotKey(good, NOW - 24 * HOUR_MS, HOUR_MS), parts: good },
              { itemId: 2, score: 20, hot: hotKey(parts, NOW - 2 * HOUR_MS, HOUR_MS), parts },
            ],
          },
        ),
      )
      const reader = await fixture.openReader()
      const byHot = async () => {
        await reader.refresh()
        return (await reader.select(EVERYTHING, 'hot', FIRST_PAGE)).ids
      }

      const fast = [await writer.keepHalfLife(HOUR_MS), await byHot()]
      const slow = [await writer.keepHalfLife(48 * HOUR_MS), await byHot()]

      expect([fast, slow]).toEqual([
        [0, [2, 1]],
        [2, [1, 2]],
      ])
      expect(await writer.keepHalfLife(48 * HOUR_MS)).toBe(0)
    })

    it('keeps the time of a story with another half-life', async () => {
      const store = await (await newFixture()).open()
      await store.syncSources([aSource('paper')], NOW)
      const dated = [24, 2].map((hours) => aDraft(`${hours} h ago`, { publishedAt: NOW - hours * HOUR_MS }))
      const undated = ['new', 'old'].map((name) => aDraft(name, { publishedAt: NOW, isTimeStated: false }))
      const drafts = [...dated, ...undated]
      const ranks = [undefined, undefined, NOW, NOW - 720 * HOUR_MS]
      await store.saveVisit(
        aVisit('paper', {
          inserts: drafts.map((draft, at) => {
            const rankedAt = ranks[at]
            return { ...anInsert(at + 1, 1, draft), ...(rankedAt === undefined ? {} : { rankedAt }) }
          }),
          sightings: drafts.map((draft, at) => aSighting(at + 1, draft)),
          scores: drafts.map((_, at) => aScore(at + 1, 20, 1)),
          representatives: [{ storyId: 1, itemId: 1 }],
        }),
      )

      await store.keepHalfLife(48 * HOUR_MS)

      const hot = await Promise.all([1, 2, 3, 4].map(async (id) => (await store.findArticle(id))?.hot))
      const hoursAgo = [2, 2, 2, 720]
      expect(hot).toEqual(hoursAgo.map((hours) => hotKey(ORDINARY, NOW - hours * HOUR_MS, 48 * HOUR_MS)))
    })

    it('ranks an item of unknown age at its own time, and is cut by the time that it tells', async () => {
      const store = await openWithTen()
      const draft = aDraft('undated', { publishedAt: NOW, isTimeStated: false })
      const insert = { ...anInsert(11, 11, draft), rankedAt: NOW - 9 * HOUR_MS - 1 }
      await store.saveVisit(
        aVisit('hn', {
          inserts: [insert],
          sightings: [aSighting(11, draft)],
          scores: [aScore(11, 20, -1)],
        }),
      )

      expect(await idsOf(store)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 10])
      expect(await idsOf(store, {}, 'oldest')).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 11])
      expect(await idsOf(store, { from: NOW - 2 * HOUR_MS })).toEqual([1, 2, 11])
      expect(await idsOf(store, { from: NOW - 10 * HOUR_MS, until: NOW - 8 * HOUR_MS })).toEqual([9, 10])
      expect((await store.findArticle(11))?.rankedAt).toBe(NOW - 9 * HOUR_MS - 1)
      expect((await store.listStoryItems(NOW)).find(({ itemId }) => itemId === 11)?.dated).toBe(false)
    })

    it('ranks an item of unknown age by its time as soon as its source states one', async () => {
      const store = await openWithTen()
      const draft = aDraft('undated', { publishedAt: NOW, isTimeStated: false })
      const insert = { ...anInsert(11, 11, draft), rankedAt: 0 }
      await store.saveVisit(aVisit('hn', { inserts: [insert], sightings: [aSighting(11, draft)] }))
      const edit = (changes: Partial<ItemDraft>) =>
        aVisit('hn', { edits: [{ itemId: 11, draft: { ...draft, ...changes }, updatedAt: NOW }] })

      await store.saveVisit(edit({ title: 'Another title' }))
      const untold = await idsOf(store)
      await store.saveVisit(edit({ publishedAt: NOW - 3 * HOUR_MS, isTimeStated: true }))

      expect(untold.at(-1)).toBe(11)
      expect(await idsOf(store)).toEqual([1, 2, 11, 3, 4, 5, 6, 7, 8, 9, 10])
    })

    it('has one item a story where asked, the one that stands for it', async () => {
      const store = await openWithTen()
      const moves = [2, 3, 4].map((itemId) => ({ itemId, storyId: 1 }))
      await store.saveVisit({ ...aFirstVisit('hn', {}), moves })

      expect(await idsOf(store, { distinctStory: true })).toEqual([4, 5, 6, 7, 8, 9, 10])
      expect(await idsOf(store, { distinctStory: true }, 'oldest')).toEqual([10, 9, 8, 7, 6, 5, 4])
    })
  })
}
