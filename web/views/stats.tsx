import type { Api } from '../api/api.ts'
import type { Source, Stats } from '../api/types.ts'
import { WeekMap } from '../charts/week-map.tsx'
import { bytesText, countText } from '../number-text.ts'
import { usePage } from '../page-context.ts'
import { Note } from '../parts/problem-note.tsx'
import { dateText } from '../time-text.ts'
import type { BodyProps, View } from '../view.tsx'
import { DayChart } from './stats/day-chart.tsx'
import { Shares, SHOWN_SOURCES, type StatsData } from './stats/shares.tsx'

export const stats: View<StatsData> = {
  path: '/stats',
  load,
  title: (_data, words) => words.stats.title,
  Body: Statistics,
}

async function load(api: Api): Promise<StatsData> {
  const [{ activity, ...numbers }, sources] = await Promise.all([
    api.stats({ include: 'activity' }),
    api.sources(),
  ])
  const days = activity?.days ?? []
  return { stats: numbers, activity: { days }, sourceNames: namesOf(sources.items, numbers) }
}

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

/** How the engines write their names. */
const ENGINES: Readonly<Record<string, string>> = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

/** The most important numbers. */
function StatsFacts({ stats }: { readonly stats: Stats }) {
  const { words, timeZone } = usePage()
  const { facts } = words.stats
  const count = (value: number) => countText(value, words)
  const { items, stories, sources, collector, duplicates, storage } = stats
  const since = items.oldestAt === null ? '–' : dateText(Date.parse(items.oldestAt), words, timeZone)
  const cards = [
    [count(items.total), facts.items(items.total), facts.recent(count(items.last24h), count(items.last7d))],
    [count(stories.total), facts.stories(stories.total), facts.multiSource(count(stories.multiSource))],
    [
      count(sources.total),
      facts.sources(sources.total),
      facts.health(count(sources.ok), count(sources.degraded + sources.failing + sources.gone)),
    ],
    [
      count(collector.visitsLast24h),
      facts.visits(collector.visitsLast24h),
      facts.visitsNote(count(collector.failedLast24h), collector.itemsAddedLast24h),
    ],
    [count(duplicates.merged), facts.merged(duplicates.merged), facts.mergedNote],
    [
      bytesText(storage.bytes, words),
      facts.storage,
      facts.storageNote(ENGINES[storage.engine] ?? storage.engine, since),
    ],
  ] as const
  return (
    <ul class="fact-cards">
      {cards.map(([value, name, note]) => (
        <li key={name}>
          <strong>{value}</strong> <span>{name}</span>
          <small>{note}</small>
        </li>
      ))}
    </ul>
  )
}

function WeekChart({ stats }: { readonly stats: Stats }) {
  const { words } = usePage()
  return (
    <section>
      <h2 class="label">{words.stats.week}</h2>
      <p class="chart-note">{words.stats.weekNote}</p>
      <WeekMap counts={stats.byHourOfWeek} words={words} />
    </section>
  )
}
