import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../../src/model/time.ts'
import { aSource } from '../../a-source.ts'
import type { NewStoreFixture } from '../contract.ts'
import { NOW, aVisit } from '../drafts.ts'

const PNG = { mimeType: 'image/png', bytes: Buffer.from('one') } as const
const OTHER = { mimeType: 'image/gif', bytes: Buffer.from('another') } as const
const FEED = { title: undefined, language: undefined, ttlMs: undefined }

/** Icons: which sources' are looked for, and what is kept of them. */
export function iconsContract(newFixture: NewStoreFixture): void {
  describe('an icon', () => {
    it('is looked for once a source was visited, and again when it is time', async () => {
      const store = await (await newFixture()).open()
      await store.syncSources([aSource('paper'), aSource('blog'), aSource('zoo', { enabled: false })], NOW)
      const before = await store.listDueIcons(NOW, 10)

      const feed = { ...FEED, siteUrl: 'https://paper.example/', iconUrl: 'https://paper.example/i.png' }
      await store.saveVisit(aVisit('paper', { feed }))

      const due = await store.listDueIcons(NOW, 10)
      await store.saveIcon('paper', undefined, NOW, NOW + HOUR_MS)
      expect(before).toEqual([])
      expect(due).toEqual([
        {
          sourceId: 'paper',
          iconUrl: 'https://paper.example/i.png',
          siteUrl: 'https://paper.example/',
          feedUrl: 'https://paper.example/feed.xml',
        },
      ])
      expect(await store.listDueIcons(NOW + HOUR_MS - 1, 10)).toEqual([])
      expect(await store.listDueIcons(NOW + HOUR_MS, 10)).toHaveLength(1)
    })

    it('stays until another is found, and tells readers only of another', async () => {
      const fixture = await newFixture()
      const store = await fixture.open()
      await store.syncSources([aSource('paper')], NOW)

      const changes = [
        await store.saveIcon('paper', PNG, NOW, NOW),
        await store.saveIcon('paper', PNG, NOW, NOW),
        await store.saveIcon('paper', undefined, NOW, NOW),
      ]
      const { seq } = store.version()
      const kept = await store.findIcon('paper')
      changes.push(await store.saveIcon('paper', OTHER, NOW, NOW))

      expect(changes).toEqual([true, false, false, true])
      expect(kept).toEqual(PNG)
      expect(store.version().seq).toBeGreaterThan(seq)
      expect(await (await fixture.openReader()).findIcon('paper')).toEqual(OTHER)
      expect((await store.listSources(NOW)).map(({ hasIcon }) => hasIcon)).toEqual([true])
    })

    it('is none of a source that is unknown, left the configuration, or moved', async () => {
      const store = await (await newFixture()).open()
      await store.syncSources([aSource('paper'), aSource('blog')], NOW)
      await store.saveIcon('paper', PNG, NOW, NOW)
      await store.saveIcon('blog', PNG, NOW, NOW)

      await store.syncSources([aSource('blog', { url: 'https://elsewhere.example/feed' })], NOW)

      expect(await store.saveIcon('nobody', PNG, NOW, NOW)).toBe(false)
      for (const id of ['paper', 'blog', 'nobody']) expect(await store.findIcon(id)).toBeUndefined()
    })
  })
}
