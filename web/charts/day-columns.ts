import type { Words } from '../words/words.ts'
import type { BarColumn } from './stacked-bars.tsx'

/**
 * Columns for UTC days: the day of the month under each bar, and the month's name where a month begins.
 *
 * @param days `YYYY-MM-DD`, in order
 */
export function dayColumns(days: readonly string[], { locale }: Words): BarColumn[] {
  const month = new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' })
  const full = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return days.map((day, at) => {
    const moment = Date.parse(`${day}T00:00:00Z`)
    const begins = at === 0 || days[at - 1]?.slice(0, 7) !== day.slice(0, 7)
    return {
      label: String(Number(day.slice(8))),
      group: begins ? month.format(moment) : undefined,
      name: full.format(moment),
    }
  })
}
