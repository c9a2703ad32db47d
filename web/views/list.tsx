import type { Api } from '../api/api.ts'
import { ActiveFilters } from '../lists/active-filters.tsx'
import { chosenNames } from '../lists/chosen-names.ts'
import { type Facets, loadFacets } from '../lists/facets.ts'
import { FilterBar } from '../lists/filter-bar.tsx'
import { filtersOf, isFiltered, queryOfList } from '../lists/filters.ts'
import { ItemList } from '../lists/item-list.tsx'
import { cardOf, type ListAddress, type FirstPage, loadFirst } from '../lists/list-data.ts'
import { ListForms } from '../lists/list-forms.tsx'
import { ListTools } from '../lists/list-tools.tsx'
import { UnknownNames } from '../lists/unknown-names.tsx'
import { usePage } from '../page-context.ts'
import type { PageLocation } from '../page-location.ts'
import { type CollectionState, loadState, NothingYet } from '../parts/nothing-yet.tsx'
import { Note, RefusedNote } from '../parts/problem-note.tsx'
import type { BodyProps, View } from '../view.tsx'
import type { Words } from '../words/words.ts'

interface ListData extends FirstPage {
  readonly facets: Facets
  /** Explains an empty list without filters. */
  readonly state: CollectionState | null
}

const ORDERS = ['newest', 'oldest', 'score', 'hot'] as const

/** All items, with every filter of the API. */
export const list: View<ListData> = {
  path: '/list',
  load,
  title: titleOf,
  feed: filtersOf,
  query: queryOfList,
  card: ({ page }) => cardOf(page.items),
  refusal: ({ refused }) => refused,
  Body: ListBody,
}

function titleOf({ facets }: Pick<ListData, 'facets'>, words: Words, { query }: PageLocation): string {
  return chosenNames(facets, words, query) || words.nav.list
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
        <h1>{titleOf({ facets }, words, pageLocation)}</h1>
        <p class="list-total" role="status">
          {words.list.total(page.total)}
        </p>
        <ListForms path="/api/items" />
      </div>
      <FilterBar facets={facets} orders={ORDERS} isRefused={refused !== null} />
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
            <NothingPasses facets={facets} />
          ) : (
            <NothingYet state={state} />
          ))}
      </div>
    </div>
  )
}

function NothingPasses({ facets }: Pick<ListData, 'facets'>) {
  const { words, link } = usePage()
  return (
    <Note title={words.nothing.filtered}>
      <UnknownNames facets={facets} />
      <p>
        {words.nothing.filteredTry} <a href={link('/list')}>{words.filters.dropAll}</a>
      </p>
    </Note>
  )
}
