import type { ActiveSource } from '../../api/types.ts'
import { StackedBars } from '../../charts/stacked-bars.tsx'
import { dayColumns } from '../../charts/day-columns.ts'
import { countText, shortCount } from '../../number-text.ts'
import { usePage } from '../../page-context.ts'
import { sum } from '../../sum.ts'
import { DAY_MS, utcDay } from '../../time-text.ts'

/** What it published on each of the last days. */
export function SourceRhythm({ source }: { readonly source: Pick<ActiveSource, 'itemsByDay'> }) {
  const { words, now } = usePage()
  const days = source.itemsByDay.map((_, at) => {
    const back = source.itemsByDay.length - 1 - at
    return utcDay(now - back * DAY_MS)
  })
  const total = sum(source.itemsByDay)
  return (
    <section>
      <h2 class="label">{words.source.rhythm}</h2>
      <StackedBars
        id="rhythm"
        label={words.source.rhythmLabel(countText(total, words))}
        columns={dayColumns(days, words)}
        series={[{ name: words.sources.columns.items, values: source.itemsByDay }]}
        words={{ column: words.stats.day, total: words.stats.total, table: words.stats.numbers }}
        format={(count) => countText(count, words)}
        formatShort={(count) => shortCount(count, words)}
        height={150}
      />
    </section>
  )
}
