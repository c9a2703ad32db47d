import type { Api } from '../api/api.ts'
import { ProblemError } from '../api/problem.ts'
import { ActiveFilters } from '../lists/active-filters.tsx'
import { chosenNames } from '../lists/chosen-names.ts'
import { type Facets, loadFacets } from '../lists/facets.ts'
import { FilterBar } from '../lists/filter-bar.tsx'
import { filtersOf, isFiltered, queryOfList } from '../lists/filters.ts'
import { ItemList } from '../lists/item-list.tsx'
import { cardOf, type ListAddress, type FirstPage, loadFirst, type Repair } from '../lists/list-data.ts'
import { ListForms } from '../lists/list-forms.tsx'
import { ListTools } from '../lists/list-tools.tsx'
import { UnknownNames } from '../lists/unknown-names.tsx'
import { usePage } from '../page-context.ts'
import { type PageLocation, type Query, changed } from '../page-location.ts'
import { RefusedNote, Note } from '../parts/problem-note.tsx'
import type { BodyProps, View } from '../view.tsx'
import type { Words } from '../words/words.ts'
import { Operators } from './search/operators.tsx'

interface SearchData {
  /** `null` if the query is empty or has nothing to search for. */
  readonly results: FirstPage | null
  readonly facets: Facets
}

const ORDERS = ['relevance', 'newest', 'score', 'hot'] as const

/** Hits of a query, best first, with every filter. */
export const search: View<SearchData> = {
  path: '/search',
  load,
  title: ({ facets }, words, { query }) =>
    query['q'] === undefined ? words.nav.search : words.search.title(headingOf(facets, words, query)),
  feed: (query) => ({ q: query['q'], ...filtersOf(query) }),
  query: queryOfList,
  card: ({ results }) => cardOf(results?.page.items ?? []),
  refusal: ({ results }) => results?.refused ?? null,
  Body: SearchBody,
}

/** `rivers, Science, last 3 days` */
function headingOf(facets: Facets, words: Words, query: Query): string {
  return [query['q'], chosenNames(facets, words, query)].filter(Boolean).join(', ')
}

function addressAt({ query }: PageLocation): ListAddress {
  return { path: '/api/search', parameters: queryOfList(query) }
}

async function load(api: Api, pageLocation: PageLocation): Promise<SearchData> {
  const [results, facets] = await Promise.all([
    find(api, pageLocation),
    loadFacets(api, pageLocation.query['source']),
  ])
  return { results, facets }
}

async function find(api: Api, pageLocation: PageLocation): Promise<FirstPage | null> {
  if (pageLocation.query['q'] === undefined) return null
  try {
    return await loadFirst(api, addressAt(pageLocation), pageLocation.query['cursor'])
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code === 'queryInvalid') return null
    throw error
  }
}

function SearchBody({ data: { results, facets }, pageLocation }: BodyProps<SearchData>) {
  const { words, visit } = usePage()
  const q = pageLocation.query['q']
  if (results === null) {
    return (
      <div class="search-help">
        <h1>{words.nav.search}</h1>
        <p class="summary">{q === undefined ? words.search.ask : words.search.emptyQuery}</p>
        <Operators />
      </div>
    )
  }
  const { page, refused } = results
  return (
    <div class="list">
      <div class="list-head">
        <h1 dir="auto">{headingOf(facets, words, pageLocation.query)}</h1>
        <p class="list-total" role="status">
          {words.search.total(page.total)}
        </p>
        <ListForms path="/api/search" />
      </div>
      <FilterBar facets={facets} orders={ORDERS} isRefused={refused !== null}>
        <input type="hidden" name="q" value={q} />
      </FilterBar>
      <div class="list-body">
        <ListTools />
        <ActiveFilters facets={facets} />
        <RepairNote repair={page} />
        {refused !== null && <RefusedNote problem={refused} />}
        {refused === null && page.items.length === 0 && <NothingFound facets={facets} />}
        {page.items.length > 0 && (
          <ItemList key={visit} address={addressAt(pageLocation)} first={page} label={words.search.found} />
        )}
      </div>
    </div>
  )
}

/** Advice if nothing matched, depending on the query. */
function NothingFound({ facets }: Pick<SearchData, 'facets'>) {
  const { words, pageLocation, link } = usePage()
  const q = pageLocation.query['q'] ?? ''
  const loose = q
    .replaceAll(/["*]|\b[a-z]+:|(?:^|\s)-\S+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const several = loose.split(' ')
  return (
    <Note title={words.search.nothing}>
      <UnknownNames facets={facets} />
      <ul class="tries">
        {isFiltered(pageLocation.query) && (
          <li>
            <a href={link('/search', { q })}>{words.search.tryUnfiltered}</a>
          </li>
        )}
        {loose !== q && loose !== '' && (
          <li>
            {words.search.tryLoose} <a href={link('/search', { q: loose })}>{loose}</a>
          </li>
        )}
        {several.length > 1 && (
          <li>
            {words.search.tryAny}{' '}
            <a href={link('/search', { q: several.join(' OR ') })}>{several.join(' OR ')}</a>
          </li>
        )}
        <li>{words.search.tryFewer}</li>
      </ul>
      <Operators />
    </Note>
  )
}

/** Explains how the search changed the query. */
function RepairNote({ repair: { corrected, relaxed } }: { readonly repair: Repair }) {
  const { words, pageLocation, link } = usePage()
  if (!corrected && relaxed !== true) return null
  return (
    <p class="repair" role="status">
      {corrected && (
        <>
          {words.search.corrected}{' '}
          <a href={link(changed(pageLocation, { q: corrected.to }))} dir="auto">
            <strong>{corrected.to}</strong>
          </a>
          {'. '}
          {words.search.insteadOf} <span dir="auto">“{corrected.from}”</span>.
        </>
      )}
      {relaxed === true && <> {words.search.relaxed}</>}
    </p>
  )
}
