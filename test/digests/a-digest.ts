import { type Digest, WEEKDAYS } from '../../src/model/digest.ts'
import { HOUR_MS } from '../../src/model/time.ts'

/** A digest as the settings give it where they name it alone, with changes. */
export function aDigest(changes: Partial<Digest> = {}): Digest {
  return {
    name: 'morning',
    title: 'The morning',
    query: 'distinct=story',
    windowMs: 24 * HOUR_MS,
    size: 20,
    sections: 'none',
    at: '07:00',
    days: WEEKDAYS,
    timeZone: 'UTC',
    language: 'en',
    whenEmpty: 'send',
    send: [],
    ...changes,
  }
}
