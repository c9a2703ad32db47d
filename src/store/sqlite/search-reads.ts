import type { Database } from 'better-sqlite3'
import type { ItemFilter } from '../../domain/filter.ts'
import type { QueryNode } from '../../domain/search.ts'
import { STEM_LANGUAGES, primaryLanguage } from '../../domain/text/stem.ts'
import { type EpochMs, SECOND_MS } from '../../domain/time.ts'
import type { Columns } from '../columns/columns.ts'
import { itemTest, passes } from '../columns/item-test.ts'
import { type RankedSlots, pageOf } from '../columns/ranked-page.ts'
import type { FoundSelection } from '../read-store.ts'
import { RECENCY_HALF_LIFE_SECONDS } from '../search-index/document.ts'
import { relax } from '../search-index/relax.ts'
import { type ItemText, TEXT_CHARS } from '../search-index/request.ts'
import { ENOUGH_FOR_SENTENCE, isSentence } from '../search-index/sentence.ts'
import { type Asked, searchMemory } from './memory-search.ts'
import type { SearchKeeper } from './search-keeper.ts'
import { type ConditionDeps, conditionOf, expressionOf, asTest } from './search-condition.ts'
import { prepareAll } from './statements.ts'

/** How much a word counts by where it stands: title, summary, labels, author, site, content. */
const WEIGHTS = '10, 4, 2, 2, 0, 1'

export const SEARCH_SQL = {
  ranked: `SELECT rowid, -bm25(search, ${WEIGHTS}) FROM search WHERE search MATCH ?`,
  found: 'SELECT rowid FROM search WHERE search MATCH ?',
  text: `SELECT title, summary, substr(coalesce(text, html), 1, ${TEXT_CHARS}) FROM items
    LEFT JOIN contents ON item_id = id WHERE id = ?`,
} as const

/** Items up to which FTS5 is asked for any of many words: of more, that takes a second. */
const MOST_RELAXED = 200_000

type TextRow = readonly [title: string, summary: string, content: string | null]

/** Searches: from the index in memory, or over the full-text table where that is not there. */
export class SearchReads {
  readonly #sql
  readonly #index: SearchKeeper | undefined

  constructor(db: Database, index?: SearchKeeper) {
    this.#sql = prepareAll(db, SEARCH_SQL)
    this.#sql.ranked.raw()
    this.#sql.found.pluck()
    this.#sql.text.raw()
    this.#index = index
  }

  search(columns: Columns, query: QueryNode, asked: Asked): FoundSelection {
    const index = this.#index?.current()
    if (index === undefined) return { ...this.#searchTableRelaxed(columns, query, asked), provisional: true }
    return searchMemory({ index, columns, textOf: (id) => this.#textOf(columns, id) }, query, asked)
  }

  #searchTableRelaxed(columns: Columns, query: QueryNode, asked: Asked): FoundSelection {
    const found = this.searchTable(columns, query, asked)
    if (asked.allWords === true) return found
    const enough = asked.order === 'relevance' && isSentence(query) ? ENOUGH_FOR_SENTENCE : 1
    const relaxed = found.total < enough && columns.size <= MOST_RELAXED ? relax(query) : undefined
    if (relaxed === undefined) return found
    const any = this.searchTable(columns, relaxed, asked)
    return any.total === 0 ? found : { ...any, relaxed: true, answered: relaxed }
  }

  /** By FTS5 alone: what a start without an index answers, and what the index is held against. */
  searchTable(columns: Columns, query: QueryNode, { filter, order, window, now }: Asked): FoundSelection {
    const found = this.#find(columns, query, filter, now)
    return pageOf(columns, found, order, filter.distinctStory, window)
  }

  #textOf(columns: Columns, id: number): ItemText | undefined {
    const slot = columns.slotOf(id)
    const row = this.#sql.text.get(id) as TextRow | undefined
    if (slot === undefined || row === undefined) return undefined
    const [title, summary, content] = row
    return {
      title,
      text: content !== null && content.length > summary.length ? content : summary,
      language: columns.facets.facetOf(columns.facet[slot] ?? 0)?.language ?? null,
    }
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
      found.worth.push(rank * recency(columns.rankedAt[slot] ?? 0, now))
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

/** From 1 to a half with age. */
function recency(publishedAt: EpochMs, now: EpochMs): number {
  return 0.5 + 0.5 * 2 ** (-Math.max(0, now - publishedAt) / (RECENCY_HALF_LIFE_SECONDS * SECOND_MS))
}

function stemLanguages(columns: Columns): string[] {
  const languages = new Set<string>()
  for (const { facet } of columns.facets.live()) languages.add(primaryLanguage(facet.language))
  return STEM_LANGUAGES.filter((language) => languages.has(language))
}
