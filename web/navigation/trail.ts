import { isObject, readStored, writeStored } from './stored.ts'

const KEY = 'digest-trail'

/** The contents of a list, in order. */
export interface Trail {
  readonly articles: readonly number[]
  readonly stories: readonly number[]
}

const NO_TRAIL: Trail = { articles: [], stories: [] }

const isTrail = (value: unknown): value is Trail =>
  isObject(value) && ['articles', 'stories'].every((name) => Array.isArray(Reflect.get(value, name)))

/**
 * Saves a view's headlines and stories as the current list. It lasts until the tab is closed.
 *
 * @param path of the view; a story's reports do not replace the list of stories
 */
export function rememberTrail(path: string): void {
  const idsOf = (links: string, idOf: (link: HTMLAnchorElement) => unknown) => [
    ...new Set([...document.querySelectorAll<HTMLAnchorElement>(links)].map((link) => Number(idOf(link)))),
  ]
  const trail: Trail = {
    articles: idsOf('main a[data-item]', ({ dataset }) => dataset['item']),
    stories:
      path === '/story'
        ? readTrail().stories
        : idsOf('main a[href*="/story?id="]', ({ href }) => new URL(href).searchParams.get('id')),
  }
  writeStored(KEY, trail, 'sessionStorage')
}

/** The neighbours of an article or story in the list from which it was opened. */
export function neighboursOf(
  kind: keyof Trail,
  id: number,
): { readonly previous?: number | undefined; readonly next?: number | undefined } {
  const ids = readTrail()[kind]
  const at = ids.indexOf(id)
  return at === -1 ? {} : { previous: ids[at - 1], next: ids[at + 1] }
}

function readTrail(): Trail {
  return readStored(KEY, isTrail, NO_TRAIL, 'sessionStorage')
}
