import type { Api } from '../api/api.ts'
import type { Source, Stats } from '../api/types.ts'
import { usePage } from '../page-context.ts'
import { Note } from '../parts/trouble-note.tsx'
import type { BodyProps, View } from '../view.tsx'
import { DayChart } from './stats/day-chart.tsx'
import { Shares, SHOWN_SOURCES, type StatsData } from './stats/shares.tsx'
import { StatsFacts } from './stats/stats-facts.tsx'
import { WeekChart } from './stats/week-chart.tsx'

/** The collection in numbers. */
export const stats: View<StatsData> = {
  path: '/stats',
  load,
  title: (_data, words) => words.stats.title,
  Body: Statistics,
}

async function load(api: Api): Promise<StatsData> {
  const [numbers, { days }, sources] = await Promise.all([api.stats(), api.activity(), api.sources()])
  return { stats: numbers, activity: { days }, sourceNames: namesOf(sources.items, numbers) }
}

/** Only of those that are shown. */
function namesOf(sources: readonly Source[], { bySource }: Stats): Record<string, string> {
  const shown = new Set(bySource.slice(0, SHOWN_SOURCES).map(({ name }) => name))
  return Object.fromEntries(sources.filter(({ id }) => shown.has(id)).map(({ id, name }) => [id, name]))
}

function Statistics({ data }: BodyProps<StatsData>) {
  const { words } = usePage()
  return (
    <section class="view stats">
      <h1>{words.stats.title}</h1>
      <StatsFacts stats={data.stats} />
      {data.stats.items.total === 0 ? (
        <Note title={words.stats.nothing}>
          <p>{words.stats.nothingTry}</p>
        </Note>
      ) : (
        <>
          <DayChart activity={data.activity} stats={data.stats} />
          <WeekChart stats={data.stats} />
          <Shares data={data} />
        </>
      )}
    </section>
  )
}
