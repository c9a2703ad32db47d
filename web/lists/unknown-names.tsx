import { usePage } from '../page-context.ts'
import { changed } from '../page-location.ts'
import { type Facets, valueName } from './facets.ts'

/** Alternatives offered for an unknown name. */
const OFFERED = 12

/** Lists names in the address that nothing has, and existing ones instead. */
export function UnknownNames({ facets }: { readonly facets: Facets }) {
  const { words, pageLocation, link } = usePage()
  const { filters } = words
  const kinds = [
    ['category', facets.categories],
    ['language', facets.languages],
    ['region', facets.regions],
    ['source', facets.sources],
  ] as const
  return (
    <>
      {kinds.map(([name, known]) => {
        const isKnown = (value: string) =>
          known.some((facet) => facet.value === value.replace(/^-/, '').toLowerCase())
        const value = pageLocation.query[name]?.split(',').find((one) => !isKnown(one))
        if (value === undefined || (name === 'source' && facets.hasMoreSources)) return null
        return (
          <div key={name} role="alert">
            <p>
              {words.problem.unknown(filters[name], value)} {known.length > 0 && words.problem.allowedValues}
            </p>
            <ul class="tries">
              {known.slice(0, OFFERED).map((facet) => (
                <li key={facet.value}>
                  <a href={link(changed(pageLocation, { [name]: facet.value, cursor: undefined }))}>
                    {valueName(name, facet.value, facets, words)}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </>
  )
}
