import { describe, expect, it } from 'vitest'
import type { Engagement } from '../../../src/model/entry.ts'
import type { ItemDraft } from '../../../src/model/item.ts'
import { aSource } from '../../a-source.ts'
import type { NewStoreFixture } from '../contract.ts'
import { NOW, aDraft, aFirstVisit, aSighting, aVisit } from '../drafts.ts'

const BOTH = [aSource('paper'), aSource('hn'), aSource('blog')]

/** Points, comments and discussions, as the sources of an item report them. */
export function engagementContract(newFixture: NewStoreFixture): void {
  describe('engagement', () => {
    it('shows the engagement of the sighting with the most points and half the comments', async () => {
      const store = await (await newFixture()).open()
      await store.syncSources(BOTH, NOW)
      const draft = aDraft('one', { engagement: { points: 10, comments: 0 } })
      await store.saveVisit(aFirstVisit('paper', { 1: draft }))
      const engagementAfter = async (points: number | null, comments: number | null) => {
        const sighting = aSighting(1, draft, { entryKey: 'h', engagement: { points, comments } })
        await store.saveVisit(aVisit('hn', { sightings: [sighting] }))
        return (await store.findItems([1]))[0]?.engagement
      }

      expect(await engagementAfter(8, 3)).toEqual({ points: 10, comments: 0 })
      expect(await engagementAfter(8, 5)).toEqual({ points: 8, comments: 5 })
      expect(await engagementAfter(null, 50)).toEqual({ points: null, comments: 50 })
      expect(await store.listEngagements('hn', NOW)).toEqual([25])
      expect(await store.listEngagements('hn', NOW + 1)).toEqual([])
      expect(await store.listEngagements('blog', 0)).toEqual([])
    })

    it('keeps counts that a later visit does not tell, and not for another article', async () => {
      const store = await (await newFixture()).open()
      await store.syncSources(BOTH, NOW)
      const [one, two] = [aDraft('one', { engagement: { points: 9, comments: 4 } }), aDraft('two')]
      await store.saveVisit(aFirstVisit('hn', { 1: one }))
      await store.saveVisit(aFirstVisit('paper', { 2: two }))
      const shown = async (id: number, engagement: Engagement | null) => {
        const draft = id === 1 ? one : two
        await store.saveVisit(
          aVisit('hn', { sightings: [aSighting(id, draft, { entryKey: one.entryKey, engagement })] }),
        )
        return (await store.findItems([1, 2])).map((item) => item.engagement)
      }

      expect(await shown(1, null)).toEqual([{ points: 9, comments: 4 }, null])
      expect(await shown(1, { points: 12, comments: null })).toEqual([{ points: 12, comments: null }, null])
      expect(await shown(2, null)).toEqual([null, null])
    })

    it('takes counts that are no whole numbers for what they can be', async () => {
      const store = await (await newFixture()).open()
      await store.syncSources(BOTH, NOW)
      const engagement = { points: 12.6, comments: Number.POSITIVE_INFINITY }
      const one = aDraft('one', { engagement })
      const two = aDraft('two', { engagement: { points: Number.NaN, comments: 1e300 } })

      await store.saveVisit(aFirstVisit('paper', { 1: one, 2: two }))

      const items = await store.findItems([1, 2])
      expect(items.map((item) => item.engagement)).toEqual([{ points: 13, comments: null }, null])
    })

    it('tells where what a source has shown of late is discussed, newest first', async () => {
      const store = await (await newFixture()).open()
      await store.syncSources(BOTH, NOW)
      const shown = (name: string, ago: number, changes: Partial<ItemDraft> = {}) =>
        aDraft(name, {
          publishedAt: NOW - ago,
          commentsUrl: `https://hn.example/${name}`,
          engagement: { points: 1, comments: null },
          ...changes,
        })
      await store.saveVisit(
        aFirstVisit('hn', {
          1: shown('young', 30),
          2: shown('younger', 10),
          3: shown('old', 500),
          4: shown('silent', 10, { engagement: null }),
          5: shown('nowhere', 10, { commentsUrl: null }),
        }),
      )

      expect(await store.listDiscussions('hn', NOW - 100, 10)).toEqual([
        'https://hn.example/younger',
        'https://hn.example/young',
      ])
      expect(await store.listDiscussions('hn', NOW - 100, 1)).toHaveLength(1)
      expect(await store.listDiscussions('blog', NOW - 100, 10)).toEqual([])
    })
  })
}
