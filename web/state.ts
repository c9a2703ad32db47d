import type { Served } from './page-context.ts'
import type { ShownJson } from './show.ts'

/** Data that the server sends with its HTML. The page hydrates without another request. */
export interface State extends Served {
  readonly shown: ShownJson
  /** Names by slug of the categories that the settings write otherwise than their slug. */
  readonly categoryNames: Readonly<Record<string, string>>
}

/** Id of the state's element in the document: a data block, which the page's policy allows. */
export const STATE_ID = 'state'
