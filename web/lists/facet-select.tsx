import type { ComponentChildren } from 'preact'
import { usePage } from '../page-context.ts'
import { codeName, nameOf, type Words } from '../words/words.ts'
import type { Facet } from './facets.ts'

interface FacetSelectProps {
  readonly name: 'category' | 'source' | 'region' | 'language'
  readonly facets: readonly Facet[]
}

/** Filters by one value of a facet. */
export function FacetSelect({ name, facets }: FacetSelectProps) {
  const { words, pageLocation } = usePage()
  const chosen = pageLocation.query[name]
  const isKnown = chosen === undefined || facets.some(({ value }) => value === chosen)
  return (
    <Field name={name} label={words.filters[name]}>
      <select id={`filter-${name}`} name={name}>
        <option value="">{words.filters.any}</option>
        {/* The address may hold several values or an excluded one, which this control cannot offer. */}
        {!isKnown && (
          <option value={chosen} selected>
            {chosen}
          </option>
        )}
        {facets.map((facet) => (
          <option key={facet.value} value={facet.value} selected={facet.value === chosen}>
            {`${labelOf(name, facet, words)} (${facet.count.toLocaleString(words.locale)})`}
          </option>
        ))}
      </select>
    </Field>
  )
}

function labelOf(name: FacetSelectProps['name'], { value, label }: Facet, words: Words): string {
  if (name === 'source') return label
  return name === 'category' ? nameOf(value, words.categories) : codeName(value, name, words)
}

interface FieldProps {
  readonly name: string
  readonly label: string
  /**
   * The control, with the id `filter-NAME`. A label around it would take the text of all its options into its name.
   */
  readonly children: ComponentChildren
}

export function Field({ name, label, children }: FieldProps) {
  return (
    <div class="field">
      <label for={`filter-${name}`}>{label}</label>
      {children}
    </div>
  )
}
