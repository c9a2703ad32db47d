import { describe, expect, it } from 'vitest'
import { EVERYTHING } from '../../../src/model/filter.ts'
import type { ReadStore } from '../../../src/store/read-store.ts'
import { aSource } from '../../a-source.ts'
import type { NewStoreFixture } from '../contract.ts'
import { FIRST_PAGE, NOW, aDraft, aFirstVisit, aVisit } from '../drafts.ts'
import { searchIn } from '../search-in.ts'

/** Visits that are saved together. */
export function groupsContract(newFixture: NewStoreFixture): void {
  async function openStore() {
    const fixture = await newFixture()
    const store = await fixture.open()
    await store.syncSources([aSource('paper'), aSource('hn')], NOW)
    return { store, reader: await fixture.openReader() }
  }

  describe('visits that are saved together', () => {
    it('are seen by others when all of them are saved, and not before', async () => {
      const { store, reader } = await openStore()
      let meanwhile = -1

      await store.together(async () => {
        await store.saveVisit(aFirstVisit('paper', { 1: aDraft('one') }))
        await store.saveVisit(aFirstVisit('hn', { 2: aDraft('two') }))
        await reader.refresh()
        meanwhile = await count(reader)
      })
      await reader.refresh()

      expect(meanwhile).toBe(0)
      expect(await count(reader)).toBe(2)
      expect(await found(reader, 'one')).toEqual([1])
      expect(await found(store, 'two')).toEqual([2])
    })

    it('know of each other', async () => {
      const { store } = await openStore()

      const known = await store.together(async () => {
        await store.saveVisit(aFirstVisit('paper', { 1: aDraft('one') }))
        return store.findKnown('hn', [aDraft('one')])
      })

      expect([...known.byKey.values()].map(({ itemId }) => itemId)).toEqual([1])
    })

    it('are not listed after the group fails, though they were listed before', async () => {
      const { store } = await openStore()
      const titles = async () => (await store.findItemJson([1])).map(({ json }) => titleOf(json))
      const one = aDraft('one', { title: 'Before' })
      await store.saveVisit(aFirstVisit('paper', { 1: one }))

      let meanwhile: string[] = []
      const group = store.together(async () => {
        const draft = { ...one, title: 'Never saved', contentHash: 'another' }
        await store.saveVisit(aVisit('paper', { edits: [{ itemId: 1, draft, updatedAt: NOW }] }))
        meanwhile = await titles()
        throw new Error('the group fails')
      })
      await expect(group).rejects.toThrow('the group fails')

      expect(meanwhile).toEqual(['Never saved'])
      expect(await titles()).toEqual(['Before'])
    })

    it('are none of them there where the group fails', async () => {
      const { store } = await openStore()

      const group = store.together(async () => {
        await store.saveVisit(aFirstVisit('paper', { 1: aDraft('one', { category: 'new to the store' }) }))
        throw new Error('the group fails')
      })
      await expect(group).rejects.toThrow('the group fails')
      await store.saveVisit(aFirstVisit('paper', { 3: aDraft('three', { category: 'new to the store' }) }))

      expect(await count(store)).toBe(1)
      expect(await found(store, 'one')).toEqual([])
      expect(await found(store, 'three')).toEqual([3])
    })

    it('are there but for one that fails alone', async () => {
      const { store } = await openStore()

      await store.together(async () => {
        await store.saveVisit(aFirstVisit('paper', { 1: aDraft('one') }))
        // The address belongs to another item: the visit is refused, whole.
        const refused = aFirstVisit('hn', { 2: aDraft('two'), 3: aDraft('one') })
        await expect(store.saveVisit(refused)).rejects.toMatchObject({ code: 'storeFailed' })
        await store.saveVisit(aFirstVisit('hn', { 4: aDraft('four') }))
      })

      expect(await count(store)).toBe(2)
      expect(await found(store, 'two')).toEqual([])
      expect(await found(store, 'four')).toEqual([4])
    })

    it('may be followed by a pruning before they are saved', async () => {
      const { store } = await openStore()

      await store.together(async () => {
        await store.saveVisit(aFirstVisit('paper', { 1: aDraft('one'), 2: aDraft('two') }))
        await store.prune({ firstSeenBefore: NOW + 1, maxItemsPerSource: 1 })
      })

      expect(await count(store)).toBe(0)
      expect(await found(store, 'one')).toEqual([])
    })
  })
}

async function count(store: ReadStore): Promise<number> {
  return (await store.select(EVERYTHING, 'newest', FIRST_PAGE)).total
}

async function found(store: ReadStore, text: string): Promise<readonly number[]> {
  const word = { kind: 'word', text, prefix: false, field: undefined } as const
  const { hits } = await searchIn(store).find(word, EVERYTHING, 'relevance', FIRST_PAGE, NOW)
  return hits.map(({ id }) => id)
}

function titleOf(json: Buffer): string {
  return (JSON.parse(json.toString()) as { readonly title: string }).title
}
