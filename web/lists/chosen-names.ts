import type { Query } from '../page-location.ts'
import { dateText } from '../time-text.ts'
import { codeName, nameOf, type Words } from '../words/words.ts'
import type { Facets } from './facets.ts'

/** What a view is limited to, for its title: `Technology, German, last 3 days`; empty for a view of everything. */
export function chosenNames({ sources }: Facets, words: Words, query: Query): string {
  const chosen = (name: string, toName: (value: string) => string) =>
    (query[name]?.split(',') ?? []).map((value) =>
      value.startsWith('-') ? words.filters.not(toName(value.slice(1))) : toName(value),
    )
  return [
    ...chosen('source', (id) => sources.find(({ value }) => value === id)?.label ?? id),
    ...chosen('category', (category) => nameOf(category, words.categories)),
    ...chosen('region', (code) => codeName(code, 'region', words)),
    ...chosen('language', (code) => codeName(code, 'language', words)),
    ...timesIn(query, words),
  ].join(', ')
}

/** The window or the dates of a query, for a title. */
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
