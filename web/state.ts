import type { Preferences, Site } from '../src/api/page/page.ts'
import type { PageLocation } from './page-location.ts'
import type { ShownJson } from './show.ts'

/** Data that the server sends with its HTML. The page hydrates without another request. */
export interface State {
  readonly pageLocation: PageLocation
  readonly shown: ShownJson
  readonly preferences: Preferences
  readonly site: Site
  readonly prefix: string
  readonly baseUrl: string
  readonly notice: string | null
  /** Names by slug of the categories that the settings write otherwise than their slug. */
  readonly categoryNames: Readonly<Record<string, string>>
  /** Slugs, those with the most items first. */
  readonly categories: readonly string[]
  /** Key in the addresses of feeds, if the service requires keys. */
  readonly feedKey: string | undefined
  /** Whether this browser keeps a key, which can be forgotten. */
  readonly isKeyKept: boolean
  /** Epoch ms: the server's clock, not the reader's. */
  readonly now: number
}

/** Id of the state's element in the document: a data block, which the page's policy allows. */
export const STATE_ID = 'state'
