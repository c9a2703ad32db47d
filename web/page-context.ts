import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { PageRequest } from '../src/api/page/page.ts'
import type { Api, Parameters } from './api/api.ts'
import { subscribed } from './feed-links.ts'
import type { NewCounts } from './navigation/new-counts.ts'
import type { SavedItem } from './navigation/saved-items.ts'
import { addressOf, type PageLocation } from './page-location.ts'
import type { Words } from './words/words.ts'

/** The service's description of itself and of the request. On the page, `now` advances every minute. */
export interface Served extends Pick<
  PageRequest,
  'prefix' | 'baseUrl' | 'preferences' | 'site' | 'storeId' | 'notice' | 'isKeyKept' | 'now'
> {
  readonly pageLocation: PageLocation
  /** Slugs of categories with items, most items first. */
  readonly categories: readonly string[]
  /** Key in feed addresses, if the service requires keys. */
  readonly feedKey: string | undefined
}

/** Values for all components. */
export interface PageContext extends Served {
  readonly words: Words
  /** IANA name: UTC until hydration, then the reader's. */
  readonly timeZone: string
  /** Whether scripts run: false on the server and in the first render. */
  readonly isLive: boolean
  /** `undefined` on the server, where everything is loaded in advance. */
  readonly api: Api | undefined
  /** Makes a link to an address below the service's path. */
  readonly link: (path: string, query?: Parameters) => string
  /** Makes a link to a feed, with the feed key if one is required, so that feed readers can use it unchanged. */
  readonly feedLink: (path: string, query?: Parameters) => string
  /** Opens a view by its address below the service's path. */
  readonly go: (address: string) => void
  /** Values that views restore when going back. They live as long as the document. */
  readonly kept: Map<string, unknown>
  /** When the shown copy was made, epoch ms; `undefined` for a current view. */
  readonly keptAt: number | undefined
  /** Views opened since the document was loaded. A key for components that must not outlive a view. */
  readonly visit: number
  /** Ids of articles that this browser opened. */
  readonly read: ReadonlySet<number>
  readonly markRead: (ids: readonly number[]) => void
  readonly toggleRead: (id: number) => void
  /** Items first seen after this time are new to the reader, epoch ms; `null` in a first visit. */
  readonly newSince: number | null
  /** New stories in the view. */
  readonly newCounts: NewCounts
  /** Whether lists hide read articles. */
  readonly hidesRead: boolean
  readonly hideRead: (hides: boolean) => void
  /** Saved articles, latest first. */
  readonly saved: readonly SavedItem[]
  readonly toggleSaved: (item: Omit<SavedItem, 'savedAt'>) => void
}

export const Context = createContext<PageContext | undefined>(undefined)

export function usePage(): PageContext {
  const page = useContext(Context)
  if (page === undefined) throw new Error('used outside of the page')
  return page
}

/** Makers of links: to addresses below the service's path, and to feeds. */
type Links = Pick<PageContext, 'link' | 'feedLink'>

export function linksOf({ prefix, feedKey }: Pick<PageContext, 'prefix' | 'feedKey'>): Links {
  return {
    link: (path, query) => prefix + addressOf(path, query),
    feedLink: (path, query) => prefix + addressOf(path, { ...subscribed(query), key: feedKey }),
  }
}
