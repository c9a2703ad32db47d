import { nearest } from '../../model/nearest.ts'

/** The paths of all routes, including those with parameters: `/icons/:source`. */
export class KnownPaths {
  readonly #allowed = new Map<string, string>()
  readonly #patterns: { readonly pattern: RegExp; readonly allowed: string }[] = []

  /** @param url of a route, as Fastify writes it */
  add(url: string, methods: readonly string[]): void {
    const allowed = methods.includes('GET') ? READ : methods.includes('POST') ? 'POST, OPTIONS' : undefined
    if (allowed === undefined || this.#allowed.get(url) === READ) return
    if (!url.includes(':')) this.#allowed.set(url, allowed)
    else this.#patterns.push({ pattern: new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]+')}$`), allowed })
  }

  /** The methods in the form of `Allow`; `undefined` if the path has no route. */
  allowedOn(path: string): string | undefined {
    return this.#allowed.get(path) ?? this.#patterns.find(({ pattern }) => pattern.test(path))?.allowed
  }

  has(path: string): boolean {
    return this.allowedOn(path) !== undefined
  }

  /** Whether a route without parameters has this path. */
  hasFixed(path: string): boolean {
    return this.#allowed.has(path)
  }

  /**
   * What an unknown path may mean: the path that it goes on from, else the one with a similar last part, in the same
   * folder or anywhere, else the few below it. An extension may be too much. Empty if many would be possible.
   */
  near(unknown: string): readonly string[] {
    const paths = [...this.#allowed.keys()].filter((path) => !path.endsWith('/'))
    const begun = paths.find((path) => unknown.startsWith(`${path}/`))
    if (begun !== undefined) return [begun]

    const bare = unknown.replace(/(?:\.\w+)?\/*$/, '')
    const meant = [unknown, bare].map((path) => OTHER_NAMES.get(nameOf(path).toLowerCase())).find(Boolean)
    if (meant !== undefined) return meant
    const names = paths.map(nameOf)
    const name = nearest(nameOf(unknown), names) ?? nearest(nameOf(bare), names)
    const alike = paths.filter((path) => nameOf(path) === name)
    const beside = alike.filter((path) => folderOf(path) === folderOf(unknown))
    const below = paths.filter((path) => path.startsWith(`${bare}/`))
    return [beside, alike].find(({ length }) => length === 1) ?? (below.length <= MAX_BELOW ? below : [])
  }
}

const READ = 'GET, HEAD, OPTIONS'

const MAX_BELOW = 5

/** Paths by the names that other services give to theirs. */
const OTHER_NAMES: ReadonlyMap<string, readonly string[]> = new Map(
  [
    { paths: ['/api/items'], names: ['entries', 'articles', 'news', 'posts', 'everything', 'latest'] },
    {
      paths: ['/api/trending', '/api/items?distinct=story'],
      names: ['stories', 'clusters', 'top-headlines'],
    },
    { paths: ['/api/sources'], names: ['feeds', 'subscriptions'] },
    { paths: ['/api/categories'], names: ['topics', 'folders', 'tags'] },
    { paths: ['/api/changes'], names: ['export', 'events', 'stream'] },
    { paths: ['/sources.opml'], names: ['opml', 'feeds.opml', 'subscriptions.opml'] },
    { paths: ['/api-docs.json'], names: ['openapi', 'swagger'] },
  ].flatMap(({ paths, names }) => names.map((name) => [name, paths] as const)),
)

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'))
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
