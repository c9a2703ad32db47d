import type { Preferences } from '../../src/api/page/preferences.ts'
import { usePage } from '../page-context.ts'
import { addressOf } from '../page-location.ts'
import { Choices } from './choices.tsx'

interface PreferenceChoicesProps {
  readonly name: keyof Preferences
  readonly label: string
  readonly values: Readonly<Record<string, string>>
}

/** A stored choice. Its links to `/preferences` also work without JavaScript. */
export function PreferenceChoices({ name, label, values }: PreferenceChoicesProps) {
  const { pageLocation, preferences } = usePage()
  const back = addressOf(pageLocation.path, pageLocation.query)
  const names = Object.keys(values)
  return (
    <Choices
      label={label}
      preference={{ name, values: names }}
      choices={names.map((value) => ({
        label: values[value] ?? value,
        address: addressOf('/preferences', { [name]: value, back }),
        isChosen: preferences[name] === value,
      }))}
    />
  )
}
