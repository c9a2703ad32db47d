import { DAY_MS } from '../../../src/model/time.ts'
import type { Activity, Stats } from '../../api/types.ts'
import { StackedBars, type BarSeries } from '../../charts/stacked-bars.tsx'
import { countText } from '../../number-text.ts'
import { usePage } from '../../page-context.ts'
import { sum } from '../../sum.ts'
import { utcDay } from '../../time-text.ts'
import { nameOf, type Words } from '../../words/words.ts'

/** Days shown: a narrow screen has room for the numbers of this many bars. */
const DAYS = 14

interface DayChartProps {
  readonly activity: Pick<Activity, 'days'>
  readonly stats: Pick<Stats, 'byCategory'>
}

export function DayChart({ activity, stats }: DayChartProps) {
  const { words } = usePage()
  const { days, series } = daySeries(activity.days, stats.byCategory, DAYS, words)
  const total = sum(series.flatMap(({ values }) => values))
  return (
    <section>
      <h2 class="label">{words.stats.byDay}</h2>
      <StackedBars
        id="days"
        label={words.stats.byDayLabel(countText(days.length, words), countText(total, words))}
        days={days}
        series={series}
        words={words}
      />
    </section>
  )
}

/** Categories with their own pattern; all others share one more. */
const OWN_PATTERN = 7

/**
 * Items of each day by category, for stacked bars: the largest categories at the bottom, all small ones in one on top.
 * Includes days without items.
 */
export function daySeries(
  byDay: Activity['days'],
  byCategory: Stats['byCategory'],
  count: number,
  words: Words,
): { readonly days: readonly string[]; readonly series: readonly BarSeries[] } {
  const days = lastDays(byDay.at(-1)?.date, count)
  const counts = new Map(
    byDay.map((day) => [day.date, new Map(day.byCategory.map(({ name, count }) => [name, count]))]),
  )
  const countOf = (day: string, category: string) => counts.get(day)?.get(category) ?? 0
  const seen = byCategory
    .map(({ name }) => name)
    .filter((category) => days.some((day) => countOf(day, category) > 0))
  // A single remaining category keeps its own name.
  const own = seen.slice(0, seen.length === OWN_PATTERN + 1 ? OWN_PATTERN + 1 : OWN_PATTERN)
  const others = seen.slice(own.length)
  const series = own.map((category) => ({
    name: nameOf(category, words.categories),
    values: days.map((day) => countOf(day, category)),
  }))
  if (others.length === 0) return { days, series }
  const rest = days.map((day) => sum(others.map((category) => countOf(day, category))))
  return { days, series: [...series, { name: words.stats.other, values: rest }] }
}

function lastDays(last: string | undefined, count: number): string[] {
  if (last === undefined) return []
  const end = Date.parse(`${last}T00:00:00Z`)
  return Array.from({ length: count }, (_, at) => utcDay(end - (count - 1 - at) * DAY_MS))
}
