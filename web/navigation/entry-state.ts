import { hasNumbers } from './stored.ts'

/** The entry of a list that the reader came from. */
interface ListEntry {
  /** Number of the entry in this tab's history. */
  readonly at: number
  /** Address of the list, below the service's path. */
  readonly address: string
}

/** What the browser keeps of an entry. */
export interface EntryState {
  readonly key: number
  readonly at: number
  readonly list?: ListEntry | undefined
}

/** The list that the shown view was opened from, through any number of articles; `undefined` if there is none. */
export function listBehind(): ListEntry | undefined {
  return stateOf(history.state)?.list
}

export function stateOf(state: unknown): EntryState | undefined {
  return hasNumbers(state, 'key', 'at') ? (state as EntryState) : undefined
}
