import { EVERYTHING, type ItemFilter, type SearchOrder } from '../model/filter.ts'
import type { SearchSelection, QueryNode, SearchField, SearchOptions } from '../model/search.ts'
import type { EpochMs } from '../model/time.ts'
import type { WalkWindow } from '../model/walk.ts'
import type { Columns } from '../store/columns/columns.ts'
import type { Facet } from '../store/columns/facet.ts'
import { isByFacet, itemPredicate, limits, passes } from '../store/columns/item-predicate.ts'
import { slotOrder } from '../store/columns/slot-order.ts'
import { hasUnknownAge } from '../store/columns/slot-runs.ts'
import type { SearchSource } from '../store/search-source.ts'
import { SearchIndex } from './index/search-index.ts'
import type { SearchRequest } from './request.ts'

interface SearchedItems {
  readonly index: SearchIndex
  readonly columns: Columns
  /** Reads texts for reranking. */
  readonly textsOf?: SearchRequest['textsOf']
}

export interface SelectRequest extends SearchOptions {
  readonly filter: ItemFilter
  readonly order: SearchOrder
  readonly window: WalkWindow
  readonly now: EpochMs
  /** Whether good recent hits suffice and the total is not needed. */
  readonly uncounted?: boolean
}

/** Searches the index. Filters and orders the hits by the columns. */
export function selectItems(
  { index, columns, textsOf }: SearchedItems,
  query: QueryNode,
  { filter, order, ...options }: SelectRequest,
): Promise<SearchSelection> {
  return index.search(query, {
    ...options,
    ...(textsOf === undefined ? {} : { textsOf }),
    ...accepting(columns, filter),
    ...(order === 'relevance' ? {} : { orderBy: valueOf(columns, order, filter.distinctStory) }),
    isByTime: order === 'newest',
    ...(filter.distinctStory ? onePerStory(columns, order) : {}),
    tests: {
      property: (field, text, prefix) => testOf(columns, propertyTest(columns, field, text, prefix)),
      published: (kind, at) =>
        testOf(columns, (slot) =>
          kind === 'before' ? (columns.publishedAt[slot] ?? 0) < at : (columns.publishedAt[slot] ?? 0) >= at,
        ),
    },
  })
}

/** Options for one item per story: its best hit by relevance, else its representative. */
function onePerStory(columns: Columns, order: SearchOrder): Pick<SearchRequest, 'storyOf' | 'represents'> {
  const storyOf = bySlot(columns, (slot) => columns.story[slot] ?? 0)
  if (order === 'relevance') return { storyOf }
  return {
    storyOf,
    represents: testOf(columns, (slot) => columns.representativeOf(columns.story[slot] ?? 0) === slot),
  }
}

/** The test of a filter; nothing if every item passes, as in most searches. */
function accepting(columns: Columns, filter: ItemFilter): Pick<SearchRequest, 'accepts' | 'ranked'> {
  const predicate = itemPredicate(columns, filter)
  if (predicate.mask.isAny && isByFacet(predicate)) return {}
  const accepts = testOf(columns, (slot) => passes(columns, predicate, slot))
  if (!limits(predicate, 'byTime')) return { accepts }
  // An item of unknown age may rank earlier than its publication time.
  const from = hasUnknownAge(columns, predicate) ? -Infinity : predicate.from
  return { accepts, ranked: { from, until: predicate.until } }
}

function valueOf(
  columns: Columns,
  order: Exclude<SearchOrder, 'relevance'>,
  distinctStory: boolean,
): (id: number) => number {
  return bySlot(columns, slotOrder(columns, order, distinctStory).slots.valueOf)
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

/** Makes a test whether the item of a slot has a property that the query requires. */
function propertyTest(
  columns: Columns,
  field: SearchField,
  text: string,
  prefix: boolean,
): (slot: number) => boolean {
  switch (field) {
    case 'tag': {
      const ids = columns.idsWithTag(text.toLowerCase())
      return (slot) => ids.has(columns.idOf(slot))
    }
    case 'story':
      return (slot) => columns.story[slot] === Number(text)
    case 'id':
      return (slot) => columns.idOf(slot) === Number(text)
    case 'title':
    case 'author':
    case 'site':
    case 'has':
      // The index has these.
      return () => false
    case 'source':
    case 'category':
    case 'region':
    case 'lang':
      return facetTest(columns, field, text, prefix)
  }
}

function facetTest(
  columns: Columns,
  field: 'source' | 'category' | 'region' | 'lang',
  text: string,
  prefix: boolean,
): (slot: number) => boolean {
  const wanted = text.trim().toLowerCase()
  const fits = (value: string | null): boolean => {
    const its = value?.toLowerCase()
    return its !== undefined && (prefix ? its.startsWith(wanted) : its === wanted)
  }
  const valuesOf: Record<typeof field, (facet: Facet) => readonly (string | null)[]> = {
    source: (facet) => facet.sources,
    category: (facet) => [facet.category],
    region: (facet) => [facet.region],
    lang: (facet) => [facet.language],
  }
  const mask = columns.facets.maskOf((facet) => valuesOf[field](facet).some(fits))
  return (slot) => mask[columns.facet[slot] ?? 0] === 1
}

/** Adds the tags of a query to the filter, so that they are loaded before the search. */
export function withTags(filter: ItemFilter, query: QueryNode): ItemFilter {
  const tags = tagsOf(query)
  if (tags.length === 0) return filter
  return { ...filter, tag: { ...filter.tag, include: [...filter.tag.include, ...tags] } }
}

function tagsOf(node: QueryNode): string[] {
  if (node.kind === 'and' || node.kind === 'or') return node.children.flatMap(tagsOf)
  if (node.kind === 'not') return tagsOf(node.child)
  const isTag = (node.kind === 'word' || node.kind === 'phrase') && node.field === 'tag'
  return isTag ? [node.text.toLowerCase()] : []
}

/**
 * Tests which of a few items match a query. It indexes only these and does not need the search index. Items must have
 * all words, as with `match=all`. Corrects no word.
 *
 * @param ids at most some hundreds. Deleted items do not match
 */
export function matchItems(
  source: SearchSource,
  query: QueryNode,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  return source.reading(
    async () => {
      const index = new SearchIndex()
      index.put(await source.findDocuments(ids))
      const found = await selectItems({ index, columns: source.columns() }, query, {
        filter: EVERYTHING,
        order: 'newest',
        window: { limit: Math.max(1, ids.length), offset: 0, after: undefined },
        now: 0,
        allWords: true,
      })
      const isExact = found.corrected === undefined && found.relaxed === undefined
      return new Set(isExact ? found.hits.map(({ id }) => id) : [])
    },
    withTags(EVERYTHING, query),
  )
}
