import { describe, expect, it } from 'vitest'
import { EVERYTHING } from '../../../src/model/filter.ts'
import { aSource } from '../../a-source.ts'
import type { NewStoreFixture } from '../contract.ts'
import { FIRST_PAGE, NOW, aDraft, aFirstVisit, aScore } from '../drafts.ts'
import { searchIn } from '../search-in.ts'

/** What rules change in items that are stored. */
export function correctionsContract(newFixture: NewStoreFixture): void {
  async function openStore() {
    const fixture = await newFixture()
    const store = await fixture.open()
    await store.syncSources([aSource('paper'), aSource('hn')], NOW)
    await store.saveVisit(
      aFirstVisit('paper', { 1: aDraft('one', { tags: ['old'] }), 2: aDraft('two'), 3: aDraft('three') }),
    )
    return { fixture, store }
  }
  const word = (text: string) => ({ kind: 'word', text, prefix: false, field: undefined }) as const

  describe('corrections', () => {
    it('goes through all items with their texts, some at a time', async () => {
      const { store } = await openStore()

      const first = await store.listArticles(0, 2)
      const rest = await store.listArticles(2, 2)

      expect([first, rest].map((list) => list.map(({ item }) => item.id))).toEqual([[1, 2], [3]])
      expect(first[0]).toMatchObject({ contentText: 'Content of one.', item: { tags: ['old'] } })
    })

    it('changes what is said to, and leaves the rest', async () => {
      const { store } = await openStore()

      await store.saveCorrections({
        at: NOW,
        deletes: [],
        corrections: [
          {
            itemId: 1,
            title: 'Another name',
            category: 'sport',
            region: 'gb',
            tags: ['new'],
            score: aScore(1, 77, 5, 4),
          },
        ],
      })

      const article = await store.findArticle(1)
      expect(article?.item).toMatchObject({
        title: 'Another name',
        category: 'sport',
        region: 'gb',
        language: 'en',
        tags: ['new'],
        summary: 'Summary of one.',
        score: 77,
        updatedAt: null,
      })
      expect(article).toMatchObject({ contentText: 'Content of one.', scoreParts: { weight: 4 } })
      expect((await store.listCategories(NOW)).map(({ name, count }) => [name, count])).toContainEqual([
        'sport',
        1,
      ])
    })

    it('is found by its new words, and by its old ones no more', async () => {
      const { store } = await openStore()

      await store.saveCorrections({
        at: NOW,
        deletes: [],
        corrections: [{ itemId: 1, title: 'Zanzibar', tags: [] }],
      })

      const found = async (text: string) =>
        (await searchIn(store).find(word(text), EVERYTHING, 'newest', FIRST_PAGE, NOW)).hits.map(
          ({ id }) => id,
        )
      expect(await found('zanzibar')).toEqual([1])
      expect(await found('old')).toEqual([])
    })

    it('deletes, and lets what is deleted come in again', async () => {
      const { store } = await openStore()
      const { seq } = store.version()

      await store.saveCorrections({ at: NOW, deletes: [2, 99], corrections: [] })

      const again = await store.findKnown('paper', [aDraft('two')])
      expect(await store.select(EVERYTHING, 'newest', FIRST_PAGE)).toMatchObject({ total: 2 })
      expect(again.deleted.size + again.byKey.size + again.byEntryKey.size).toBe(0)
      expect(store.version().seq).toBeGreaterThan(seq)
      await store.saveVisit(aFirstVisit('paper', { 7: aDraft('two') }))
      expect(await store.findItems([7])).toHaveLength(1)
    })

    it('has the documents of deleted items read again, and no others', async () => {
      const { store } = await openStore()
      const read = { validators: { etag: '"1"', lastModified: 'Tue' }, documentHash: 'hash' }
      await store.saveVisit(aFirstVisit('paper', {}, read))
      await store.saveVisit(aFirstVisit('hn', { 4: aDraft('four') }, read))

      await store.saveCorrections({ at: NOW, deletes: [2, 99], corrections: [] })

      expect(
        (await store.listSourceStates()).toSorted((a, b) => (a.sourceId < b.sourceId ? -1 : 1)),
      ).toMatchObject([
        { sourceId: 'hn', ...read },
        { sourceId: 'paper', validators: { etag: null, lastModified: null }, documentHash: '' },
      ])
    })

    it('gives an item another address, unless that is another article’s', async () => {
      const { store } = await openStore()

      await store.saveCorrections({
        at: NOW,
        deletes: [],
        corrections: [
          { itemId: 1, url: 'https://paper.example/two' },
          { itemId: 3, url: 'https://m.other.example/three' },
        ],
      })

      const urls = (await store.findItems([1, 3])).map(({ url }) => url)
      expect(urls).toEqual(['https://paper.example/one', 'https://m.other.example/three'])
      expect(await store.findItemIdsByUrl('https://m.other.example/three')).toEqual([3])
      expect(await store.findItemIdsByUrl('https://paper.example/three')).toEqual([3])
      expect(await store.findItemIdsByUrl('https://paper.example/two')).toEqual([2])
    })

    it('is all or nothing', async () => {
      const { store } = await openStore()

      const failing = store.saveCorrections({
        at: NOW,
        deletes: [1],
        corrections: [{ itemId: 2, category: null as unknown as string }],
      })

      await expect(failing).rejects.toMatchObject({ code: 'storeFailed' })
      expect(await store.findItems([1, 2])).toHaveLength(2)
    })
  })
}
