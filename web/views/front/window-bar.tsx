import { FacetSelect } from '../../lists/facet-select.tsx'
import type { Facet, Facets } from '../../lists/facets.ts'
import { SourceChoice } from '../../lists/source-choice.tsx'
import { useLink, usePage } from '../../page-context.ts'
import { changed } from '../../page-location.ts'
import { Choices } from '../../parts/choices.tsx'
import { Fold } from '../../parts/fold.tsx'
import { PreferenceChoices } from '../../parts/preference-choices.tsx'
import { utcDay } from '../../time-text.ts'
import { type FrontWindow, WINDOWS } from './front-window.ts'

interface WindowBarProps {
  readonly window: FrontWindow
  readonly facets: Facets
}

/** Controls for the window or past day, category, language, source and density. */
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
      <Fold label={words.filters.label} />
      <FrontForm window={window} facets={facets} />
      <PreferenceChoices
        name="density"
        label={words.preferences.density}
        values={words.preferences.densities}
      />
    </div>
  )
}

function FrontForm({ window, facets }: WindowBarProps) {
  const { words, pageLocation, now } = usePage()
  const link = useLink()
  const { filters } = words
  return (
    <form
      class="front-form folded"
      action={link('/')}
      method="get"
      aria-label={filters.label}
      onChange={({ target, currentTarget }) => {
        const isChosen = target instanceof HTMLElement && target.matches('select, [list]')
        if (isChosen) currentTarget.requestSubmit()
      }}
    >
      {window.date === null && window.name !== 'day' && (
        <input type="hidden" name="window" value={window.name} />
      )}
      {isChoice(facets.categories, pageLocation.query['category']) && (
        <FacetSelect name="category" any={filters.everyCategory} facets={facets.categories} />
      )}
      {isChoice(facets.languages, pageLocation.query['language']) && (
        <FacetSelect name="language" any={filters.everyLanguage} facets={facets.languages} />
      )}
      {isChoice(facets.sources, pageLocation.query['source']) && (
        <SourceChoice any={filters.everySource} facets={facets} />
      )}
      <label>
        <span class="visually-hidden">{words.windows.date}</span>
        <input
          key={window.date}
          type="date"
          name="date"
          title={`${words.windows.date}. ${words.windows.utc}`}
          defaultValue={window.date ?? ''}
          max={utcDay(now)}
        />
      </label>
      <button type="submit">{words.windows.show}</button>
    </form>
  )
}

/** A single value is no choice, unless it is already selected. */
function isChoice(facets: readonly Facet[], chosen: string | undefined): boolean {
  return facets.length > 1 || chosen !== undefined
}
