import { describe, expect, it } from 'vitest'
import type { HookResult } from '../../../src/model/hook.ts'
import { DAY_MS, HOUR_MS } from '../../../src/model/time.ts'
import type { NewStoreFixture } from '../contract.ts'
import { NOW, aVisit } from '../drafts.ts'
import { openStories } from '../with-stories.ts'

const HISTORY = '6f2c2d5e-8c1c-4b0e-9a54-0c7f3a1d2b11'
const BEGIN = { name: 'alerts', historyId: HISTORY, position: 7 }
const BATCH = { id: 'msg_1', mimeType: 'application/json', text: '{"title":"Grüße 東京"}' }
const FAILED: HookResult = {
  failures: 1,
  failingSince: NOW,
  nextAt: NOW + 5_000,
  isResting: false,
  changedAt: null,
  lastSentAt: null,
  error: 'answered HTTP 500',
}
const ACCEPTED: HookResult = {
  ...FAILED,
  failures: 0,
  failingSince: null,
  nextAt: null,
  lastSentAt: NOW,
  error: null,
}

/** Hooks: how far they are, what they are sending, and which stories they have told. */
export function hooksContract(newFixture: NewStoreFixture): void {
  describe('a hook', () => {
    it('keeps what it is sending until that is accepted', async () => {
      const fixture = await newFixture()
      const store = await fixture.open()
      const reader = await fixture.openReader()
      await store.beginHook(BEGIN, [])

      expect(await store.advanceHook(BEGIN, 9, BATCH, [])).toBe(true)
      await store.saveHookResult('alerts', BATCH.id, FAILED)
      const failing = await reader.findHook('alerts')
      await store.saveHookResult('alerts', BATCH.id, ACCEPTED)

      expect(failing).toEqual({ ...BEGIN, ...FAILED, position: 9, batch: BATCH })
      expect(await reader.findHook('alerts')).toEqual({
        ...BEGIN,
        ...ACCEPTED,
        position: 9,
        batch: undefined,
      })
      expect(await reader.findHook('other')).toBeUndefined()
    })

    it('goes on from where it is, whoever else believes to send', async () => {
      const fixture = await newFixture()
      const [one, other] = [await fixture.open(), await fixture.open()]
      await one.beginHook(BEGIN, [])

      const taken = [await one.advanceHook(BEGIN, 9, BATCH, []), await other.advanceHook(BEGIN, 8, BATCH, [])]
      const beforeItIsSent = await one.advanceHook({ ...BEGIN, position: 9 }, 10, undefined, [])
      await other.saveHookResult('alerts', 'msg_other', ACCEPTED)

      expect(taken).toEqual([true, false])
      expect(beforeItIsSent).toBe(false)
      expect(await one.findHook('alerts')).toMatchObject({ position: 9, batch: BATCH, lastSentAt: null })
    })

    it('rests, which is news to everybody, and goes on when it is resumed', async () => {
      const store = await openStories(newFixture)
      const { seq } = store.version()
      await store.beginHook(BEGIN, [])
      await store.advanceHook(BEGIN, 9, BATCH, [])
      await store.refresh()
      expect(store.version().seq).toBe(seq)

      const resting = { ...FAILED, isResting: true, changedAt: NOW + HOUR_MS }
      await store.saveHookResult('alerts', BATCH.id, resting)
      await store.refresh()
      expect(store.version().seq).toBe(seq + 1)
      expect(await store.findHook('alerts')).toMatchObject(resting)

      expect(await store.resumeHook('other', NOW, { skip: false })).toBe(false)
      expect(await store.resumeHook('alerts', NOW + DAY_MS, { skip: false })).toBe(true)
      await store.refresh()
      expect(store.version().seq).toBe(seq + 2)
      expect(await store.findHook('alerts')).toMatchObject({
        isResting: false,
        changedAt: NOW + DAY_MS,
        failures: 0,
        nextAt: null,
        position: 9,
        batch: BATCH,
      })
    })

    it('forgets what waits when it is resumed to skip that', async () => {
      const store = await openStories(newFixture)
      const { seq } = store.version()
      await store.beginHook({ ...BEGIN, position: 0 }, [])
      await store.advanceHook({ ...BEGIN, position: 0 }, 1, BATCH, [])

      await store.resumeHook('alerts', NOW, { skip: true })

      expect(await store.findHook('alerts')).toMatchObject({ position: seq, batch: undefined, error: null })
    })

    it('begins anew in another course of changes', async () => {
      const store = await (await newFixture()).open()
      await store.beginHook(BEGIN, [])
      await store.advanceHook(BEGIN, 9, BATCH, [])
      const other = { ...BEGIN, historyId: HISTORY.replace('6', '7'), position: 3 }

      await store.beginHook(other, [])

      expect(await store.listHooks()).toEqual([{ ...other, ...ACCEPTED, lastSentAt: null, batch: undefined }])
    })

    it('has announced a story also after that was merged into another, twice', async () => {
      const store = await openStories(newFixture)
      await store.beginHook(BEGIN, [])
      await store.advanceHook(BEGIN, 9, BATCH, [2])
      expect(await store.listAnnounced('alerts', [1, 2])).toEqual(new Set([2]))

      await store.saveVisit(aVisit('paper', { merges: [{ from: 2, into: 1 }] }))
      expect(await store.listAnnounced('alerts', [1, 2])).toEqual(new Set([1, 2]))
      await store.saveVisit(aVisit('paper', { merges: [{ from: 1, into: 5 }] }))

      expect(await store.listAnnounced('alerts', [1, 2, 5, 6])).toEqual(new Set([1, 2, 5]))
      expect(await store.listAnnounced('other', [1, 2, 5])).toEqual(new Set())
    })

    it('forgets announced stories with the stories', async () => {
      const store = await openStories(newFixture)
      await store.beginHook(BEGIN, [1, 2])

      await store.prune({ firstSeenBefore: NOW + DAY_MS, maxItemsPerSource: 10 })

      expect(await store.listAnnounced('alerts', [1, 2])).toEqual(new Set())
    })
  })
}
