import { valueText } from '../../lists/active-filters.tsx'
import { FacetSelect, Field } from '../../lists/facet-select.tsx'
import type { Facet, Facets } from '../../lists/facets.ts'
import { SourceChoice } from '../../lists/source-choice.tsx'
import { usePage } from '../../page-context.ts'
import { changed } from '../../page-location.ts'
import { Choices } from '../../parts/choices.tsx'
import { PreferenceChoices } from '../../parts/preference-choices.tsx'
import { dateText, utcDay } from '../../time-text.ts'
import { type FrontWindow, WINDOWS } from './front-window.ts'

interface WindowBarProps {
  readonly window: FrontWindow
  readonly facets: Facets
}

/** The window, and all other filters behind one control. */
export function WindowBar({ window, facets }: WindowBarProps) {
  const { words, pageLocation } = usePage()
  return (
    <div class="bar">
      <Choices
        label={words.windows.label}
        choices={WINDOWS.map((name) => ({
          label: words.windows[name],
          address: changed(pageLocation, { window: name === 'day' ? undefined : name, date: undefined }),
          isChosen: window.name === name,
        }))}
      />
      <QuietFilters window={window} facets={facets} />
    </div>
  )
}

/** Shows the active filters, and opens to change them. */
function QuietFilters({ window, facets }: WindowBarProps) {
  const { words, pageLocation, link } = usePage()
  const { language, source, category } = pageLocation.query
  const on = [
    ...(language === undefined ? [] : [valueText('language', language, facets, words)]),
    ...(source === undefined ? [] : [valueText('source', source, facets, words)]),
    ...(window.date === null ? [] : [dateText(Date.parse(window.date), words, 'UTC')]),
  ]
  return (
    <>
      <details class="quiet">
        <summary>
          {words.filters.label}
          {on.length > 0 && (
            <>
              : <strong dir="auto">{on.join(', ')}</strong>
            </>
          )}
        </summary>
        <div class="quiet-panel">
          <FrontForm window={window} facets={facets} />
          <PreferenceChoices
            name="density"
            label={words.preferences.density}
            values={words.preferences.densities}
          />
        </div>
      </details>
      {on.length > 0 && (
        <a class="drop-all" href={link(changed({ path: '/', query: {} }, { category }))}>
          {words.filters.dropAll}
        </a>
      )}
    </>
  )
}

function FrontForm({ window, facets }: WindowBarProps) {
  const { words, pageLocation, now, link } = usePage()
  const { filters } = words
  const { category } = pageLocation.query
  return (
    <form
      class="front-form"
      action={link('/')}
      method="get"
      aria-label={filters.label}
      onChange={({ target, currentTarget }) => {
        const isChosen = target instanceof HTMLElement && target.matches('select, [list]')
        if (isChosen) currentTarget.requestSubmit()
      }}
    >
      {category !== undefined && <input type="hidden" name="category" value={category} />}
      {window.date === null && window.name !== 'day' && (
        <input type="hidden" name="window" value={window.name} />
      )}
      {isChoice(facets.languages, pageLocation.query['language']) && (
        <FacetSelect name="language" facets={facets.languages} />
      )}
      {isChoice(facets.sources, pageLocation.query['source']) && <SourceChoice facets={facets} />}
      <Field name="date" label={words.windows.date}>
        <input
          key={window.date}
          id="filter-date"
          type="date"
          name="date"
          title={words.windows.utc}
          defaultValue={window.date ?? ''}
          max={utcDay(now)}
        />
      </Field>
      <button type="submit">{words.windows.show}</button>
    </form>
  )
}

/** A single value is no choice, unless it is already selected. */
function isChoice(facets: readonly Facet[], chosen: string | undefined): boolean {
  return facets.length > 1 || chosen !== undefined
}
