import { addressOf, type PageLocation } from '../page-location.ts'
import { locationAt } from './links.ts'

/** The state of an entry of the browser's history, kept as long as the document. */
export interface Entry<Seen> {
  /** The view that was shown; going back shows it again without loading. */
  seen: Seen | undefined
  /** Vertical position, px. */
  scroll: number
}

type Open<Seen> = (pageLocation: PageLocation, entry: Entry<Seen>) => Promise<void>

/** Most entries that keep their view. Older entries load again. */
const MAX_ENTRIES = 30

/** Key in session storage: it keeps the position across a reload and a visit to another site. */
const SCROLL_KEY = 'digest-scroll'

/** The browser's history, with the view and the scroll position of each entry. */
export function createHistory<Seen extends { readonly pageLocation: PageLocation }>() {
  const entries = new Map<number, Entry<Seen>>()
  let current = 0

  const entryAt = (key: number): Entry<Seen> => {
    const known = entries.get(key)
    if (known !== undefined) return known
    const made: Entry<Seen> = { seen: undefined, scroll: 0 }
    entries.set(key, made)
    const [oldest] = entries.keys()
    if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest)
    return made
  }
  const leave = () => {
    entryAt(current).scroll = scrollY
  }

  return {
    /** @returns a function that stops listening */
    start(seen: Seen, prefix: string, open: Open<Seen>): () => void {
      current = keyOf(history.state) ?? Date.now()
      history.replaceState({ key: current }, '')
      const first = entryAt(current)
      first.seen = seen
      first.scroll = savedScroll(current)
      if (first.scroll > 0) scrollTo(0, first.scroll)

      const onPop = (event: PopStateEvent) => {
        const key = keyOf(event.state)
        // A link within the document. The browser has already moved there.
        if (key === undefined) return history.replaceState({ key: current }, '')
        leave()
        current = key
        const pageLocation = locationAt(new URL(location.href), prefix)
        if (pageLocation === undefined) return location.reload()
        void open(pageLocation, entryAt(current))
      }
      const onHide = () =>
        sessionStorage.setItem(SCROLL_KEY, JSON.stringify({ key: current, scroll: scrollY }))
      addEventListener('popstate', onPop)
      addEventListener('pagehide', onHide)
      return () => {
        removeEventListener('popstate', onPop)
        removeEventListener('pagehide', onHide)
      }
    },
    push(pageLocation: PageLocation, prefix: string, open: Open<Seen>): Promise<void> {
      leave()
      current = Math.max(Date.now(), current + 1)
      history.pushState({ key: current }, '', prefix + addressOf(pageLocation.path, pageLocation.query))
      return open(pageLocation, entryAt(current))
    },
    replace(pageLocation: PageLocation, prefix: string, open: Open<Seen>): Promise<void> {
      history.replaceState({ key: current }, '', prefix + addressOf(pageLocation.path, pageLocation.query))
      entries.delete(current)
      return open(pageLocation, entryAt(current))
    },
  }
}

function keyOf(state: unknown): number | undefined {
  if (typeof state !== 'object' || state === null) return undefined
  const key: unknown = Reflect.get(state, 'key')
  return typeof key === 'number' ? key : undefined
}

function savedScroll(key: number): number {
  const saved: unknown = JSON.parse(sessionStorage.getItem(SCROLL_KEY) ?? 'null')
  if (keyOf(saved) !== key) return 0
  const scroll: unknown = Reflect.get(saved as object, 'scroll')
  return typeof scroll === 'number' ? scroll : 0
}
