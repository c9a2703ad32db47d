import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../src/model/time.ts'
import { aSource } from '../../a-source.ts'
import type { NewStoreFixture } from '../contract.ts'
import { NOW, aDraft, aScore, aSighting, aVisit, anInsert } from '../drafts.ts'

const WEBP = Buffer.from('a picture')
const LATER = NOW + HOUR_MS

/** Thumbnails: which pictures are looked for, and what is kept of them. */
export function thumbnailsContract(newFixture: NewStoreFixture): void {
  /** Items 1 to 4: hot, hotter, without a picture, and seen long ago. */
  async function openStore() {
    const fixture = await newFixture()
    const store = await fixture.open()
    await store.syncSources([aSource('paper')], NOW)
    const drafts = [1, 2, 3, 4].map((id) => aDraft(`n${id}`, { imageUrl: id === 3 ? null : pictureOf(id) }))
    await store.saveVisit(
      aVisit('paper', {
        inserts: drafts.map((draft, at) => ({
          ...anInsert(at + 1, at + 1, draft),
          firstSeenAt: at === 3 ? NOW - 9 * DAY_MS : NOW,
        })),
        sightings: drafts.map((draft, at) => aSighting(at + 1, draft)),
        scores: [1, 2, 3, 4].map((id) => aScore(id, 20, id)),
      }),
    )
    return { fixture, store, due: (now = NOW) => store.listDuePictures(NOW - DAY_MS, now, 10) }
  }

  describe('a thumbnail', () => {
    it('is looked for of items with a picture that came lately, the hottest first', async () => {
      const { store, due } = await openStore()

      expect(await due()).toEqual([
        { itemId: 2, imageUrl: pictureOf(2) },
        { itemId: 1, imageUrl: pictureOf(1) },
      ])
      expect(await store.listDuePictures(NOW - DAY_MS, NOW, 1)).toHaveLength(1)
    })

    it('is not looked for again once it is there, and is later where it could not be had', async () => {
      const { store, due } = await openStore()

      const added = await store.saveThumbnails(
        [
          { itemId: 1, imageUrl: pictureOf(1), bytes: WEBP, nextCheckAt: LATER },
          { itemId: 2, imageUrl: pictureOf(2), bytes: undefined, nextCheckAt: LATER },
        ],
        NOW,
      )

      expect(added).toBe(1)
      expect(await due(LATER - 1)).toEqual([])
      expect((await due(LATER)).map(({ itemId }) => itemId)).toEqual([2])
    })

    it('is looked for again where the item has another picture', async () => {
      const { store, due } = await openStore()
      const records = [1, 2].map((itemId) => ({
        itemId,
        imageUrl: pictureOf(8),
        bytes: WEBP,
        nextCheckAt: LATER,
      }))
      await store.saveThumbnails(records, NOW)

      expect((await due()).map(({ itemId }) => itemId)).toEqual([2, 1])
    })

    it('is told of to readers at once, without any item being another one', async () => {
      const { fixture, store } = await openStore()
      const reader = await fixture.openReader()
      const changed: number[] = []
      reader.onChange((ids) => changed.push(...ids))
      const { seq } = reader.version()

      await store.saveThumbnails(
        [{ itemId: 1, imageUrl: pictureOf(1), bytes: WEBP, nextCheckAt: LATER }],
        NOW,
      )
      await reader.refresh()

      expect(reader.version().seq).toBeGreaterThan(seq)
      expect(changed).toEqual([])
      expect(await reader.findThumbnail(1)).toEqual(WEBP)
      expect(await reader.findThumbnail(2)).toBeUndefined()
      expect([...(await reader.listThumbnailed([3, 1, 2, 99]))]).toEqual([1])
    })

    it('moves nothing where none could be had', async () => {
      const { store } = await openStore()
      const { seq } = store.version()

      await store.saveThumbnails(
        [{ itemId: 1, imageUrl: pictureOf(1), bytes: undefined, nextCheckAt: LATER }],
        NOW,
      )

      expect(store.version().seq).toBe(seq)
    })

    it('goes with its item, and is not kept of one that went meanwhile', async () => {
      const { store } = await openStore()
      const record = { itemId: 4, imageUrl: pictureOf(4), bytes: WEBP, nextCheckAt: LATER }
      await store.saveThumbnails([record], NOW)

      await store.prune({ firstSeenBefore: NOW - DAY_MS, maxItemsPerSource: 1_000 })
      const gone = await store.findThumbnail(4)
      const added = await store.saveThumbnails([record], NOW)

      expect([gone, added, await store.findThumbnail(4)]).toEqual([undefined, 0, undefined])
    })

    it('is kept of the newest 20,000 items', async () => {
      const { store } = await openStore()
      const drafts = Array.from({ length: 20_002 }, (_, at) => aDraft(`m${at}`, { imageUrl: pictureOf(at) }))
      const records = drafts.map((_, at) => ({
        itemId: 10 + at,
        imageUrl: '',
        bytes: WEBP,
        nextCheckAt: LATER,
      }))
      await store.saveVisit(
        aVisit('paper', { inserts: drafts.map((draft, at) => anInsert(10 + at, 10 + at, draft)) }),
      )
      await store.saveThumbnails(records, NOW)

      await store.prune({ firstSeenBefore: 0, maxItemsPerSource: 1_000_000 })

      const kept = await store.listThumbnailed(records.map(({ itemId }) => itemId))
      expect(kept.size).toBe(20_000)
      expect([10, 11, 12].map((id) => kept.has(id))).toEqual([false, false, true])
    })
  })
}

function pictureOf(id: number): string {
  return `https://paper.example/${id}.jpg`
}
