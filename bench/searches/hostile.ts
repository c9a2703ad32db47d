import { hostileQuery } from '../../test/api/hostile-queries.ts'
import { fc } from '../../test/properties.ts'

/** Gives the same 2,000 queries in every run, cut to the maximum length of a query. */
export function hostileQueries(): string[] {
  return fc.sample(hostileQuery(), { numRuns: 2_000, seed: 20_260_601 }).map((query) => query.slice(0, 500))
}
