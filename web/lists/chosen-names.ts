import type { Query } from '../page-location.ts'
import { dateText } from '../time-text.ts'
import type { Words } from '../words/words.ts'
import { type Facets, NAMED, valueNames } from './facets.ts'

/** The filters of a view, for its title: `Technology, German, last 3 days`; empty without filters. */
export function chosenNames(facets: Facets, words: Words, query: Query): string {
  const chosen = NAMED.flatMap((name) => {
    const values = query[name]
    return values === undefined ? [] : valueNames(name, values, facets, words)
  })
  return [...chosen, ...timesIn(query, words)].join(', ')
}

/** The window or dates of a query, for a title. */
function timesIn({ window, date, from, to, sinceHours, sinceDays }: Query, words: Words): string[] {
  const { titles } = words.windows
  const day = (text: string) => {
    const at = Date.parse(text)
    return Number.isNaN(at) ? text : dateText(at, words, 'UTC')
  }
  if (date !== undefined) return [day(date)]
  return [
    ...(window === 'today' || window === 'week' ? [titles[window]] : []),
    ...(window === 'days' ? [titles.lastDays('3')] : []),
    ...(sinceHours === undefined ? [] : [titles.lastHours(sinceHours)]),
    ...(sinceDays === undefined ? [] : [titles.lastDays(sinceDays)]),
    ...(from !== undefined && from === to
      ? [day(from)]
      : [
          ...(from === undefined ? [] : [titles.from(day(from))]),
          ...(to === undefined ? [] : [titles.to(day(to))]),
        ]),
  ]
}
