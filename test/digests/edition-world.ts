import pino from 'pino'
import { openInProcess } from '../../src/api/in-process.ts'
import { readDigestQuery } from '../../src/api/query/digest-query.ts'
import { draftEdition } from '../../src/digests/draft-edition.ts'
import { type EditionTime, timeOn } from '../../src/digests/schedule.ts'
import type { Digest } from '../../src/model/digest.ts'
import type { Edition } from '../../src/model/edition.ts'
import type { ItemDraft } from '../../src/model/item.ts'
import type { StoryMerge } from '../../src/model/story.ts'
import { openSearch } from '../../src/search/search.ts'
import type { Store } from '../../src/store/store.ts'
import { aSource } from '../a-source.ts'
import { aDraft, anInsert, aScore, aSighting, aVisit } from '../store/drafts.ts'
import { newSqliteFixture } from '../store/sqlite-fixture.ts'

/** Seven in the morning of a Monday. */
export const SEVEN = Date.parse('2026-03-02T07:00:00.000Z')

/** An item to be stored: of a source and a story, seen at a time. */
export interface PublishedItem extends Partial<ItemDraft> {
  readonly id: number
  readonly storyId: number
  readonly source: string
  readonly seenAt: number
  readonly score?: number
}

export interface EditionWorld {
  readonly store: Store
  /** The clock, for a test to move. */
  now: number
  publish(...items: readonly PublishedItem[]): Promise<void>
  merge(merge: StoryMerge): Promise<void>
  /** Makes the edition of the clock's day. */
  draft(digest: Digest, time?: EditionTime): Promise<Edition>
  /** Makes and saves it. */
  make(digest: Digest): Promise<Edition>
}

const SOURCES = ['alpha', 'beta', 'gamma', 'delta', 'epsilon']

/** A real store with the interface on it, asked in process. */
export async function openEditionWorld(): Promise<EditionWorld> {
  const fixture = await newSqliteFixture()
  const store = await fixture.open()
  await store.syncSources(
    SOURCES.map((id) => aSource(id, { name: `The ${id}` })),
    SEVEN,
  )
  const search = openSearch(store.searchSource, { patienceMs: Infinity })
  const world: EditionWorld = {
    store,
    now: SEVEN,
    async publish(...items) {
      for (const { id, storyId, source, seenAt, score = 20, ...changes } of items) {
        const draft = aDraft(`n${id}`, { publishedAt: seenAt, ...changes })
        await store.saveVisit(
          aVisit(source, {
            at: seenAt,
            inserts: [{ ...anInsert(id, storyId, draft), firstSeenAt: seenAt }],
            sightings: [aSighting(id, draft, { seenAt })],
            scores: [aScore(id, score, seenAt)],
          }),
        )
      }
    },
    merge: (merge) => store.saveVisit(aVisit('alpha', { at: world.now, merges: [merge] })),
    async draft(digest, time) {
      const day = new Date(world.now).toISOString().slice(0, 10)
      const due = time ?? timeOn(digest, day)
      if (due === undefined) throw new Error(`${day} has no edition`)
      const { ask, close } = openInProcess({
        store,
        search,
        now: () => world.now,
        logger: pino({ level: 'silent' }),
      })
      try {
        return await draftEdition(digest, due, {
          store,
          ask,
          readQuery: readDigestQuery,
          now: () => world.now,
        })
      } finally {
        await close()
      }
    },
    async make(digest) {
      const edition = await world.draft(digest)
      const { date, storyCount } = edition
      const saved = {
        digest: digest.name,
        date,
        madeAt: world.now,
        storyCount,
        body: JSON.stringify(edition),
      }
      await store.saveEdition(saved, [])
      return edition
    },
  }
  return world
}
