import { HideRead } from '../lists/list-tools.tsx'
import { goToNew } from '../navigation/new-counts.ts'
import { usePage } from '../page-context.ts'
import { sinceText } from '../time-text.ts'

/** The line above the stories: the number of new ones, and whether read ones are hidden. */
export function NewStories() {
  return (
    <p class="list-tools">
      <News />
      <HideRead />
    </p>
  )
}

/** The number of new stories, with a jump to them. Only the browser knows it. */
function News() {
  const { words, newSince, newCounts, now, timeZone } = usePage()
  if (newSince === null) return <span class="new-stories needs-scripts">{words.visit.first}</span>
  const since = sinceText(newSince, now, words, timeZone)
  if (newCounts.all === 0) return <span class="new-stories">{words.visit.nothingNew(since)}</span>
  return (
    <button type="button" class="plain-button new-stories" onClick={goToNew}>
      {words.visit.news(newCounts.all, since)} <span aria-hidden="true">↓</span>
    </button>
  )
}

/** The number of new stories of a topic. Its space is reserved, so nothing moves. */
export function NewCount({ topic }: { readonly topic: string }) {
  const { words, newCounts } = usePage()
  const count = newCounts.topics[topic] ?? 0
  return (
    <span class="new-count" title={count > 0 ? words.visit.countNew(count) : undefined}>
      {count > 0 && (
        <>
          {count}
          <span class="visually-hidden"> {words.visit.isNew}</span>
        </>
      )}
    </span>
  )
}
