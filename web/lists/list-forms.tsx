import type { Parameters } from '../api/api.ts'
import { FEEDS } from '../feed-links.ts'
import { usePage } from '../page-context.ts'
import { filtersOf } from './filters.ts'

/** Links to the list as feeds and as an API request. */
export function ListForms({ path }: { readonly path: '/api/items' | '/api/search' }) {
  const { words, pageLocation, link } = usePage()
  const { q, sort } = pageLocation.query
  const filters = { q, ...filtersOf(pageLocation.query) }
  return (
    <p class="list-forms">
      <span>{words.list.as}</span>
      <FeedForms parameters={filters} />
      <a href={link(path, { ...filters, sort })}>{words.list.call}</a>
    </p>
  )
}

/** Links to a view's content as feeds. */
export function FeedForms({ parameters }: { readonly parameters: Parameters }) {
  const { feedLink } = usePage()
  return FEEDS.map(([name, path]) => (
    <a key={path} href={feedLink(path, parameters)}>
      {name}
    </a>
  ))
}
