import type { Preferences } from '../src/http/page/page.ts'
import type { Place } from './place.ts'
import type { ShownJson } from './show.ts'

/** What the server sends along with its HTML, so that the page lives without asking again. */
export interface State {
  readonly place: Place
  readonly shown: ShownJson
  readonly preferences: Preferences
  readonly prefix: string
  readonly baseUrl: string
  readonly notice: string | null
  /** Opens feeds, where keys are asked for. */
  readonly feedKey: string | undefined
  /** Epoch ms: the server's clock, not the reader's. */
  readonly now: number
}

/** Where it stands in the document: a block of data, which no policy takes for a script. */
export const STATE_ID = 'state'
