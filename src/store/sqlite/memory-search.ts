import { type ItemFilter, type SearchOrder, type Window } from '../../domain/filter.ts'
import type { QueryNode } from '../../domain/search.ts'
import type { EpochMs } from '../../domain/time.ts'
import { type Columns, SCORE_STEPS } from '../columns/columns.ts'
import { hotColumn } from '../columns/ranked-page.ts'
import { isByFacet, itemTest, passes } from '../columns/item-test.ts'
import type { ItemText, SearchRequest } from '../search-index/request.ts'
import type { SearchIndex } from '../search-index/search-index.ts'
import type { FoundSelection } from '../read-store.ts'
import { facetTest } from './search-condition.ts'

export interface MemorySearch {
  readonly index: SearchIndex
  readonly columns: Columns
  readonly textOf: (id: number) => ItemText | undefined
}

export interface Asked {
  readonly filter: ItemFilter
  readonly order: SearchOrder
  readonly window: Window
  readonly now: EpochMs
  /** Whether each hit tells what its worth is made of. */
  readonly explain?: boolean
  /** Whether only items with all the words count. */
  readonly allWords?: boolean
  /** Whether good hits will do, and nobody asks how many there are. */
  readonly uncounted?: boolean
}

/** Answers from the index in memory, filtered and ordered by the columns. */
export function searchMemory(
  { index, columns, textOf }: MemorySearch,
  query: QueryNode,
  asked: Asked,
): FoundSelection {
  const { filter, order, window, now, explain = false, allWords = false, uncounted = false } = asked
  return index.search(query, {
    window,
    now,
    explain,
    allWords,
    uncounted,
    textOf,
    ...accepting(columns, filter),
    ...(order === 'relevance' ? {} : { orderBy: valueOf(columns, order, filter.distinctStory) }),
    ...(filter.distinctStory ? onePerStory(columns, order) : {}),
    tests: {
      property: (field, text, prefix) =>
        field === 'title' || field === 'author' || field === 'site'
          ? () => false
          : testOf(columns, facetTest(columns, field, text, prefix)),
      published: (kind, at) =>
        testOf(columns, (slot) =>
          kind === 'before' ? (columns.publishedAt[slot] ?? 0) < at : (columns.publishedAt[slot] ?? 0) >= at,
        ),
    },
  })
}

/** By relevance a story is shown by what answers best, else by what stands for it. */
function onePerStory(columns: Columns, order: SearchOrder): Pick<SearchRequest, 'storyOf' | 'represents'> {
  const storyOf = bySlot(columns, (slot) => columns.story[slot] ?? 0)
  if (order === 'relevance') return { storyOf }
  return {
    storyOf,
    represents: testOf(columns, (slot) => columns.representativeOf(columns.story[slot] ?? 0) === slot),
  }
}

/** Nothing where every item passes: most searches have no filter. */
function accepting(columns: Columns, filter: ItemFilter): Pick<SearchRequest, 'accepts'> {
  const test = itemTest(columns, filter)
  if (test.anyFacet && isByFacet(test)) return {}
  return { accepts: testOf(columns, (slot) => passes(columns, test, slot)) }
}

function valueOf(
  columns: Columns,
  order: Exclude<SearchOrder, 'relevance'>,
  distinctStory: boolean,
): (id: number) => number {
  if (order === 'score') return bySlot(columns, (slot) => (columns.score[slot] ?? 0) / SCORE_STEPS)
  const column =
    order === 'hot'
      ? hotColumn(columns, distinctStory)
      : order === 'firstSeen'
        ? columns.firstSeenAt
        : columns.rankedAt
  return bySlot(columns, (slot) => column[slot] ?? 0)
}

function testOf(columns: Columns, test: (slot: number) => boolean): (id: number) => boolean {
  return (id) => {
    const slot = columns.slotOf(id)
    return slot !== undefined && test(slot)
  }
}

function bySlot(columns: Columns, value: (slot: number) => number): (id: number) => number {
  return (id) => {
    const slot = columns.slotOf(id)
    return slot === undefined ? 0 : value(slot)
  }
}
