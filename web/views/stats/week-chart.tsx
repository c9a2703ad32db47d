import type { Stats } from '../../api/types.ts'
import { WeekMap } from '../../charts/week-map.tsx'
import { countText, shortCount } from '../../number-text.ts'
import { usePage } from '../../page-context.ts'

/** Some Monday. */
const MONDAY = Date.UTC(2026, 0, 5)
const DAY_MS = 86_400_000

export function WeekChart({ stats }: { readonly stats: Stats }) {
  const { words } = usePage()
  const [short, long] = (['short', 'long'] as const).map(
    (weekday) => new Intl.DateTimeFormat(words.locale, { weekday, timeZone: 'UTC' }),
  )
  const days = Array.from({ length: 7 }, (_, day) => ({
    short: short?.format(MONDAY + day * DAY_MS) ?? '',
    name: long?.format(MONDAY + day * DAY_MS) ?? '',
  }))
  return (
    <section>
      <h2 class="label">{words.stats.week}</h2>
      <p class="chart-note">{words.stats.weekNote}</p>
      <WeekMap
        label={words.stats.weekLabel}
        counts={stats.byHourOfWeek}
        days={days}
        words={{ hour: words.stats.hour }}
        format={(count) => countText(count, words)}
        formatShort={(count) => shortCount(count, words)}
      />
    </section>
  )
}
