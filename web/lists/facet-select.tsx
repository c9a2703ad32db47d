import type { ComponentChildren } from 'preact'
import { usePage } from '../page-context.ts'
import { type Facet, type NAMED, valueName, valueNames } from './facets.ts'

interface FacetSelectProps {
  readonly name: (typeof NAMED)[number]
  readonly facets: readonly Facet[]
}

export function FacetSelect({ name, facets }: FacetSelectProps) {
  const { words, pageLocation } = usePage()
  const chosen = pageLocation.query[name]
  const isKnown = chosen === undefined || facets.some(({ value }) => value === chosen)
  return (
    <Field name={name} label={words.filters[name]}>
      <select id={`filter-${name}`} name={name}>
        <option value="">{words.filters.any}</option>
        {/* The address may have several values or an excluded one, which this control cannot offer. */}
        {!isKnown && (
          <option value={chosen} selected>
            {valueNames(name, chosen, { sources: facets }, words).join(', ')}
          </option>
        )}
        {facets.map((facet) => (
          <option key={facet.value} value={facet.value} selected={facet.value === chosen}>
            {`${valueName(name, facet.value, { sources: facets }, words)} (${facet.count.toLocaleString(words.locale)})`}
          </option>
        ))}
      </select>
    </Field>
  )
}

interface FieldProps {
  readonly name: string
  readonly label: string
  /** The control, with the id `filter-NAME`. A label around it would include all its options in its name. */
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
