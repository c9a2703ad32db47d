import type { Api } from '../api/api.ts'
import { Problem } from '../api/problem.ts'
import { ActiveFilters } from '../lists/active-filters.tsx'
import { type Facets, loadFacets } from '../lists/facets.ts'
import { FilterBar } from '../lists/filter-bar.tsx'
import { filtersOf } from '../lists/filters.ts'
import { ItemList } from '../lists/item-list.tsx'
import { type ListAddress, type FirstPage, loadFirst } from '../lists/list-data.ts'
import { ListForms } from '../lists/list-forms.tsx'
import { ListTools } from '../lists/list-tools.tsx'
import { usePage } from '../page-context.ts'
import { RefusedNote } from '../parts/trouble-note.tsx'
import type { Place } from '../place.ts'
import type { BodyProps, View } from '../view.tsx'
import { NothingFound } from './search/nothing-found.tsx'
import { Operators } from './search/operators.tsx'
import { RepairNote } from './search/repair-note.tsx'

interface SearchData {
  /** `null` where nothing was asked, or nothing that can be looked for. */
  readonly found: FirstPage | null
  readonly facets: Facets
}

const ORDERS = ['relevance', 'newest', 'score', 'hot'] as const

/** What matches a query, best first, with every filter. */
export const search: View<SearchData> = {
  path: '/search',
  load,
  title: (_, words, { query }) =>
    query['q'] === undefined ? words.nav.search : words.search.title(query['q']),
  refusal: ({ found }) => found?.refused ?? null,
  Body: SearchBody,
}

function addressAt({ query }: Place): ListAddress {
  return {
    path: '/api/search',
    parameters: { q: query['q'], ...filtersOf(query), sort: query['sort'] },
  }
}

async function load(api: Api, place: Place): Promise<SearchData> {
  const [found, facets] = await Promise.all([find(api, place), loadFacets(api, place.query['source'])])
  return { found, facets }
}

async function find(api: Api, place: Place): Promise<FirstPage | null> {
  if (place.query['q'] === undefined) return null
  try {
    return await loadFirst(api, addressAt(place), place.query['cursor'])
  } catch (error) {
    if (error instanceof Problem && error.trouble.code === 'queryInvalid') return null
    throw error
  }
}

function SearchBody({ data: { found, facets }, place }: BodyProps<SearchData>) {
  const { words, visit } = usePage()
  const q = place.query['q']
  if (found === null) {
    return (
      <div class="search-help">
        <h1>{words.nav.search}</h1>
        <p class="summary">{q === undefined ? words.search.ask : words.search.nothingAsked}</p>
        <Operators />
      </div>
    )
  }
  const { page, refused } = found
  return (
    <div class="list">
      <div class="list-head">
        <h1 dir="auto">{q}</h1>
        <p class="list-total" role="status">
          {words.search.total(page.total)}
        </p>
        <ListForms path="/api/search" />
      </div>
      <FilterBar facets={facets} orders={ORDERS} order="relevance" isRefused={refused !== null}>
        <input type="hidden" name="q" value={q} />
      </FilterBar>
      <div class="list-body">
        <ListTools />
        <ActiveFilters facets={facets} />
        <RepairNote repair={page} />
        {refused !== null && <RefusedNote trouble={refused} />}
        {refused === null && page.items.length === 0 && <NothingFound />}
        {page.items.length > 0 && (
          <ItemList key={visit} address={addressAt(place)} first={page} label={words.search.found} />
        )}
      </div>
    </div>
  )
}
