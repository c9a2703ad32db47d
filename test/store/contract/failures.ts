import { describe, expect, it } from 'vitest'
import { DigestError } from '../../../src/model/errors.ts'
import { EVERYTHING } from '../../../src/model/filter.ts'
import { aSource } from '../../a-source.ts'
import type { NewStoreFixture } from '../contract.ts'
import { FIRST_PAGE, NOW, aDraft, aFirstVisit, aVisit } from '../drafts.ts'

/** Failures have a name and a cause. */
export function failuresContract(newFixture: NewStoreFixture): void {
  describe('a failure', () => {
    it('of a closed store has the name storeFailed, in every method', async () => {
      const store = await (await newFixture()).open()
      await store.syncSources([aSource('paper')], NOW)
      await store.select(EVERYTHING, 'newest', FIRST_PAGE)

      await store.close()

      const attempts = {
        findItems: () => store.findItems([1]),
        findArticle: () => store.findArticle(1),
        findContents: () => store.findContents([1]),
        findContentJson: () => store.findContentJson([1]),
        findItemIdsByUrl: () => store.findItemIdsByUrl('https://paper.example/one'),
        listSources: () => store.listSources(NOW),
        stats: () => store.stats(NOW),
        ping: () => store.ping(),
        refresh: () => store.refresh(),
        findKnown: () => store.findKnown('paper', [aDraft('one')]),
        reserveIds: () => store.reserveIds('item', 1),
        saveVisit: () => store.saveVisit(aVisit('paper')),
        prune: () => store.prune({ firstSeenBefore: NOW, maxItemsPerSource: 1 }),
      }
      for (const [name, attempt] of Object.entries(attempts)) {
        const error = await attempt().then(
          () => undefined,
          (reason: unknown) => reason,
        )
        expect(error, name).toBeInstanceOf(DigestError)
        expect(error, name).toMatchObject({ code: 'storeFailed', cause: expect.any(Error) })
      }
    })

    it('to know the source of a visit saves nothing', async () => {
      const store = await (await newFixture()).open()

      await expect(store.saveVisit(aFirstVisit('nobody', { 1: aDraft('one') }))).rejects.toMatchObject({
        code: 'storeFailed',
      })
      expect((await store.select(EVERYTHING, 'newest', FIRST_PAGE)).total).toBe(0)
    })
  })
}
