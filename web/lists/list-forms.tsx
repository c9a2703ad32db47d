import { useLink, usePage } from '../page-context.ts'
import { addressOf } from '../place.ts'
import { filtersOf } from './filters.ts'

/** This list for other readers: as a feed, and as the call that any program can make. */
export function ListForms({ path }: { readonly path: '/api/items' | '/api/search' }) {
  const { words, place } = usePage()
  const link = useLink()
  const { q, sort } = place.query
  const filters = { q, ...filtersOf(place.query) }
  return (
    <p class="list-forms">
      <span>{words.list.as}</span>
      <a href={link(addressOf('/feed/rss', filters))}>RSS</a>
      <a href={link(addressOf('/feed/atom', filters))}>Atom</a>
      <a href={link(addressOf('/feed/json', filters))}>JSON Feed</a>
      <a href={link(addressOf(path, { ...filters, sort }))}>{words.list.call}</a>
    </p>
  )
}
