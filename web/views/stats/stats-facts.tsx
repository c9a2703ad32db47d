import type { Stats } from '../../api/types.ts'
import { bytesText, countText } from '../../number-text.ts'
import { usePage } from '../../page-context.ts'
import { dateText } from '../../time-text.ts'

/** The numbers that one looks for first. */
export function StatsFacts({ stats }: { readonly stats: Stats }) {
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
    [bytesText(storage.bytes, words), facts.storage, facts.storageNote(storage.engine, since)],
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
