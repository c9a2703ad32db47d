import { HOUR_MS } from '../../src/model/time.ts'
import type { Store } from '../../src/store/store.ts'
import { aSource } from '../a-source.ts'
import type { NewStoreFixture } from './contract.ts'
import { NOW, aDraft, aFirstVisit, aScore, aSighting, aVisit, anInsert } from './drafts.ts'

export const SOURCES = [aSource('paper'), aSource('hn', { weight: 2 }), aSource('blog')]

/** A store with two stories: of items 1 and 3, and of item 2. The other source tells the first too, in German. */
export async function openStories(newPlace: NewStoreFixture): Promise<Store> {
  const store = await (await newPlace()).open()
  await store.syncSources(SOURCES, NOW)
  await store.saveVisit(aFirstVisit('paper', { 1: aDraft('one'), 2: aDraft('two') }))
  const three = aDraft('three', { language: 'de', publishedAt: NOW - 5 * HOUR_MS })
  const join = {
    inserts: [anInsert(3, 1, three)],
    sightings: [aSighting(3, three)],
    scores: [aScore(3, 20, 3)],
  }
  await store.saveVisit(aVisit('hn', join))
  return store
}
