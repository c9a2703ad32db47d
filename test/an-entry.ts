import { blankEntry } from '../src/collect/blank-entry.ts'
import type { Entry } from '../src/domain/entry.ts'
import { type EpochMs, HOUR_MS } from '../src/domain/time.ts'

/** An entry that says nothing but what it is given. */
export { blankEntry as anEntry }

/** Makes entries that tell of a bridge two hours before `now`, but for what they are given. */
export function bridgeEntries(now: EpochMs): (changes: Partial<Entry>) => Entry {
  return (changes) =>
    blankEntry({
      guid: 'g1',
      url: 'https://tide.example/bridge',
      title: 'A bridge opens over the Arn',
      summaryHtml: 'The first cars crossed at noon.',
      publishedAt: now - 2 * HOUR_MS,
      language: 'en',
      ...changes,
    })
}
