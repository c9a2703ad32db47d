import type { Activity, Stats } from '../../api/types.ts'
import { dayColumns } from '../../charts/day-columns.ts'
import { StackedBars } from '../../charts/stacked-bars.tsx'
import { countText, shortCount } from '../../number-text.ts'
import { usePage } from '../../page-context.ts'
import { sum } from '../../sum.ts'
import { daySeries } from './day-series.ts'

/** As many as have room for their numbers on a narrow screen. */
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
        columns={dayColumns(days, words)}
        series={series}
        words={{ column: words.stats.day, total: words.stats.total, table: words.stats.numbers }}
        format={(count) => countText(count, words)}
        formatShort={(count) => shortCount(count, words)}
      />
    </section>
  )
}
