import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../../src/model/time.ts'
import { aSource } from '../../a-source.ts'
import type { NewStoreFixture } from '../contract.ts'
import { NOW, aDraft, aFirstVisit, aSighting, aVisit } from '../drafts.ts'

const BOTH = [aSource('paper'), aSource('hn'), aSource('blog')]

/** Articles are found by every address at which they were seen. */
export function addressesContract(newFixture: NewStoreFixture): void {
  describe('an address', () => {
    it('finds an article by every address it was seen under, tracking and all', async () => {
      const store = await (await newFixture()).open()
      await store.syncSources(BOTH, NOW)
      const draft = aDraft('one')
      await store.saveVisit(aFirstVisit('paper', { 1: draft }))
      const other = { key: 'https://short.example/x', url: 'https://short.example/x', entryKey: 'hn-1' }
      await store.saveVisit(aVisit('hn', { sightings: [aSighting(1, draft, other)] }))

      const found = (url: string) => store.findItemIdsByUrl(url)

      expect(await found('http://www.paper.example/one?utm_source=x')).toEqual([1])
      expect(await found('https://short.example/x/')).toEqual([1])
      expect(await found('https://paper.example/other')).toEqual([])
      expect(await found('no address at all')).toEqual([])
    })

    it('finds an article by a link through a proxy, and by an article of its own there before it', async () => {
      const store = await (await newFixture()).open()
      await store.syncSources(BOTH, NOW)
      const proxyUrl = 'http://feeds.example/~r/paper/~3/1/one'
      const draft = aDraft('one')
      await store.saveVisit(
        aFirstVisit('paper', { 1: draft }, { sightings: [aSighting(1, draft, { proxyUrl })] }),
      )

      expect(await store.findItemIdsByUrl(`${proxyUrl}?utm_source=x`)).toEqual([1])
      expect(await store.findItemIdsByUrl('http://feeds.example/~r/paper/~3/2/one')).toEqual([])
      await store.saveVisit(
        aFirstVisit('blog', {
          2: aDraft('two', { key: 'https://feeds.example/~r/paper/~3/1/one', url: proxyUrl }),
        }),
      )
      expect(await store.findItemIdsByUrl(proxyUrl)).toEqual([2])
    })

    it('finds each of several articles on one page by its own address, and the newest by that of the page', async () => {
      const store = await (await newFixture()).open()
      await store.syncSources(BOTH, NOW)
      const page = 'https://paper.example/changes'
      const part = (name: string, publishedAt: number) =>
        aDraft(name, { key: `${page}#hash-${name}`, url: `${page}#${name}`, publishedAt })
      const parts = { 1: part('v1', NOW - 3), 2: part('v3', NOW - 1), 3: part('v2', NOW - 2) }
      await store.saveVisit(aFirstVisit('paper', parts))

      const found = (url: string) => store.findItemIdsByUrl(url)

      expect(await found(`${page}#v1`)).toEqual([1])
      expect(await found(`${page}?utm_source=x#v2`)).toEqual([3])
      expect(await found(`${page}#v9`)).toEqual([2, 3, 1])
      expect(await found(page)).toEqual([2, 3, 1])
      await store.saveVisit(
        aFirstVisit('blog', { 4: aDraft('all', { key: page, url: page, publishedAt: NOW - 9 }) }),
      )
      expect(await found(page)).toEqual([4])
      expect(await found(`http://www.paper.example/changes`)).toEqual([4, 2, 3, 1])
      expect(await found(`${page}#v3`)).toEqual([2])
    })

    it('finds an article once that was a part of a page and is the page now', async () => {
      const store = await (await newFixture()).open()
      await store.syncSources(BOTH, NOW)
      const page = 'https://paper.example/changes'
      const whole = aDraft('all', { key: page, url: page })
      await store.saveVisit(aFirstVisit('paper', { 1: whole }))
      const part = { key: `${page}#v1`, url: `${page}#v1`, entryKey: 'v1' }

      await store.saveVisit(aVisit('paper', { sightings: [aSighting(1, whole, part)] }))

      expect(await store.findItemIdsByUrl(page)).toEqual([1])
    })

    it('finds articles that one page shows under the very same address, the newest first', async () => {
      const store = await (await newFixture()).open()
      await store.syncSources(BOTH, NOW)
      const page = 'https://paper.example/briefs'
      const brief = (name: string, publishedAt: number) =>
        aDraft(name, { key: `${page}#hash-${name}`, url: page, publishedAt })
      await store.saveVisit(aFirstVisit('paper', { 1: brief('a', NOW - 1), 2: brief('b', NOW - 5) }))

      expect(await store.findItemIdsByUrl(page)).toEqual([1, 2])
      await store.prune({ firstSeenBefore: NOW - HOUR_MS, maxItemsPerSource: 1 })
      expect(await store.findItemIdsByUrl(page)).toEqual([1])
    })
  })
}
