import { idsAbove, listedIds } from '../navigation/keys.ts'
import { usePage } from '../page-context.ts'

/** Controls for what this browser remembers: hide read articles, mark all as read. */
export function ListTools() {
  const { words, markRead } = usePage()
  return (
    <p class="list-tools">
      <HideRead />
      <button type="button" class="plain-button needs-scripts" onClick={() => markRead(listedIds())}>
        {words.list.markAllRead}
      </button>
    </p>
  )
}

/** Hides read articles, in lists and on the front page. */
export function HideRead() {
  const { words, hidesRead, hideRead } = usePage()
  return (
    <label class="check needs-scripts">
      <input
        type="checkbox"
        checked={hidesRead}
        onChange={(event) => hideRead(event.currentTarget.checked)}
      />
      {words.list.hideRead}
    </label>
  )
}

/** Marks all articles above it as read. Placed at the end of a list. */
export function MarkAbove() {
  const { words, markRead } = usePage()
  return (
    <button type="button" class="needs-scripts" onClick={(event) => markRead(idsAbove(event.currentTarget))}>
      {words.list.markAboveRead}
    </button>
  )
}
