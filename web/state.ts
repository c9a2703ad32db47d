import type { Served } from './page-context.ts'
import type { ShownJson } from './show.ts'

/** The state that the server sends with its HTML, so that the page hydrates without a request. */
export interface State extends Served {
  readonly shown: ShownJson
  /** Configured names by slug, of categories whose name differs from their slug. */
  readonly categoryNames: Readonly<Record<string, string>>
}

/** Id of the state's element: a data block, which the content security policy allows. */
export const STATE_ID = 'state'
