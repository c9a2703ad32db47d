import pino from 'pino'
import { openInProcess } from '../../src/api/in-process.ts'
import { readDigestQuery } from '../../src/api/query/digest-query.ts'
import { draftEdition } from '../../src/digests/draft-edition.ts'
import type { Digest } from '../../src/model/digest.ts'
import { DAY_MS } from '../../src/model/time.ts'
import { openSearch } from '../../src/search/search.ts'
import { aDigest } from '../digests/a-digest.ts'
import type { CollectedWorld } from './collected-world.ts'

/** The digest of the worlds. */
export const MORNING: Digest = aDigest({ sections: 'category', windowMs: 7 * DAY_MS, query: 'language=en' })

/** Makes two editions of it: a short one of the day before, and one of today that marks what is new. */
export async function makeEditions({ store, writer }: CollectedWorld, now: number): Promise<void> {
  const search = openSearch(store.searchSource)
  const { ask, close } = openInProcess({
    store,
    search,
    now: () => now,
    logger: pino({ level: 'silent' }),
  })
  const deps = { store, ask, readQuery: readDigestQuery, now: () => now }
  for (const [daysAgo, size, query] of [
    [1, 8, 'language=en&sort=newest'],
    [0, 20, MORNING.query],
  ] as const) {
    const at = now - daysAgo * DAY_MS
    const date = new Date(at).toISOString().slice(0, 10)
    const edition = await draftEdition({ ...MORNING, size, query }, { date, at: now }, deps)
    const { digest, storyCount } = edition
    await writer.saveEdition({ digest, date, madeAt: at, storyCount, body: JSON.stringify(edition) }, [])
  }
  await close()
  await search.close()
}
