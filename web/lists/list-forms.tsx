import { FEEDS } from '../feed-links.ts'
import { useFeedLink, useLink, usePage } from '../page-context.ts'
import { addressOf } from '../page-location.ts'
import { filtersOf } from './filters.ts'

/** Links to the list as feeds and as an API request. */
export function ListForms({ path }: { readonly path: '/api/items' | '/api/search' }) {
  const { words, pageLocation } = usePage()
  const link = useLink()
  const feedLink = useFeedLink()
  const { q, sort } = pageLocation.query
  const filters = { q, ...filtersOf(pageLocation.query) }
  return (
    <p class="list-forms">
      <span>{words.list.as}</span>
      {FEEDS.map(([name, path]) => (
        <a key={path} href={feedLink(path, filters)}>
          {name}
        </a>
      ))}
      <a href={link(addressOf(path, { ...filters, sort }))}>{words.list.call}</a>
    </p>
  )
}
