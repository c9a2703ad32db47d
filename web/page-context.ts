import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { PageRequest } from '../src/api/page/page.ts'
import type { Api, Parameters } from './api/api.ts'
import { FEED_ORDER } from './feed-links.ts'
import type { NewCounts } from './navigation/new-counts.ts'
import type { SavedItem } from './navigation/saved-items.ts'
import { addressOf, type PageLocation } from './page-location.ts'
import type { Words } from './words/words.ts'

/** What the service says of itself and of the request. On the page, `now` moves on by the minute. */
export interface Served extends Pick<
  PageRequest,
  'prefix' | 'baseUrl' | 'preferences' | 'site' | 'storeId' | 'notice' | 'isKeyKept' | 'now'
> {
  readonly pageLocation: PageLocation
  /** Slugs of the categories that have items, those with the most first. */
  readonly categories: readonly string[]
  /** Key in the addresses of feeds, if the service requires keys. */
  readonly feedKey: string | undefined
}

/** Values that every part of the page can use. */
export interface PageContext extends Served {
  readonly words: Words
  /** IANA name: UTC on the server and until the page lives, then the reader's. */
  readonly timeZone: string
  /** Whether scripts run: false on the server and in the first render. */
  readonly isLive: boolean
  /** `undefined` on the server, where everything was loaded before. */
  readonly api: Api | undefined
  /** Makes a link to an address below the service's path. */
  readonly link: (path: string, query?: Parameters) => string
  /** Makes a link to a feed. It has the feed key if one is required, so a feed reader can use it unchanged. */
  readonly feedLink: (path: string, query?: Parameters) => string
  /** Opens a view by its address below the service's own. */
  readonly go: (address: string) => void
  /** Values that parts of a view restore on the way back. They live as long as the document. */
  readonly kept: Map<string, unknown>
  /** When the shown copy of a view was made, epoch ms; `undefined` if the view is current. */
  readonly keptAt: number | undefined
  /** Number of views opened since the document was loaded. Used as a key for parts that must not outlive a view. */
  readonly visit: number
  /** Ids of articles that this browser opened. */
  readonly read: ReadonlySet<number>
  readonly markRead: (ids: readonly number[]) => void
  readonly toggleRead: (id: number) => void
  /** Items first seen after this time are new to the reader, epoch ms; `null` in a first visit. */
  readonly newSince: number | null
  /** New stories of the shown view. */
  readonly newCounts: NewCounts
  /** Whether lists leave out what was read. */
  readonly hidesRead: boolean
  readonly hideRead: (hides: boolean) => void
  /** Articles that this browser keeps, latest first. */
  readonly saved: readonly SavedItem[]
  readonly toggleSaved: (item: Omit<SavedItem, 'savedAt'>) => void
}

export const Context = createContext<PageContext | undefined>(undefined)

export function usePage(): PageContext {
  const page = useContext(Context)
  if (page === undefined) throw new Error('used outside of the page')
  return page
}

/** The links of a page: to addresses below the service's path, and to feeds. */
type Links = Pick<PageContext, 'link' | 'feedLink'>

export function linksOf({ prefix, feedKey }: Pick<PageContext, 'prefix' | 'feedKey'>): Links {
  return {
    link: (path, query) => prefix + addressOf(path, query),
    feedLink: (path, query) => prefix + addressOf(path, { ...query, ...FEED_ORDER, key: feedKey }),
  }
}
