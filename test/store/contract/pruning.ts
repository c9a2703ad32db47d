import { describe, expect, it } from 'vitest'
import { EVERYTHING } from '../../../src/model/filter.ts'
import { DAY_MS, HOUR_MS } from '../../../src/model/time.ts'
import { aSource } from '../../a-source.ts'
import type { NewStoreFixture } from '../contract.ts'
import { FIRST_PAGE, NOW, aDraft, aFirstVisit, aSighting, aVisit, anInsert } from '../drafts.ts'
import { searchIn } from '../search-in.ts'

const NO_LIMIT = 1_000_000

/** Retention. */
export function pruningContract(newFixture: NewStoreFixture): void {
  async function openStore() {
    const fixture = await newFixture()
    const store = await fixture.open()
    await store.syncSources([aSource('paper'), aSource('hn')], NOW)
    return { fixture, store }
  }

  describe('pruning', () => {
    it('deletes what was first seen before a time, with all that belongs to it', async () => {
      const { store } = await openStore()
      const [old, young] = [aDraft('old', { tags: ['tag'] }), aDraft('young')]
      await store.saveVisit(
        aVisit('paper', {
          inserts: [{ ...anInsert(1, 1, old), firstSeenAt: NOW - 9 * DAY_MS }, anInsert(2, 2, young)],
          sightings: [aSighting(1, old), aSighting(2, young)],
        }),
      )

      const deleted = await store.prune({ firstSeenBefore: NOW - 8 * DAY_MS, maxItemsPerSource: NO_LIMIT })

      expect(deleted).toEqual({ byAge: 1, surplus: 0 })
      expect(await store.select(EVERYTHING, 'newest', FIRST_PAGE)).toMatchObject({ ids: [2], total: 1 })
      expect(await store.findItems([1, 2])).toHaveLength(1)
      expect(await store.findArticle(1)).toBeUndefined()
      expect(await store.findContents([1])).toEqual(new Map())
      expect(await store.findContentJson([1])).toEqual(new Map())
      expect(await store.resolveStoryId(1)).toBeUndefined()
      const tag = { kind: 'word', text: 'tag', prefix: false, field: undefined } as const
      expect((await searchIn(store).find(tag, EVERYTHING, 'newest', FIRST_PAGE, NOW)).total).toBe(0)
      expect((await store.listTrendItems(EVERYTHING, 0, NOW)).itemId).toHaveLength(1)
    })

    it('lets others write between its steps, and keeps what they renew', async () => {
      const { store } = await openStore()
      const [first, last] = [aDraft('old 1'), aDraft('old 501')]
      const inserts = Array.from({ length: 501 }, (_, at) => ({
        ...anInsert(at + 1, at + 1, aDraft(`old ${at + 1}`)),
        firstSeenAt: NOW - 9 * DAY_MS + at,
      }))
      await store.saveVisit(
        aVisit('paper', { inserts, sightings: [aSighting(1, first), aSighting(501, last)] }),
      )
      const left: number[] = []

      const deleted = await store.prune(
        { firstSeenBefore: NOW - 8 * DAY_MS, maxItemsPerSource: NO_LIMIT },
        async (work) => {
          await store.refresh()
          const { total } = await store.select(EVERYTHING, 'newest', FIRST_PAGE)
          if (total === 1) {
            const edits = [{ itemId: 501, draft: last, updatedAt: NOW, renewedAt: NOW }]
            await store.saveVisit(aVisit('paper', { edits }))
          }
          left.push(total)
          return work()
        },
      )

      expect(left).toEqual([501, 501, 1, 1])
      expect(deleted).toEqual({ byAge: 500, surplus: 0 })
    })

    it('keeps the address known, so that a feed that still lists the article brings nothing back', async () => {
      const { store } = await openStore()
      const old = aDraft('old')
      await store.saveVisit(aFirstVisit('paper', { 1: old }))
      await store.prune({ firstSeenBefore: NOW + 1, maxItemsPerSource: NO_LIMIT })

      const known = await store.findKnown('paper', [old, aDraft('new')])

      expect([...known.deleted]).toEqual([[old.key, [old.textHash]]])
      expect([known.byKey.size, known.byEntryKey.size]).toEqual([0, 0])
      expect(await store.findItemIdsByUrl(old.url)).toEqual([])
      await expect(store.saveVisit(aFirstVisit('paper', { 5: old }))).rejects.toMatchObject({
        code: 'storeFailed',
      })
    })

    it('remembers what each source said at the address, and what is added later', async () => {
      const { store } = await openStore()
      const [inPaper, inHn] = [aDraft('old', { textHash: -1 }), aDraft('old', { textHash: 2 })]
      await store.saveVisit(aFirstVisit('paper', { 1: inPaper }))
      await store.saveVisit(aVisit('hn', { sightings: [aSighting(1, inHn)] }))
      await store.syncSources([aSource('paper'), aSource('hn'), aSource('blog')], NOW)
      const textsIn = async (source: string) =>
        (await store.findKnown(source, [inPaper])).deleted.get(inPaper.key)

      await store.prune({ firstSeenBefore: NOW + 1, maxItemsPerSource: NO_LIMIT })

      expect([await textsIn('paper'), await textsIn('hn'), await textsIn('blog')]).toEqual([[-1], [2], []])
      await store.saveVisit(aVisit('blog', { deletedTexts: [{ key: inPaper.key, textHash: 3 }] }))
      expect([await textsIn('paper'), await textsIn('hn'), await textsIn('blog')]).toEqual([[-1], [2], [3]])
    })

    it('has the earlier texts of a stored article for the source that edits it, and the last ones once it is deleted', async () => {
      const { store } = await openStore()
      const [old, edited] = [aDraft('old', { textHash: 1 }), aDraft('old', { textHash: 2 })]
      await store.saveVisit(aFirstVisit('paper', { 1: old }))
      await store.saveVisit(
        aVisit('paper', {
          edits: [{ itemId: 1, draft: edited, updatedAt: NOW, earlierTexts: [-7, 1] }],
          sightings: [aSighting(1, edited)],
        }),
      )
      const knownIn = async (source: string) => store.findKnown(source, [old])

      expect((await knownIn('paper')).byKey.get(old.key)).toMatchObject({
        textHash: 2,
        earlierTexts: [-7, 1],
      })
      expect((await knownIn('hn')).byKey.get(old.key)?.earlierTexts).toBeUndefined()
      await store.prune({ firstSeenBefore: NOW + 1, maxItemsPerSource: NO_LIMIT })
      expect((await knownIn('paper')).deleted.get(old.key)).toEqual([2])
    })

    it('lets an article return at its address, and not at that of a stored one', async () => {
      const { store } = await openStore()
      const old = aDraft('old')
      await store.saveVisit(aFirstVisit('paper', { 1: old, 2: aDraft('young') }))
      await store.prune({ firstSeenBefore: NOW + 1, maxItemsPerSource: NO_LIMIT })
      const returning = (id: number) =>
        aVisit('paper', {
          inserts: [{ ...anInsert(id, id, old), isReturning: true }],
          sightings: [aSighting(id, old)],
        })

      await store.saveVisit(returning(5))

      expect((await store.findKnown('paper', [old])).byKey.get(old.key)?.itemId).toBe(5)
      expect((await store.findKnown('paper', [old])).deleted.size).toBe(0)
      await expect(store.saveVisit(returning(6))).rejects.toMatchObject({ code: 'storeFailed' })
    })

    it('gives the address of a deleted article to a stored one that is seen there', async () => {
      const { store } = await openStore()
      const [old, young] = [aDraft('old'), aDraft('young')]
      await store.saveVisit(aFirstVisit('paper', { 1: old }))
      await store.prune({ firstSeenBefore: NOW + 1, maxItemsPerSource: NO_LIMIT })
      await store.saveVisit(aFirstVisit('paper', { 2: young }))

      await store.saveVisit(aVisit('hn', { sightings: [aSighting(2, { ...old, entryKey: young.entryKey })] }))

      expect((await store.findKnown('blog', [old])).byKey.get(old.key)?.itemId).toBe(2)
      expect(await store.findItemIdsByUrl(old.url)).toEqual([2])
    })

    it('counts from a later renewal, which lies ahead only by a wrong clock', async () => {
      const { store } = await openStore()
      const names = ['insert', 'edit', 'earlier', 'ahead', 'none']
      const drafts = names.map((name) => aDraft(name))
      const at = (days: number) => NOW + days * DAY_MS
      const renewals = [at(-3), at(-3), at(-20), at(1_000), undefined]
      await store.saveVisit(
        aVisit('paper', {
          inserts: drafts.map((draft, index) => ({
            ...anInsert(index + 1, index + 1, draft),
            firstSeenAt: at(-9),
            ...(index === 0 ? { renewedAt: at(-3) } : {}),
          })),
          sightings: drafts.map((draft, index) => aSighting(index + 1, draft)),
        }),
      )
      const edits = drafts.flatMap((draft, index) => {
        const renewedAt = renewals[index]
        return renewedAt === undefined ? [] : [{ itemId: index + 1, draft, updatedAt: undefined, renewedAt }]
      })
      await store.saveVisit(aVisit('paper', { edits }))
      await store.saveVisit(
        aVisit('paper', { edits: edits.map((edit) => ({ ...edit, renewedAt: at(-30) })) }),
      )
      const left = async () => (await store.select(EVERYTHING, 'oldest', FIRST_PAGE)).ids

      expect(await store.prune({ maxItemsPerSource: NO_LIMIT })).toEqual({ byAge: 0, surplus: 0 })
      expect(await store.prune({ firstSeenBefore: at(-8), maxItemsPerSource: NO_LIMIT })).toMatchObject({
        byAge: 2,
      })
      expect(await left()).toEqual([1, 2, 4])
      await store.prune({ firstSeenBefore: at(-2), maxItemsPerSource: NO_LIMIT })
      expect(await left()).toEqual([4])
      await store.prune({ firstSeenBefore: NOW + 1, maxItemsPerSource: NO_LIMIT })
      expect(await left()).toEqual([])
    })

    it('keeps of each source the newest so many', async () => {
      const { store } = await openStore()
      const draft = (id: number) => aDraft(String(id), { publishedAt: NOW - id * HOUR_MS })
      await store.saveVisit(aFirstVisit('paper', { 1: draft(1), 2: draft(2), 3: draft(3) }))
      await store.saveVisit(aFirstVisit('hn', { 4: draft(4) }))

      const deleted = await store.prune({ firstSeenBefore: 0, maxItemsPerSource: 2 })

      expect(deleted).toEqual({ byAge: 0, surplus: 1 })
      expect((await store.select(EVERYTHING, 'newest', FIRST_PAGE)).ids).toEqual([1, 2, 4])
    })

    it('keeps of a source with limits of its own what these say, longer or shorter', async () => {
      const { store } = await openStore()
      const draft = (id: number) => aDraft(String(id), { publishedAt: NOW - id * HOUR_MS })
      const seen = (id: number, days: number) => ({
        ...anInsert(id, id, draft(id)),
        firstSeenAt: NOW - days * DAY_MS,
      })
      const visit = (source: string, inserts: readonly ReturnType<typeof seen>[]) =>
        store.saveVisit(
          aVisit(source, { inserts, sightings: inserts.map(({ id, draft: of }) => aSighting(id, of)) }),
        )
      await visit('paper', [seen(1, 1), seen(2, 5), seen(3, 20)])
      await visit('hn', [seen(4, 1), seen(5, 5), seen(6, 20)])
      const usual = { firstSeenBefore: NOW - 10 * DAY_MS, maxItemsPerSource: NO_LIMIT }
      const left = async () => (await store.select(EVERYTHING, 'newest', FIRST_PAGE)).ids

      const shorter = { sourceId: 'paper', firstSeenBefore: NOW - 3 * DAY_MS, maxItems: NO_LIMIT }
      const longer = { sourceId: 'hn', firstSeenBefore: NOW - 30 * DAY_MS, maxItems: 2 }
      const deleted = await store.prune({ ...usual, ofSources: [shorter, longer] })

      expect(deleted).toEqual({ byAge: 2, surplus: 1 })
      expect(await left()).toEqual([1, 4, 5])
      // The clock may be wrong: age does not count, also of sources.
      const { firstSeenBefore: _, ...unconfirmed } = usual
      await store.prune({ ...unconfirmed, ofSources: [{ ...longer, firstSeenBefore: NOW }] })
      expect(await left()).toEqual([1, 4, 5])
      await store.prune({ ...usual, ofSources: [{ ...longer, firstSeenBefore: NOW }] })
      expect(await left()).toEqual([1])
    })

    it('counts stories anew and tells of the items that stay in them', async () => {
      const { store } = await openStore()
      const [one, two] = [aDraft('one'), aDraft('two')]
      await store.saveVisit(aFirstVisit('paper', { 1: one }))
      const firstSeenAt = NOW - 9 * DAY_MS
      await store.saveVisit(
        aVisit('hn', { inserts: [{ ...anInsert(2, 1, two), firstSeenAt }], sightings: [aSighting(2, two)] }),
      )
      const changes: number[] = []
      store.onChange((ids) => changes.push(...ids))

      await store.prune({ firstSeenBefore: NOW - DAY_MS, maxItemsPerSource: NO_LIMIT })

      expect((await store.findItems([1]))[0]?.story).toEqual({ id: 1, itemCount: 1, sourceCount: 1 })
      expect(changes.sort((a, b) => a - b)).toEqual([1, 2])
    })

    it('of nothing changes nothing', async () => {
      const { store } = await openStore()
      await store.saveVisit(aFirstVisit('paper', { 1: aDraft('one') }))
      const version = store.version()

      const deleted = await store.prune({ firstSeenBefore: NOW, maxItemsPerSource: NO_LIMIT })

      expect([deleted, store.version()]).toEqual([{ byAge: 0, surplus: 0 }, version])
    })

    it('never gives a version again, though all changes it knew are forgotten', async () => {
      const { fixture, store } = await openStore()
      await store.saveVisit(aFirstVisit('paper', { 1: aDraft('one') }, { at: NOW - 30 * DAY_MS }))
      const before = store.version()
      await store.prune({ firstSeenBefore: 0, maxItemsPerSource: NO_LIMIT })

      const other = await fixture.open()
      expect(other.version().seq).toBe(before.seq)
      await other.saveVisit(aFirstVisit('hn', { 2: aDraft('two') }))

      expect(other.version().seq).toBeGreaterThan(before.seq)
    })
  })
}
