import { hasNumbers } from './stored.ts'

/** The history entry of the list that the reader came from. */
interface ListEntry {
  /** Position in this tab's history. */
  readonly at: number
  /** Address of the list, below the service's path. */
  readonly address: string
}

/** The `history.state` of an entry. */
export interface EntryState {
  readonly key: number
  readonly at: number
  readonly list?: ListEntry | undefined
}

/** The list from which the view was opened, even through several articles; `undefined` without one. */
export function listBehind(): ListEntry | undefined {
  return stateOf(history.state)?.list
}

export function stateOf(state: unknown): EntryState | undefined {
  return hasNumbers(state, 'key', 'at') ? (state as EntryState) : undefined
}
