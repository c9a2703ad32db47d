import { usePage } from '../page-context.ts'
import { changed } from '../page-location.ts'
import type { Words } from '../words/words.ts'
import { type Facets, NAMED, valueNames } from './facets.ts'
import { type FilterName, FILTERS, isFiltered } from './filters.ts'

export function ActiveFilters({ facets }: { readonly facets: Facets }) {
  const { words, pageLocation, link } = usePage()
  if (!isFiltered(pageLocation.query)) return null
  const { q } = pageLocation.query
  return (
    <ul class="active-filters" aria-label={words.filters.active}>
      {FILTERS.map((name) => {
        const value = pageLocation.query[name]
        if (value === undefined) return null
        const shown = `${words.filters[name]}: ${valueText(name, value, facets, words)}`
        return (
          <li key={name}>
            <a
              href={link(changed(pageLocation, { [name]: undefined, cursor: undefined }))}
              title={words.filters.drop}
            >
              <span dir="auto">{shown}</span> <span aria-hidden="true">×</span>
              <span class="visually-hidden">({words.filters.drop})</span>
            </a>
          </li>
        )
      })}
      <li>
        <a class="plain" href={link(pageLocation.path, { q })}>
          {words.filters.dropAll}
        </a>
      </li>
    </ul>
  )
}

export function valueText(name: FilterName, value: string, facets: Facets, words: Words): string {
  if (name === 'distinct') return words.filters.yes
  const named = NAMED.find((one) => one === name)
  return named === undefined ? value : valueNames(named, value, facets, words).join(', ')
}
