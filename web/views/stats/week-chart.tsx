import type { Stats } from '../../api/types.ts'
import { WeekMap } from '../../charts/week-map.tsx'
import { countText, shortCount } from '../../number-text.ts'
import { usePage } from '../../page-context.ts'
import { DAY_MS } from '../../time-text.ts'

/** Some Monday. */
const MONDAY = Date.UTC(2026, 0, 5)

export function WeekChart({ stats }: { readonly stats: Stats }) {
  const { words } = usePage()
  const short = new Intl.DateTimeFormat(words.locale, { weekday: 'short', timeZone: 'UTC' })
  const long = new Intl.DateTimeFormat(words.locale, { weekday: 'long', timeZone: 'UTC' })
  const days = Array.from({ length: 7 }, (_, day) => ({
    short: short.format(MONDAY + day * DAY_MS),
    name: long.format(MONDAY + day * DAY_MS),
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
