import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { usePage } from '../page-context.ts'
import { FacetSelect, Field } from './facet-select.tsx'
import type { Facets } from './facets.ts'
import { LINKED_FILTERS } from './filters.ts'
import { SourceChoice } from './source-choice.tsx'

interface FilterBarProps {
  readonly facets: Facets
  /** The default one first. */
  readonly orders: readonly string[]
  /** Whether a value was refused. The form is then open in a narrow window too. */
  readonly isRefused: boolean
  /** Fields of the form that come before the filters. */
  readonly children?: ComponentChildren
}

/** All filters of the API as a form, which works without JavaScript. */
export function FilterBar({ facets, orders, isRefused, children }: FilterBarProps) {
  const { words, pageLocation, link } = usePage()
  const { query, path } = pageLocation
  const { filters } = words
  const [order] = orders
  return (
    <>
      {/* Shows and hides the form in a narrow window. A wide window always shows it. */}
      <label class="fold button">
        <input type="checkbox" class="visually-hidden" defaultChecked={isRefused} />
        {filters.label}
      </label>
      <form
        class="filters folded"
        action={link(path)}
        method="get"
        aria-label={filters.label}
        onChange={(event) => {
          if (isChosenAtOnce(event.target)) event.currentTarget.requestSubmit()
        }}
      >
        {children}
        <h2 class="label">{filters.label}</h2>
        <FacetSelect name="category" facets={facets.categories} />
        <SourceChoice facets={facets} />
        <FacetSelect name="region" facets={facets.regions} />
        <FacetSelect name="language" facets={facets.languages} />
        <Field name="from" label={filters.from}>
          <Typed name="from" type="date" />
        </Field>
        <Field name="to" label={filters.to}>
          <Typed name="to" type="date" />
        </Field>
        <Field name="minScore" label={filters.minScore}>
          <Typed name="minScore" type="number" />
        </Field>
        <Field name="sort" label={filters.order}>
          <select id="filter-sort" name="sort">
            {orders.map((value) => (
              <option
                key={value}
                value={value === order ? '' : value}
                selected={(query['sort'] ?? order) === value}
              >
                {filters.orders[value] ?? value}
              </option>
            ))}
          </select>
        </Field>
        <label class="check">
          <input type="checkbox" name="distinct" value="story" checked={query['distinct'] === 'story'} />
          {filters.distinct}
        </label>
        {LINKED_FILTERS.map((name) =>
          query[name] === undefined ? null : (
            <input key={name} type="hidden" name={name} value={query[name]} />
          ),
        )}
        <button type="submit">{filters.apply}</button>
      </form>
    </>
  )
}

interface TypedProps {
  readonly name: 'from' | 'to' | 'minScore'
  readonly type: 'date' | 'number'
}

/** A text field that keeps its text across renders. Only a new address changes it. */
function Typed({ name, type }: TypedProps) {
  const { query } = usePage().pageLocation
  const field = useRef<HTMLInputElement>(null)
  const value = query[name] ?? ''
  useEffect(() => {
    if (field.current !== null) field.current.value = value
  }, [value])
  const bounds = type === 'number' ? { min: 0, max: 100, step: 'any' } : {}
  return <input id={`filter-${name}`} type={type} name={name} ref={field} defaultValue={value} {...bounds} />
}

/** Whether a change applies at once. Dates and numbers are typed in parts and wait for Enter or the button. */
function isChosenAtOnce(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('select, [type=checkbox], [list]')
}
