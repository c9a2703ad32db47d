import type { Api } from '../api/api.ts'
import { ActiveFilters } from '../lists/active-filters.tsx'
import { type Facets, loadFacets } from '../lists/facets.ts'
import { FilterBar } from '../lists/filter-bar.tsx'
import { filtersOf, isFiltered } from '../lists/filters.ts'
import { ItemList } from '../lists/item-list.tsx'
import { type ListAddress, type FirstPage, loadFirst } from '../lists/list-data.ts'
import { ListForms } from '../lists/list-forms.tsx'
import { ListTools } from '../lists/list-tools.tsx'
import { useLink, usePage } from '../page-context.ts'
import type { PageLocation, Query } from '../page-location.ts'
import { type CollectionState, loadState } from '../parts/collection-state.ts'
import { NothingYet } from '../parts/nothing-yet.tsx'
import { Note, RefusedNote } from '../parts/problem-note.tsx'
import type { BodyProps, View } from '../view.tsx'
import { codeName, nameOf, type Words } from '../words/words.ts'

interface ListData extends FirstPage {
  readonly facets: Facets
  /** Explains a list that is empty without any filter. */
  readonly state: CollectionState | null
}

const ORDERS = ['newest', 'oldest', 'score', 'hot'] as const

/** All items, with every filter of the API. */
export const list: View<ListData> = {
  path: '/list',
  load,
  title: ({ facets }, words, { query }) => titleOf(facets, words, query) || words.nav.list,
  feed: filtersOf,
  refusal: ({ refused }) => refused,
  Body: ListBody,
}

/** The names that the list is limited to. */
function titleOf({ sources }: Facets, words: Words, query: Query): string {
  const chosen = (name: string) => (query[name] ?? '').split(',').filter((one) => /^[^-]/.test(one))
  return [
    ...chosen('source').map((id) => sources.find(({ value }) => value === id)?.label ?? id),
    ...chosen('category').map((category) => nameOf(category, words.categories)),
    ...chosen('region').map((code) => codeName(code, 'region', words)),
    ...chosen('language').map((code) => codeName(code, 'language', words)),
  ].join(', ')
}

function addressAt({ query }: PageLocation): ListAddress {
  return { path: '/api/items', parameters: { ...filtersOf(query), sort: query['sort'] } }
}

async function load(api: Api, pageLocation: PageLocation): Promise<ListData> {
  const [first, facets] = await Promise.all([
    loadFirst(api, addressAt(pageLocation), pageLocation.query['cursor']),
    loadFacets(api, pageLocation.query['source']),
  ])
  const isEmpty = first.page.items.length === 0 && !isFiltered(pageLocation.query)
  return { ...first, facets, state: isEmpty ? await loadState(api) : null }
}

function ListBody({ data: { page, refused, facets, state }, pageLocation }: BodyProps<ListData>) {
  const { words, visit } = usePage()
  return (
    <div class="list">
      <div class="list-head">
        <h1>{words.nav.list}</h1>
        <p class="list-total" role="status">
          {words.list.total(page.total)}
        </p>
        <ListForms path="/api/items" />
      </div>
      <FilterBar facets={facets} orders={ORDERS} order="newest" isRefused={refused !== null} />
      <div class="list-body">
        <ListTools />
        <ActiveFilters facets={facets} />
        {page.items.length > 0 && (
          <ItemList key={visit} address={addressAt(pageLocation)} first={page} label={words.nav.list} />
        )}
        {page.items.length === 0 &&
          (refused !== null ? (
            <RefusedNote problem={refused} />
          ) : isFiltered(pageLocation.query) ? (
            <NothingPasses />
          ) : (
            <NothingYet state={state} />
          ))}
      </div>
    </div>
  )
}

function NothingPasses() {
  const { words } = usePage()
  const link = useLink()
  return (
    <Note title={words.nothing.filtered}>
      <p>
        {words.nothing.filteredTry} <a href={link('/list')}>{words.filters.dropAll}</a>
      </p>
    </Note>
  )
}
