import { describe, expect, it } from 'vitest'
import { aSource } from '../../a-source.ts'
import type { NewStoreFixture } from '../contract.ts'
import { NOW, aDraft, aFirstVisit } from '../drafts.ts'

const BOTH = [aSource('paper'), aSource('hn'), aSource('blog')]

/** What a source published, and when. */
export function publicationsContract(newFixture: NewStoreFixture): void {
  describe('what a source published', () => {
    it('tells when the items of a source were published, newest first', async () => {
      const store = await (await newFixture()).open()
      await store.syncSources(BOTH, NOW)
      const times = { 1: NOW - 30, 2: NOW - 10, 3: NOW - 20 }
      const drafts = Object.entries(times).map(([id, publishedAt]) => [id, aDraft(id, { publishedAt })])
      await store.saveVisit(aFirstVisit('paper', Object.fromEntries(drafts)))

      expect(await store.listPublishedTimes('paper', 500)).toEqual([NOW - 10, NOW - 20, NOW - 30])
      expect(await store.listPublishedTimes('paper', 2)).toEqual([NOW - 10, NOW - 20])
      expect(await store.listPublishedTimes('hn', 500)).toEqual([])
    })

    it('gives what a source published: when, whether that is known, and how long it is', async () => {
      const store = await (await newFixture()).open()
      await store.syncSources(BOTH, NOW)
      const old = aDraft('old', { publishedAt: NOW - 20, wordCount: 700 })
      const undated = aDraft('undated', { publishedAt: NOW, wordCount: 0 })
      const later = aDraft('later', { publishedAt: NOW - 10, isTimeStated: false, wordCount: 30 })
      const visit = aFirstVisit('paper', { 1: old, 2: undated, 3: later })
      const ranks = new Map([
        [2, 5],
        [3, NOW - 10],
      ])
      const inserts = visit.inserts.map((insert) => {
        const rankedAt = ranks.get(insert.id)
        return rankedAt === undefined ? insert : { ...insert, rankedAt }
      })
      await store.saveVisit({ ...visit, inserts })

      const publications = [
        { publishedAt: NOW, dated: false, wordCount: 0 },
        { publishedAt: NOW - 10, dated: true, wordCount: 30 },
        { publishedAt: NOW - 20, dated: true, wordCount: 700 },
      ]
      expect(await store.listPublications('paper', 500)).toEqual(publications)
      expect(await store.listPublications('paper', 1)).toEqual(publications.slice(0, 1))
      expect(await store.listPublications('hn', 500)).toEqual([])
    })
  })
}
