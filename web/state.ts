import type { Preferences } from '../src/api/page/page.ts'
import type { PageLocation } from './page-location.ts'
import type { ShownJson } from './show.ts'

/** What the server sends along with its HTML, so that the page lives without asking again. */
export interface State {
  readonly pageLocation: PageLocation
  readonly shown: ShownJson
  readonly preferences: Preferences
  readonly prefix: string
  readonly baseUrl: string
  readonly notice: string | null
  /** Names by slug of the categories that the settings write otherwise than their slug. */
  readonly categoryNames: Readonly<Record<string, string>>
  /** Opens feeds, where keys are asked for. */
  readonly feedKey: string | undefined
  /** Whether this browser keeps a key, which can be forgotten. */
  readonly isKeyKept: boolean
  /** Epoch ms: the server's clock, not the reader's. */
  readonly now: number
}

/** Where it stands in the document: a block of data, which no policy takes for a script. */
export const STATE_ID = 'state'
