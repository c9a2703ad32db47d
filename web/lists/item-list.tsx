import { useEffect, useRef } from 'preact/hooks'
import { useLink, usePage } from '../page-context.ts'
import { changed } from '../place.ts'
import { ItemRow } from './item-row.tsx'
import type { ListAddress, ListPage } from './list-data.ts'
import { useMore } from './use-more.ts'

/** Pages that come by themselves; after so many one asks, so that the page's foot can be reached. */
const PAGES_BY_THEMSELVES = 10

/** The next page is asked for this far before its place is in sight, px. */
const AHEAD = '800px'

interface ItemListProps {
  readonly address: ListAddress
  readonly first: ListPage
  readonly label: string
}

/** A list that goes on as one scrolls. Without JavaScript its pages are links. */
export function ItemList({ address, first, label }: ItemListProps) {
  const { words, place, api, hidesRead } = usePage()
  const link = useLink()
  const { loaded, trouble, loadMore } = useMore(address, first)
  const end = useRef<HTMLParagraphElement>(null)

  useEffect(() => {
    if (end.current === null || trouble !== undefined || loaded.pages >= PAGES_BY_THEMSELVES) return
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true) void loadMore()
      },
      { rootMargin: AHEAD },
    )
    watcher.observe(end.current)
    return () => watcher.disconnect()
  }, [loaded, trouble])

  return (
    <>
      <ol class={hidesRead ? 'rows hides-read' : 'rows'} aria-label={label}>
        {loaded.items.map((item) => (
          <ItemRow key={item.id} item={item} />
        ))}
      </ol>
      {loaded.nextCursor !== null && (
        <p class="more" ref={end}>
          <a
            class="button"
            href={link(changed(place, { cursor: loaded.nextCursor }))}
            rel="next"
            onClick={(event) => {
              if (api === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return
              event.preventDefault()
              void loadMore()
            }}
          >
            {trouble === undefined ? words.list.more : words.list.moreFailed}
          </a>
        </p>
      )}
    </>
  )
}
