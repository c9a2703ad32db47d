import { h, type VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { ProblemError, type Problem } from '../api/problem.ts'
import { usePage } from '../page-context.ts'
import { changed } from '../page-location.ts'
import { Headline } from '../parts/headline.tsx'
import { ItemMeta } from '../parts/item-meta.tsx'
import { Summary } from '../parts/summary.tsx'
import { Thumbnail } from '../parts/thumbnail.tsx'
import { loadPage, type ListAddress, type ListItem, type ListPage } from './list-data.ts'
import { MarkAbove } from './list-tools.tsx'

/** Pages that load while scrolling. After them a button loads the next, so that the footer can be reached. */
const PAGES_BY_THEMSELVES = 10

/** Distance below the window at which the next page loads. */
const AHEAD = '800px'

interface ItemListProps {
  readonly address: ListAddress
  readonly first: ListPage
  readonly label: string
  /** Shown below the facts of each item. */
  readonly foot?: (item: ListItem) => VNode
}

/** A list that loads pages while scrolling; without JavaScript its pages are links. */
export function ItemList({ address, first, label, foot }: ItemListProps) {
  const { words, pageLocation, api, link } = usePage()
  const { loaded, problem, loadMore } = useMore(address, first)
  const end = useRef<HTMLParagraphElement>(null)

  useEffect(() => {
    if (end.current === null || problem !== undefined || loaded.pages >= PAGES_BY_THEMSELVES) return
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true) void loadMore()
      },
      { rootMargin: AHEAD },
    )
    watcher.observe(end.current)
    return () => watcher.disconnect()
  }, [loaded, problem])

  return (
    <>
      <ol class="rows" aria-label={label}>
        {loaded.items.map((item) => (
          <ItemRow key={item.id} item={item} foot={foot?.(item)} />
        ))}
      </ol>
      <p class="more" ref={end}>
        <MarkAbove />
        {loaded.nextCursor !== null && (
          <a
            class="button"
            href={link(changed(pageLocation, { cursor: loaded.nextCursor }))}
            rel="next"
            onClick={(event) => {
              if (api === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return
              event.preventDefault()
              void loadMore()
            }}
          >
            {problem === undefined ? words.list.more : words.list.moreFailed}
          </a>
        )}
      </p>
    </>
  )
}

function ItemRow({ item, foot }: { readonly item: ListItem; readonly foot: VNode | undefined }) {
  const { highlights } = item
  // If summary and title are equal, the marks are in the title.
  const isPassage =
    highlights !== undefined && highlights.summary !== '' && highlights.summary !== highlights.title
  return (
    <li class="row" data-story={item.story.id}>
      <div class="row-body">
        <Headline item={item} level={2}>
          {highlights === undefined ? undefined : highlighted(highlights.title)}
        </Headline>
        <Summary item={item}>{isPassage ? highlighted(highlights.summary) : undefined}</Summary>
        <ItemMeta item={item} story={item.story} score={item.score} />
        {foot}
      </div>
      <Thumbnail item={item} />
    </li>
  )
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

/**
 * Turns the API's highlighted text into nodes. `<mark>` is its only tag. Marks are created instead of inserting HTML,
 * so no other markup can reach the page.
 */
export function highlighted(html: string): (string | VNode)[] {
  return html.split(/<mark>(.*?)<\/mark>/s).map((part, at) => {
    const text = part.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity)
    return at % 2 === 0 ? text : h('mark', null, text)
  })
}

/** Key of the loaded pages, for going back. */
const KEPT = 'list'

/** All pages loaded so far, joined. */
interface Loaded extends ListPage {
  readonly pages: number
}

/** The loaded pages, a function that loads the next one, and why the last one failed. */
function useMore(address: ListAddress, first: ListPage) {
  const { api, kept } = usePage()
  const [loaded, setLoaded] = useState<Loaded>(
    () => (kept.get(KEPT) as Loaded | undefined) ?? { ...first, pages: 1 },
  )
  const [problem, setProblem] = useState<Problem>()
  const isLoading = useRef(false)

  const loadMore = async () => {
    if (api === undefined || loaded.nextCursor === null || isLoading.current) return
    isLoading.current = true
    setProblem(undefined)
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
      if (!(error instanceof ProblemError)) throw error
      setProblem(error.problem)
    } finally {
      isLoading.current = false
    }
  }
  return { loaded, problem, loadMore }
}
