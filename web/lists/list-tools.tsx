import { useLink, usePage } from '../page-context.ts'

/** Controls for what this browser remembers: hide read articles, mark all as read, show saved articles. */
export function ListTools() {
  const { words, hidesRead, hideRead, markRead } = usePage()
  const link = useLink()
  return (
    <p class="list-tools">
      <label class="check needs-scripts">
        <input
          type="checkbox"
          checked={hidesRead}
          onChange={(event) => hideRead(event.currentTarget.checked)}
        />
        {words.list.hideRead}
      </label>
      <button type="button" class="plain-button needs-scripts" onClick={() => markRead(idsInSight())}>
        {words.list.markAllRead}
      </button>
      <a href={link('/saved')}>{words.saved.title}</a>
    </p>
  )
}

/** Ids of the articles loaded so far. */
function idsInSight(): number[] {
  return [...document.querySelectorAll<HTMLElement>('.rows a[data-item]')].map(({ dataset }) =>
    Number(dataset['item']),
  )
}
