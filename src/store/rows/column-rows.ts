import { getOrInsert } from '../../model/get-or-insert.ts'
import { coverageLift } from '../../model/score.ts'
import type { Columns } from '../columns/columns.ts'
import type { ColumnRow } from '../columns/item-columns.ts'
import { sourceKeys } from './item-row.ts'
import type { StoreNames } from './store-names.ts'

/** Item columns that the columns need. Append new ones: `follow/column-reads.ts` destructures the first by position. */
export const ROW_COLUMNS = `id, published_at, ranked_at, hot, score, story_id, facet_id, source_id, also_in,
  coverage, first_seen_at, publisher, share, engagement, points, reading_minutes`

export type RawColumnRow = readonly [
  id: number,
  publishedAt: number,
  rankedAt: number | null,
  hot: number,
  score: number,
  storyId: number,
  facet: number,
  source: number,
  alsoIn: string | null,
  coverage: number,
  firstSeenAt: number,
  publisher: string,
  share: number,
  engagement: number,
  points: number | null,
  readingMinutes: number,
]

/** Above any number of sources, to combine the numbers of a facet and a source in one key. */
const SOURCE_NUMBERS = 2 ** 24

/** Converts item rows to rows of the columns. Assigns facet codes. */
export class ColumnRows {
  readonly #columns: Columns
  readonly #names: StoreNames
  /** Facet codes by facet and sources. With one source, as for most items, the key is a number, which is faster. */
  readonly #codes = new Map<number | string, number>()

  constructor(columns: Columns, names: StoreNames) {
    this.#columns = columns
    this.#names = names
  }

  of(row: RawColumnRow): ColumnRow {
    const [id, publishedAt, rankedAt, hot, score, storyId, facet, source, alsoIn, coverage, firstSeenAt] = row
    return {
      id,
      publishedAt,
      rankedAt: rankedAt ?? publishedAt,
      firstSeenAt,
      hot,
      lift: coverageLift(coverage),
      score,
      storyId,
      facet: this.#code(facet, source, alsoIn),
      publisher: row[11],
      share: row[12],
      engagement: row[13],
      points: Math.min(row[14] ?? 0, 2 ** 32 - 1),
      minutes: Math.min(row[15], 2 ** 16 - 1),
      isUndated: rankedAt !== null,
    }
  }

  #code(facet: number, source: number, alsoIn: string | null): number {
    const key = alsoIn === null ? facet * SOURCE_NUMBERS + source : `${facet} ${source} ${alsoIn}`
    return getOrInsert(this.#codes, key, () => {
      const sources = alsoIn === null ? [source] : [source, ...sourceKeys(alsoIn)]
      const slugs = sources.map((each) => this.#names.source(each).slug)
      return this.#columns.facets.code({ ...this.#names.facet(facet), sources: slugs })
    })
  }
}
