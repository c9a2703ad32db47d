import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useLink, usePage } from '../page-context.ts'
import { Fold } from '../parts/fold.tsx'
import { codeName, nameOf } from '../words/words.ts'
import { FacetSelect, Field } from './facet-select.tsx'
import type { Facets } from './facets.ts'
import { SourceChoice } from './source-choice.tsx'

interface FilterBarProps {
  readonly facets: Facets
  readonly orders: readonly string[]
  /** The order where none is chosen. */
  readonly order: string
  /** Whether a value was refused: then the form is in sight, however narrow the window is. */
  readonly isRefused: boolean
  /** Fields of the form that come before the filters. */
  readonly children?: ComponentChildren
}

/** Every filter of the interface as a control; a form, so that it works without JavaScript. */
export function FilterBar({ facets, orders, order, isRefused, children }: FilterBarProps) {
  const { words, pageLocation } = usePage()
  const link = useLink()
  const { query, path } = pageLocation
  const { filters } = words
  return (
    <>
      <Fold label={filters.label} isOpen={isRefused} />
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
        <FacetSelect
          name="category"
          label={filters.category}
          facets={facets.categories}
          toLabel={(value) => nameOf(value, words.categories)}
        />
        <SourceChoice label={filters.source} facets={facets} />
        <FacetSelect
          name="region"
          label={filters.region}
          facets={facets.regions}
          toLabel={(value) => codeName(value, 'region', words)}
        />
        <FacetSelect
          name="language"
          label={filters.language}
          facets={facets.languages}
          toLabel={(value) => codeName(value, 'language', words)}
        />
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
        {(['sinceHours', 'sinceDays', 'storyId'] as const).map((name) =>
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

/** What somebody types stays while the page is drawn anew around it; only another address changes it. */
function Typed({ name, type }: TypedProps) {
  const { query } = usePage().pageLocation
  const field = useRef<HTMLInputElement>(null)
  const value = query[name] ?? ''
  useEffect(() => {
    if (field.current !== null) field.current.value = value
  }, [value])
  const bounds = type === 'number' ? { min: 0, max: 100, step: 1 } : {}
  return <input id={`filter-${name}`} type={type} name={name} ref={field} defaultValue={value} {...bounds} />
}

/** Dates and numbers are typed piece by piece: they wait for Enter, or for the button. */
function isChosenAtOnce(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('select, [type=checkbox], [list]')
}
