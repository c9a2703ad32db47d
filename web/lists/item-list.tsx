import { useEffect, useRef, useState } from 'preact/hooks'
import { Problem, type Trouble } from '../api/problem.ts'
import { useLink, usePage } from '../page-context.ts'
import { changed } from '../place.ts'
import { ItemRow } from './item-row.tsx'
import { type ListAddress, type ListPage, loadPage } from './list-data.ts'

/** Pages that come by themselves; after so many one asks, so that the page's foot can be reached. */
const PAGES_BY_THEMSELVES = 10

/** The next page is asked for this far before its place is in sight, px. */
const AHEAD = '800px'

/** Under which a list keeps what it has loaded, for the way back. */
const KEPT = 'list'

interface ItemListProps {
  readonly address: ListAddress
  readonly first: ListPage
  readonly label: string
}

interface Loaded extends ListPage {
  readonly pages: number
}

/** A list that goes on as one scrolls. Without JavaScript its pages are links. */
export function ItemList({ address, first, label }: ItemListProps) {
  const { words, place, api, kept } = usePage()
  const link = useLink()
  const [loaded, setLoaded] = useState<Loaded>(
    () => (kept.get(KEPT) as Loaded | undefined) ?? { ...first, pages: 1 },
  )
  const [trouble, setTrouble] = useState<Trouble>()
  const isLoading = useRef(false)
  const end = useRef<HTMLParagraphElement>(null)

  const loadMore = async () => {
    if (api === undefined || loaded.nextCursor === null || isLoading.current) return
    isLoading.current = true
    setTrouble(undefined)
    try {
      const next = await loadPage(api, address, loaded.nextCursor)
      const known = new Set(loaded.items.map(({ id }) => id))
      const all = {
        items: [...loaded.items, ...next.items.filter(({ id }) => !known.has(id))],
        total: next.total,
        nextCursor: next.nextCursor,
        pages: loaded.pages + 1,
      }
      kept.set(KEPT, all)
      setLoaded(all)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      setTrouble(error.trouble)
    } finally {
      isLoading.current = false
    }
  }

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
      <ol class="rows" aria-label={label}>
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
