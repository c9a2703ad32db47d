import { readStored, writeStored } from './stored.ts'

const KEY = 'digest-trail'

/** The list that an article was opened from. It gives the next article and the way back. */
export interface Trail {
  /** Address of the list, below the service's path. */
  readonly address: string
  /** Ids of its articles, in the list's order. */
  readonly ids: readonly number[]
}

const isTrail = (value: unknown): value is Trail =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'address') === 'string' &&
  Array.isArray(Reflect.get(value, 'ids'))

/** Saves the headlines of the view as the list that articles are opened from. It lasts until the tab is closed. */
export function rememberTrail(address: string): void {
  const headlines = [...document.querySelectorAll<HTMLElement>('main a[data-item]')]
  const ids = [...new Set(headlines.map(({ dataset }) => Number(dataset['item'])))]
  writeStored(KEY, { address, ids }, sessionStorage)
}

/** `undefined` if the article was not opened from a list. */
export function trailOf(id: number): Trail | undefined {
  const trail = readStored<Trail | null>(KEY, (value): value is Trail => isTrail(value), null, sessionStorage)
  return trail?.ids.includes(id) === true ? trail : undefined
}
