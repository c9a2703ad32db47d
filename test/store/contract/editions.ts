import { describe, expect, it } from 'vitest'
import type { Delivery } from '../../../src/model/digest.ts'
import { DAY_MS, HOUR_MS } from '../../../src/model/time.ts'
import { aSource } from '../../a-source.ts'
import type { NewStoreFixture } from '../contract.ts'
import { NOW, aDraft, anInsert, aScore, aSighting, aVisit } from '../drafts.ts'

const ANN = 'mail ann@example.org'
const KEY = { digest: 'morning', date: '2026-02-02', target: ANN }

/** Editions of digests: kept for ever, and sent once. */
export function editionsContract(newFixture: NewStoreFixture): void {
  describe('an edition', () => {
    it('is read by its day, and the newest without one', async () => {
      const store = await (await newFixture()).open()
      await store.saveEdition(anEdition('2026-02-02'), [])
      await store.saveEdition(anEdition('2026-02-03'), [])
      await store.saveEdition({ ...anEdition('2026-02-04'), digest: 'evening' }, [])

      expect(await store.findEdition('morning', '2026-02-02')).toEqual(anEdition('2026-02-02'))
      expect((await store.findEdition('morning'))?.date).toBe('2026-02-03')
      expect(await store.findEdition('morning', '2026-02-04')).toBeUndefined()
      expect((await store.listEditions('morning', 9)).map(({ date }) => date)).toEqual([
        '2026-02-03',
        '2026-02-02',
      ])
      expect(await store.listEditions('morning', 1)).toHaveLength(1)
    })

    it('is never changed, whoever saves another one of its day', async () => {
      const fixture = await newFixture()
      const [one, other] = [await fixture.open(), await fixture.open()]
      await one.saveEdition(anEdition('2026-02-02'), [ANN])

      await other.saveEdition({ ...anEdition('2026-02-02'), body: '{"other":true}' }, [
        'mail bob@example.org',
      ])

      expect((await one.findEdition('morning'))?.body).toBe(anEdition('2026-02-02').body)
      expect((await one.listDeliveries('morning', '2026-02-02')).map(({ target }) => target)).toEqual([ANN])
    })

    it('stays when the items are deleted that it was made of', async () => {
      const fixture = await newFixture()
      const store = await fixture.open()
      await store.syncSources([aSource('paper')], NOW)
      const draft = aDraft('n1')
      await store.saveVisit(
        aVisit('paper', {
          inserts: [anInsert(1, 1, draft)],
          sightings: [aSighting(1, draft)],
          scores: [aScore(1, 20, 1)],
        }),
      )
      await store.saveEdition(anEdition('2026-02-02'), [ANN])

      const { byAge } = await store.prune({ firstSeenBefore: NOW + DAY_MS, maxItemsPerSource: 1 })

      expect(byAge).toBe(1)
      const reader = await fixture.openReader()
      expect((await reader.findEdition('morning'))?.body).toBe(anEdition('2026-02-02').body)
      expect(await reader.listDeliveries('morning', '2026-02-02')).toHaveLength(1)
    })

    it('is committed when it is saved, though a group of other writes is undone meanwhile', async () => {
      const fixture = await newFixture()
      const store = await fixture.open()
      let saved: Promise<void> | undefined
      const group = store.together(async () => {
        saved = store.saveEdition(anEdition('2026-02-02'), [])
        throw new Error('undone')
      })

      await expect(group).rejects.toThrow('undone')
      await saved

      const reader = await fixture.openReader()
      expect((await reader.findEdition('morning'))?.date).toBe('2026-02-02')
    })
  })

  describe('a delivery', () => {
    it('is begun once, whoever tries', async () => {
      const fixture = await newFixture()
      const [one, other] = [await fixture.open(), await fixture.open()]
      await one.saveEdition(anEdition('2026-02-02'), [ANN])

      const claims = [
        await one.claimDelivery(KEY, 0, NOW + HOUR_MS),
        await other.claimDelivery(KEY, 0, NOW + HOUR_MS),
      ]

      expect(claims).toEqual([true, false])
      expect(await one.listDeliveries('morning', '2026-02-02')).toEqual([
        { ...KEY, state: 'pending', attempts: 1, nextAt: NOW + HOUR_MS, error: null },
      ])
    })

    it('that was sent is never begun again; one that was refused may be', async () => {
      const store = await (await newFixture()).open()
      await store.saveEdition(anEdition('2026-02-02'), [ANN])
      await store.claimDelivery(KEY, 0, NOW)
      const refused: Delivery = { ...KEY, state: 'refused', attempts: 1, nextAt: NOW, error: 'no such user' }

      await store.saveDelivery(refused)
      expect(await store.listDeliveries('morning', '2026-02-02')).toEqual([refused])
      expect(await store.claimDelivery(KEY, 1, NOW)).toBe(true)
      await store.saveDelivery({ ...refused, state: 'sent', attempts: 2, error: null })

      expect(await store.claimDelivery(KEY, 2, NOW)).toBe(false)
    })

    it('comes with the first attempt for a receiver that the edition was not made for', async () => {
      const store = await (await newFixture()).open()
      await store.saveEdition(anEdition('2026-02-02'), [])

      expect(await store.claimDelivery(KEY, 0, NOW)).toBe(true)
      expect(await store.claimDelivery(KEY, 0, NOW)).toBe(false)
    })
  })

  it('remembers since when a digest has been known', async () => {
    const store = await (await newFixture()).open()

    await store.keepDigests(['morning'], NOW)
    await store.keepDigests(['morning', 'evening'], NOW + HOUR_MS)

    expect(await store.listDigests()).toEqual(
      new Map([
        ['morning', NOW],
        ['evening', NOW + HOUR_MS],
      ]),
    )
    // The clock was ahead, and is set back.
    await store.keepDigests(['evening'], NOW)
    expect((await store.listDigests()).get('evening')).toBe(NOW)
  })
}

function anEdition(date: string) {
  const madeAt = NOW + 0.25 * HOUR_MS
  return { digest: 'morning', date, madeAt, storyCount: 1, body: `{"date":"${date}","title":"Grüße 東京"}` }
}
