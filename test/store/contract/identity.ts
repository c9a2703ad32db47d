import { describe, expect, it } from 'vitest'
import { EVERYTHING } from '../../../src/model/filter.ts'
import type { ItemDraft } from '../../../src/model/item.ts'
import { HOUR_MS } from '../../../src/model/time.ts'
import type { KnownEntry } from '../../../src/store/store.ts'
import { aSource } from '../../a-source.ts'
import type { NewStoreFixture } from '../contract.ts'
import { FIRST_PAGE, NOW, aDraft, aFirstVisit, aSighting, aVisit } from '../drafts.ts'

const BOTH = [aSource('paper'), aSource('hn'), aSource('blog')]

/** One article is one item, however many sources carry it. */
export function identityContract(newFixture: NewStoreFixture): void {
  describe('identity', () => {
    it('keeps an article once, however many sources carry it, in the order in which they did', async () => {
      const store = await (await newFixture()).open()
      await store.syncSources(BOTH, NOW)
      const draft = aDraft('one')
      await store.saveVisit(aFirstVisit('paper', { 1: draft }))

      const sight = (entryKey: string) => ({ sightings: [aSighting(1, draft, { entryKey })] })
      await store.saveVisit(aVisit('hn', sight('hn-1')))
      await store.saveVisit(aVisit('blog', sight('blog-1')))
      await store.saveVisit(aVisit('hn', sight('hn-1')))

      const [item] = await store.findItems([1])
      expect([item?.source, item?.alsoIn]).toEqual(['paper', ['hn', 'blog']])
      expect(item?.story).toEqual({ id: 1, itemCount: 1, sourceCount: 3 })
      for (const source of ['paper', 'hn', 'blog']) {
        const filter = { ...EVERYTHING, source: { include: [source], exclude: [] } }
        expect(await store.select(filter, 'newest', FIRST_PAGE)).toMatchObject({ ids: [1], total: 1 })
      }
    })

    it('tells which entries of a source are known, by entry and by address', async () => {
      const store = await (await newFixture()).open()
      await store.syncSources(BOTH, NOW)
      const [own, foreign, fresh] = [aDraft('own'), aDraft('foreign'), aDraft('fresh')]
      await store.saveVisit(aFirstVisit('hn', { 1: own }))
      await store.saveVisit(aFirstVisit('paper', { 2: foreign }))

      const known = await store.findKnown('hn', [own, foreign, fresh])

      const ownEntry = {
        itemId: 1,
        storyId: 1,
        entryHash: 'entry-own',
        textHash: own.textHash,
        contentHash: 'content-own',
        title: own.title,
        url: own.url,
        owned: true,
        publishedAt: own.publishedAt,
        updatedAt: null,
      }
      expect(known.byEntryKey).toEqual(new Map([[own.entryKey, ownEntry]]))
      expect(known.byKey).toEqual(
        new Map<string, KnownEntry>([
          [own.key, ownEntry],
          [
            foreign.key,
            {
              itemId: 2,
              storyId: 2,
              entryHash: undefined,
              textHash: undefined,
              contentHash: 'content-foreign',
              title: foreign.title,
              url: foreign.url,
              owned: false,
              publishedAt: foreign.publishedAt,
              updatedAt: null,
            },
          ],
        ]),
      )
      expect(known.deleted.size).toBe(0)
    })

    it('keeps entries of the same name in two sources apart', async () => {
      const store = await (await newFixture()).open()
      await store.syncSources(BOTH, NOW)
      await store.saveVisit(aFirstVisit('paper', { 1: aDraft('one', { entryKey: '42' }) }))
      await store.saveVisit(aFirstVisit('hn', { 2: aDraft('two', { entryKey: '42' }) }))

      const inPaper = await store.findKnown('paper', [{ key: 'none', entryKey: '42' }])
      const inHn = await store.findKnown('hn', [{ key: 'none', entryKey: '42' }])

      expect([inPaper.byEntryKey.get('42')?.itemId, inHn.byEntryKey.get('42')?.itemId]).toEqual([1, 2])
    })

    it('compares an entry with what it said itself, though the source has another one of the same article', async () => {
      const store = await (await newFixture()).open()
      await store.syncSources(BOTH, NOW)
      const first = aDraft('one', { entryKey: 'a', entryHash: 'said-a' })
      const second = { ...first, entryKey: 'b', entryHash: 'said-b' }
      await store.saveVisit(
        aFirstVisit('paper', { 1: first }, { sightings: [aSighting(1, first), aSighting(1, second)] }),
      )

      const hashOf = async (entryKey: string) =>
        (await store.findKnown('paper', [{ key: first.key, entryKey }])).byKey.get(first.key)?.entryHash

      expect([await hashOf('a'), await hashOf('b')]).toEqual(['said-a', 'said-b'])
      expect((await store.findItems([1]))[0]?.story.sourceCount).toBe(1)
    })

    it('shows each sighting with its own address and the time it was first seen', async () => {
      const store = await (await newFixture()).open()
      await store.syncSources(BOTH, NOW)
      const draft = aDraft('one')
      await store.saveVisit(aFirstVisit('paper', { 1: draft }))
      const url = 'https://paper.example/one?ref=hn'
      const sight = (seenAt: number, points: number) =>
        aVisit('hn', {
          sightings: [
            aSighting(1, draft, { entryKey: 'h', url, seenAt, engagement: { points, comments: 1 } }),
          ],
        })
      await store.saveVisit(sight(NOW + 1, 10))
      await store.saveVisit(sight(NOW + HOUR_MS, 30))

      const moved = aDraft('one', { url: 'https://paper.example/one-moved' })
      await store.saveVisit(aVisit('paper', { edits: [{ itemId: 1, draft: moved, updatedAt: undefined }] }))

      const article = await store.findArticle(1)
      expect(article?.item.url).toBe('https://paper.example/one-moved')
      expect(article?.sightings.map((s) => [s.source, s.url, s.seenAt, s.engagement?.points])).toEqual([
        ['paper', 'https://paper.example/one', NOW, undefined],
        ['hn', url, NOW + 1, 30],
      ])
    })

    it('finds what a source had first by title and time', async () => {
      const store = await (await newFixture()).open()
      await store.syncSources(BOTH, NOW)
      const one = aDraft('one')
      await store.saveVisit(aFirstVisit('paper', { 1: one }))
      const drafts = [one, { ...one, title: 'Another' }, { ...one, publishedAt: one.publishedAt + 1 }]

      const found = await store.findTwins('paper', drafts)

      expect(found.map((known) => known?.itemId)).toEqual([1, undefined, undefined])
      expect(found[0]).toMatchObject({ owned: true, contentHash: one.contentHash, entryHash: one.entryHash })
      expect((await store.findTwins('blog', drafts)).some((known) => known !== undefined)).toBe(false)
    })

    it('finds what a source had first by a name in its address and time, after what has the title', async () => {
      const store = await (await newFixture()).open()
      await store.syncSources(BOTH, NOW)
      const one = { ...aDraft('one'), url: 'https://paper.example/one-4711234.html' }
      await store.saveVisit(
        aFirstVisit('paper', { 1: one, 2: { ...aDraft('two'), publishedAt: one.publishedAt } }),
      )
      const draft = { title: 'Another', publishedAt: one.publishedAt, name: '4711234' }

      const found = await store.findTwins('paper', [
        draft,
        { ...draft, title: aDraft('two').title },
        { ...draft, title: `“${aDraft('two').title.toUpperCase()}”`, name: '' },
        { ...draft, name: '4711235' },
        { ...draft, publishedAt: one.publishedAt + 1 },
      ])

      expect(found.map((known) => known?.itemId)).toEqual([1, 2, 2, undefined, undefined])
    })

    it('finds articles of a title by the names of their sightings, the newest first, until they are deleted', async () => {
      const store = await (await newFixture()).open()
      await store.syncSources(BOTH, NOW)
      const [one, two] = [aDraft('one'), aDraft('two', { contentText: 'x'.repeat(999) })]
      const named = (id: number, draft: ItemDraft, ...titleKeys: string[]) => ({
        ...aFirstVisit('paper', { [id]: draft }),
        sightings: titleKeys.map((titleKey) => aSighting(id, draft, { titleKey })),
      })
      await store.saveVisit(named(1, one, 'title a', 'title b'))
      await store.saveVisit(named(2, two, 'title a'))

      const found = await store.findTitled('paper', ['title a', 'title none', 'title b'])
      const [ofBlog] = await store.findTitled('blog', ['title b'])
      await store.saveCorrections({ at: NOW, deletes: [1, 2], corrections: [] })

      expect(found.map((each) => each.map(({ itemId }) => itemId))).toEqual([[2, 1], [], [1]])
      expect(found[0]?.[0]?.text).toBe('x'.repeat(400))
      expect(found[2]?.[0]).toMatchObject({
        url: one.url,
        summary: one.summary,
        text: one.contentText,
        owned: true,
        entryHash: one.entryHash,
        publishedAt: one.publishedAt,
      })
      expect(ofBlog?.[0]).toMatchObject({ owned: false, entryHash: undefined })
      expect(await store.findTitled('paper', ['title a'])).toEqual([[]])
    })

    it('lets an entry stand for another article later: the first one is no longer in that source', async () => {
      const store = await (await newFixture()).open()
      await store.syncSources(BOTH, NOW)
      const [one, two] = [aDraft('one'), aDraft('two')]
      await store.saveVisit(aFirstVisit('paper', { 1: one, 2: two }))
      await store.saveVisit(aVisit('hn', { sightings: [aSighting(1, one, { entryKey: 'h' })] }))

      await store.saveVisit(aVisit('hn', { sightings: [aSighting(2, two, { entryKey: 'h' })] }))

      const items = await store.findItems([1, 2])
      expect(items.map(({ alsoIn, story }) => [alsoIn, story.sourceCount])).toEqual([
        [[], 1],
        [['hn'], 2],
      ])
    })

    it('gives out ids that nothing else gets, on any connection', async () => {
      const fixture = await newFixture()
      const [one, two] = [await fixture.open(), await fixture.open()]

      const first = await one.reserveIds('item', 3)
      const second = await two.reserveIds('item', 1)
      const third = await one.reserveIds('item', 1)
      const story = await two.reserveIds('story', 10)

      expect(first).toBeGreaterThan(0)
      expect([second, third]).toEqual([first + 3, first + 4])
      expect(story).toBeGreaterThan(0)
    })
  })
}
