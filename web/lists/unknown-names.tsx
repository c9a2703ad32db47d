import { usePage } from '../page-context.ts'
import { changed } from '../page-location.ts'
import { codeName, nameOf } from '../words/words.ts'
import type { Facets } from './facets.ts'

/** Names that are offered in place of one, at most. */
const OFFERED = 12

/** Says which names in the address nothing here has, and which there are. */
export function UnknownNames({ facets }: { readonly facets: Facets }) {
  const { words, pageLocation, link } = usePage()
  const { filters } = words
  const kinds = [
    ['category', facets.categories, (slug: string) => nameOf(slug, words.categories)],
    ['language', facets.languages, (code: string) => codeName(code, 'language', words)],
    ['region', facets.regions, (code: string) => codeName(code, 'region', words)],
    ['source', facets.sources, (id: string) => facets.sources.find(({ value }) => value === id)?.label ?? id],
  ] as const
  return (
    <>
      {kinds.map(([name, known, toName]) => {
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
                    {toName(facet.value)}
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
