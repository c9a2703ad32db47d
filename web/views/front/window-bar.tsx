import { Choices } from '../../parts/choices.tsx'
import { PreferenceChoices } from '../../parts/preference-choices.tsx'
import { useLink, usePage } from '../../page-context.ts'
import { addressOf } from '../../place.ts'
import { utcDay } from '../../time-text.ts'
import { type FrontWindow, WINDOWS } from './front-window.ts'

/** Which window, one day of the past, and how dense. */
export function WindowBar({ window }: { readonly window: FrontWindow }) {
  const { words, now } = usePage()
  const link = useLink()
  return (
    <div class="bar">
      <Choices
        label={words.windows.label}
        choices={WINDOWS.map((name) => ({
          label: words.windows[name],
          address: addressOf('/', { window: name === 'day' ? undefined : name }),
          isChosen: window.name === name,
        }))}
      />
      <form class="date-form" action={link('/')} method="get">
        <label>
          <span class="visually-hidden">{words.windows.date}</span>
          <input
            type="date"
            name="date"
            title={`${words.windows.date}. ${words.windows.utc}`}
            defaultValue={window.date ?? ''}
            max={utcDay(now)}
          />
        </label>
        <button type="submit">{words.windows.show}</button>
      </form>
      <PreferenceChoices
        name="density"
        label={words.preferences.density}
        values={words.preferences.densities}
      />
    </div>
  )
}
