import { addressOf, type PageLocation } from '../page-location.ts'
import { type EntryState, stateOf } from './entry-state.ts'
import { locationAt } from './links.ts'
import { restorePlace } from './place.ts'
import { isObject, readStored, writeStored } from './stored.ts'

/** State of a history entry, kept while the document lives. */
export interface Entry<Seen> {
  /** The shown view, for going back without loading. */
  seen: Seen | undefined
  /** Vertical position, px. */
  scroll: number
}

/** @param left the previous view, when going back or forward */
type Open<Seen> = (pageLocation: PageLocation, entry: Entry<Seen>, left?: PageLocation) => Promise<void>

/** Entries that keep view and position. Older ones load again. */
const MAX_ENTRIES = 30

/** Key in session storage, so that positions survive a reload and visits to other sites. */
const KEY = 'digest-scroll'

/** Positions by entry, and the entry and view that were left. */
interface Left {
  readonly scrolls: Readonly<Record<number, number>>
  readonly state: EntryState
  readonly view: PageLocation
}

/** The browser's history, with view and scroll position of each entry. */
export function createHistory<Seen extends { readonly pageLocation: PageLocation }>() {
  const entries = new Map<number, Entry<Seen>>()
  let current: EntryState = { key: 0, at: 0 }
  let shown: PageLocation = { path: '', query: {} }
  let scrolls: Readonly<Record<number, number>> = {}

  const entryAt = (key: number): Entry<Seen> => {
    const known = entries.get(key)
    if (known !== undefined) return known
    const made: Entry<Seen> = { seen: undefined, scroll: scrolls[key] ?? 0 }
    entries.set(key, made)
    const [oldest] = entries.keys()
    if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest)
    return made
  }
  const leave = () => {
    entryAt(current.key).scroll = scrollY
  }

  return {
    /** @param signal ends it */
    start(seen: Seen, prefix: string, open: Open<Seen>, signal: AbortSignal): void {
      const left = readStored<Left | null>(KEY, isLeft, null, 'sessionStorage')
      scrolls = left?.scrolls ?? {}
      const known = stateOf(history.state)
      shown = seen.pageLocation
      current = known ?? stateAfter(left, shown)
      history.replaceState(current, '')
      const first = entryAt(current.key)
      first.seen = seen
      if (known !== undefined) restorePlace(first.scroll, left?.view)

      const onPop = (event: PopStateEvent) => {
        const state = stateOf(event.state)
        // A link within the document. The browser has already moved there.
        if (state === undefined) return history.replaceState(current, '')
        leave()
        current = state
        const pageLocation = locationAt(new URL(location.href), prefix)
        if (pageLocation === undefined) return location.reload()
        void open(pageLocation, entryAt(current.key), shown)
        shown = pageLocation
      }
      const onHide = () => {
        leave()
        const positions = [...entries].map(([key, { scroll }]) => [key, scroll])
        const saved: Left = { scrolls: Object.fromEntries(positions), state: current, view: shown }
        writeStored(KEY, saved, 'sessionStorage')
      }
      addEventListener('popstate', onPop, { signal })
      addEventListener('pagehide', onHide, { signal })
    },
    /** @param list address of the list that is left; without it, the view belongs to the current list */
    push(pageLocation: PageLocation, prefix: string, open: Open<Seen>, list?: string): Promise<void> {
      const address = addressOf(pageLocation.path, pageLocation.query)
      // The same address again is no further entry, as browsers have it.
      if (address === addressOf(shown.path, shown.query)) {
        return open(pageLocation, Object.assign(entryAt(current.key), { seen: undefined, scroll: 0 }))
      }
      leave()
      const key = Math.max(Date.now(), current.key + 1)
      const own = list === undefined ? current.list : { at: current.at, address: list }
      current = { key, at: current.at + 1, list: own }
      shown = pageLocation
      history.pushState(current, '', prefix + address)
      return open(pageLocation, entryAt(key))
    },
    replace(pageLocation: PageLocation, prefix: string, open: Open<Seen>): Promise<void> {
      history.replaceState(current, '', prefix + addressOf(pageLocation.path, pageLocation.query))
      entries.delete(current.key)
      return open(pageLocation, entryAt(current.key))
    },
    /** Goes back to the list from which the view was opened. @returns whether there is one */
    backToList(): boolean {
      if (current.list === undefined) return false
      history.go(current.list.at - current.at)
      return true
    },
  }
}

/** A new entry has no state. The same view with sound or pictures is a new document of the tab. */
function stateAfter(left: Left | null, { path, query }: PageLocation): EntryState {
  if (left?.view.path !== path || left.view.query['id'] !== query['id']) return { key: Date.now(), at: 0 }
  return { ...left.state, key: Date.now(), at: left.state.at + 1 }
}

const isLeft = (value: unknown): value is Left =>
  isObject(value) &&
  ['scrolls', 'view'].every((name) => isObject(Reflect.get(value, name))) &&
  stateOf(Reflect.get(value, 'state')) !== undefined
