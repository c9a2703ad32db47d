import { hostileQuery } from '../../test/api/hostile-queries.ts'
import { fc } from '../../test/properties.ts'

/** The same 2,000 each time; as long as a request may be. */
export function hostileQueries(): string[] {
  return fc.sample(hostileQuery(), { numRuns: 2_000, seed: 20_260_601 }).map((query) => query.slice(0, 500))
}
