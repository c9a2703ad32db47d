import type { Database } from 'better-sqlite3'
import type { ItemFilter, SearchOrder, Window } from '../../domain/filter.ts'
import type { QueryNode } from '../../domain/search.ts'
import { STEM_LANGUAGES, primaryLanguage } from '../../domain/text/stem.ts'
import { type EpochMs, HOUR_MS } from '../../domain/time.ts'
import type { Columns } from '../columns/columns.ts'
import { itemTest, passes } from '../columns/item-test.ts'
import { type RankedSlots, pageOf } from '../columns/ranked-page.ts'
import type { FoundSelection } from '../store.ts'
import { type ConditionDeps, conditionOf, expressionOf, asTest } from './search-condition.ts'
import { prepareAll } from './statements.ts'

/** How much a word counts by where it stands: title, summary, labels, author, site, content. */
const WEIGHTS = '10, 4, 2, 2, 0, 1'

export const SEARCH_SQL = {
  ranked: `SELECT rowid, -bm25(search, ${WEIGHTS}) FROM search WHERE search MATCH ?`,
  found: 'SELECT rowid FROM search WHERE search MATCH ?',
} as const

/** What an item is worth falls to half its worth with age, in half-lives of so long. */
const RECENCY_HALF_LIFE_MS = 72 * HOUR_MS

/** Search over the full-text table, filtered and ordered by the columns. */
export class SearchReads {
  readonly #sql

  constructor(db: Database) {
    this.#sql = prepareAll(db, SEARCH_SQL)
    this.#sql.ranked.raw()
    this.#sql.found.pluck()
  }

  search(
    columns: Columns,
    query: QueryNode,
    filter: ItemFilter,
    order: SearchOrder,
    window: Window,
    now: EpochMs,
  ): FoundSelection {
    const found = this.#find(columns, query, filter, now)
    return pageOf(columns, found, order, filter.distinctStory, window)
  }

  #find(columns: Columns, query: QueryNode, filter: ItemFilter, now: EpochMs): RankedSlots {
    const found: RankedSlots = { slots: [], worth: [] }
    const deps: ConditionDeps = {
      columns,
      languages: stemLanguages(columns),
      find: (match) => this.#slotsFound(columns, match),
    }
    const condition = conditionOf(query, deps)
    if (condition === undefined) return found

    const filtered = itemTest(columns, filter)
    const expression = expressionOf(condition)
    const test = expression === undefined ? asTest(condition, deps) : condition.test
    const take = (slot: number, rank: number): void => {
      if (!passes(columns, filtered, slot) || (test !== undefined && !test(slot))) return
      found.slots.push(slot)
      found.worth.push(rank * recency(columns.publishedAt[slot] ?? 0, now))
    }

    if (expression === undefined) {
      for (const slot of columns.newest.view()) take(slot, 1)
    } else {
      for (const [id, rank] of this.#sql.ranked.all(expression) as [number, number][]) {
        const slot = columns.slotOf(id)
        if (slot !== undefined) take(slot, rank)
      }
    }
    return found
  }

  #slotsFound(columns: Columns, match: string): Uint8Array {
    const found = new Uint8Array(columns.end)
    for (const id of this.#sql.found.all(match) as number[]) {
      const slot = columns.slotOf(id)
      if (slot !== undefined) found[slot] = 1
    }
    return found
  }
}

function recency(publishedAt: EpochMs, now: EpochMs): number {
  return 0.5 + 0.5 * 2 ** (-Math.max(0, now - publishedAt) / RECENCY_HALF_LIFE_MS)
}

function stemLanguages(columns: Columns): string[] {
  const languages = new Set<string>()
  for (const { facet } of columns.facets.live()) languages.add(primaryLanguage(facet.language))
  return STEM_LANGUAGES.filter((language) => languages.has(language))
}
