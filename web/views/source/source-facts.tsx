import type { ComponentChildren } from 'preact'
import type { Source } from '../../api/types.ts'
import { countText, shareText, spanText } from '../../number-text.ts'
import { usePage } from '../../page-context.ts'
import { SourceStatus } from '../../parts/source-status.tsx'
import { Time } from '../../parts/time.tsx'

/** The health of the source from the API. */
export function SourceFacts({ source }: { readonly source: Source }) {
  const { words } = usePage()
  const { health } = source
  const { facts } = words.source
  const time = (at: string | null) => (at === null ? words.sources.never : <Time at={at} />)
  const rows: [string, ComponentChildren][] = [
    [facts.status, <SourceStatus source={source} />],
    [facts.lastVisit, time(health.lastVisitAt)],
    [facts.lastSuccess, time(health.lastSuccessAt)],
    [facts.nextVisit, <Upcoming at={health.nextVisitAt} />],
    [facts.interval, spanText(health.intervalSeconds, words)],
    [facts.successRate, health.successRate24h === null ? '–' : shareText(health.successRate24h, words)],
    [facts.latency, health.latencyMs === null ? '–' : `${countText(Math.round(health.latencyMs), words)} ms`],
    [facts.lastStatus, health.lastStatus ?? '–'],
    [facts.consecutiveErrors, countText(health.consecutiveErrors, words)],
    [facts.items, countText(source.itemCount, words)],
    [facts.recent, countText(source.itemsLast24h, words)],
  ]
  return (
    <section>
      <h2 class="label">{words.source.health}</h2>
      <dl class="facts">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The time until `at`, in whole minutes; at least 1, even if `at` has passed. */
function Upcoming({ at }: { readonly at: string | null }) {
  const { words, now } = usePage()
  if (at === null) return <>–</>
  const seconds = Math.max(0, Math.round((Date.parse(at) - now) / 1000))
  return <time dateTime={at}>{spanText(Math.max(60, Math.ceil(seconds / 60) * 60), words)}</time>
}
