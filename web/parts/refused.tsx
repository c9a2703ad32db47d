import type { Problem, RefusedParameter } from '../api/problem.ts'
import { countText } from '../number-text.ts'
import { usePage } from '../page-context.ts'
import { changed } from '../page-location.ts'
import type { Words } from '../words/words.ts'

/** The refused settings by their labels, and the alternatives. */
export function Refused({ problem }: { readonly problem: Problem }) {
  if (problem.refused.length === 0) return <p lang="en">{problem.detail}</p>
  return (
    <>
      {problem.refused.map((refused) => (
        <RefusedValue key={refused.parameter} refused={refused} />
      ))}
    </>
  )
}

function RefusedValue({ refused }: { readonly refused: RefusedParameter }) {
  const { words, pageLocation, link } = usePage()
  const { parameter, value, message } = refused
  const label = labelOf(parameter, words)
  const allowed = allowedIn(message)
  return (
    <>
      <p>
        {value === null
          ? words.problem.missing(label)
          : message.includes('must not be after')
            ? words.problem.fromAfterTo
            : words.problem.invalidValue(label, value)}{' '}
        {allowed !== undefined && allowedText(allowed, words)}
      </p>
      <ul class="tries">
        {allowed?.kind === 'oneOf' &&
          allowed.values
            .filter((one) => nameOfValue(parameter, one, words) !== undefined)
            .map((one) => (
              <li key={one}>
                <a href={link(changed(pageLocation, { [parameter]: one }))}>
                  {nameOfValue(parameter, one, words)}
                </a>
              </li>
            ))}
        {value !== null && parameter !== 'id' && (
          <li>
            <a href={link(changed(pageLocation, { [parameter]: undefined }))}>{words.problem.without}</a>
          </li>
        )}
      </ul>
    </>
  )
}

type AllowedValues =
  | { readonly kind: 'oneOf'; readonly values: readonly string[] }
  | { readonly kind: 'between'; readonly min: number; readonly max: number }
  | { readonly kind: 'day' | 'id' }

/** Parses the allowed values from the API's English message. */
function allowedIn(message: string): AllowedValues | undefined {
  const values = /must be one of (.+?), got/.exec(message)?.[1]?.split(', ')
  if (values !== undefined) return { kind: 'oneOf', values }
  const [, min, max] = /must be a (?:whole )?number from ([\d.]+) to ([\d.]+)/.exec(message) ?? []
  if (min !== undefined && max !== undefined) return { kind: 'between', min: Number(min), max: Number(max) }
  if (/must be a day/.test(message)) return { kind: 'day' }
  return /must be a whole number, 1 or more/.test(message) ? { kind: 'id' } : undefined
}

function allowedText(allowed: AllowedValues, words: Words): string {
  const { problem } = words
  switch (allowed.kind) {
    case 'oneOf':
      return problem.allowedValues
    case 'between':
      return problem.allowedNumber(countText(allowed.min, words), countText(allowed.max, words))
    case 'day':
      return problem.allowedDay
    case 'id':
      return problem.allowedId
  }
}

function labelOf(parameter: string, words: Words): string {
  const labels: Readonly<Record<string, unknown>> = {
    ...words.filters,
    sort: words.filters.order,
    window: words.windows.label,
    date: words.windows.date,
    status: words.sources.filterLabel,
  }
  const label = labels[parameter]
  return typeof label === 'string' ? label : parameter
}

/** The page's name of a value; `undefined` if it has no control for it. */
function nameOfValue(parameter: string, value: string, words: Words): string | undefined {
  const names: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    sort: { ...words.filters.orders, ...words.sources.columns },
    window: words.windows,
    status: words.sources.statuses,
    distinct: { story: words.filters.distinct },
  }
  const name = names[parameter]?.[value]
  return typeof name === 'string' ? name : undefined
}
