import type { Entry } from '../src/model/entry.ts'
import { type EpochMs, HOUR_MS } from '../src/model/time.ts'
import { emptyEntry } from '../src/sources/kind.ts'

/** An entry that says nothing but what it is given. */
export { emptyEntry as anEntry }

/** Makes entries that tell of a bridge two hours before `now`, but for what they are given. */
export function bridgeEntries(now: EpochMs): (changes: Partial<Entry>) => Entry {
  return (changes) =>
    emptyEntry({
      guid: 'g1',
      url: 'https://tide.example/bridge',
      title: 'A bridge opens over the Arn',
      summaryHtml: 'The first cars crossed at noon.',
      publishedAt: now - 2 * HOUR_MS,
      language: 'en',
      ...changes,
    })
}
