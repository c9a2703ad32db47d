import type { Source } from '../src/model/source.ts'
import { HOUR_MS } from '../src/model/time.ts'

/** A feed as ordinary as can be. */
export function aSource(id: string, changes: Partial<Source> = {}): Source {
  return {
    id,
    name: `The ${id}`,
    type: 'feed',
    url: `https://${id}.example/feed.xml`,
    category: 'general',
    region: null,
    language: 'en',
    weight: 1,
    enabled: true,
    everyMs: HOUR_MS,
    ...changes,
  }
}
