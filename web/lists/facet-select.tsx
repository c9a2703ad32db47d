import type { ComponentChildren } from 'preact'
import { usePage } from '../page-context.ts'
import type { Facet } from './facets.ts'

interface FacetSelectProps {
  readonly name: 'category' | 'source' | 'region' | 'language'
  readonly label: string
  readonly facets: readonly Facet[]
  readonly toLabel?: (value: string) => string
  /** Text of the empty option, if the label is not visible. */
  readonly any?: string
}

/** Filters by one value of a facet. */
export function FacetSelect({ name, label, facets, toLabel, any }: FacetSelectProps) {
  const { words, pageLocation } = usePage()
  const chosen = pageLocation.query[name]
  const isKnown = chosen === undefined || facets.some(({ value }) => value === chosen)
  return (
    <Field name={name} label={label} isHidden={any !== undefined}>
      <select id={`filter-${name}`} name={name}>
        <option value="">{any ?? words.filters.any}</option>
        {/* The address may hold several values or an excluded one, which this control cannot offer. */}
        {!isKnown && (
          <option value={chosen} selected>
            {chosen}
          </option>
        )}
        {facets.map(({ value, label, count }) => (
          <option key={value} value={value} selected={value === chosen}>
            {`${toLabel?.(value) ?? label} (${count.toLocaleString(words.locale)})`}
          </option>
        ))}
      </select>
    </Field>
  )
}

interface FieldProps {
  readonly name: string
  readonly label: string
  readonly isHidden?: boolean
  /**
   * The control, with the id `filter-NAME`. A label around it would take the text of all its options into its name.
   */
  readonly children: ComponentChildren
}

export function Field({ name, label, isHidden = false, children }: FieldProps) {
  return (
    <div class="field">
      <label for={`filter-${name}`} {...(isHidden ? { class: 'visually-hidden' } : {})}>
        {label}
      </label>
      {children}
    </div>
  )
}
