import { usePage } from '../page-context.ts'

export interface Choice {
  readonly label: string
  /** Below the service's path. */
  readonly address: string
  readonly isChosen: boolean
}

interface ChoicesProps {
  readonly label: string
  readonly choices: readonly Choice[]
  /** For stored choices: the preference, and its values in the order of `choices`. */
  readonly preference?: { readonly name: string; readonly values: readonly string[] }
}

/** A row of links, one of them selected: windows, densities, orders. */
export function Choices({ label, choices, preference }: ChoicesProps) {
  const { link } = usePage()
  return (
    <nav class="choices" aria-label={label}>
      {choices.map(({ label, address, isChosen }, at) => (
        <a
          key={label}
          href={link(address)}
          aria-current={isChosen ? 'true' : undefined}
          data-preference={preference?.name}
          data-value={preference?.values[at]}
        >
          {label}
        </a>
      ))}
    </nav>
  )
}
