import { type Change, follow } from './changes.ts'
import { type List, listOf } from './list.ts'
import { type Asked, type ClientOptions, createAsk } from './requests.ts'
import type {
  Answer,
  ApiPath,
  Article,
  Cancellable,
  Category,
  FieldName,
  FoundItem,
  Health,
  Item,
  Picked,
  PickedStory,
  Query,
  QueryFor,
  Source,
  Stats,
  Suggestion,
  TrendingItem,
} from './types.ts'

export type { Change, PutChange, Restart } from './changes.ts'
export type { List } from './list.ts'
export { DigestProblem, type ProblemCode } from './problem.ts'
export type { ClientOptions } from './requests.ts'
export type * from './types.ts'

export type ListOf<Path extends ApiPath, Entry> = List<
  Omit<Answer<Path>, 'items'> & { readonly items: readonly Entry[] }
>

/** A service as its interface describes it. Requests reject with a `DigestProblem`. */
export interface DigestClient {
  items<const Name extends FieldName<'/api/items'> = never>(
    query?: QueryFor<'/api/items', Name>,
  ): ListOf<'/api/items', Picked<Item, Name>>
  search<const Name extends FieldName<'/api/search'> = never>(
    query: QueryFor<'/api/search', Name>,
  ): ListOf<'/api/search', Picked<FoundItem, Name>>
  /** The growing stories, each as its representative item. */
  trending<const Name extends FieldName<'/api/trending'> = never>(
    query?: QueryFor<'/api/trending', Name>,
  ): ListOf<'/api/trending', Picked<TrendingItem, Name>>
  sources<const Name extends FieldName<'/api/sources'> = never>(
    query?: QueryFor<'/api/sources', Name>,
  ): ListOf<'/api/sources', Picked<Source, Name>>
  categories(query?: Cancellable): ListOf<'/api/categories', Category>
  suggestions(query: Query<'/api/suggest'>): ListOf<'/api/suggest', Suggestion>
  /** By `id`, or by any `url` of a sighting. */
  article<const Name extends FieldName<'/api/article'> = never>(
    query: QueryFor<'/api/article', Name>,
  ): Promise<Picked<Article, Name>>
  /** `fields` names fields of the story, and of its items as `items.title`. */
  story<const Name extends FieldName<'/api/story'> = never>(
    query: QueryFor<'/api/story', Name>,
  ): Promise<PickedStory<Name>>
  stats<const Name extends FieldName<'/api/stats'> = never>(
    query?: QueryFor<'/api/stats', Name>,
  ): Promise<Picked<Stats, Name>>
  /** Also answers while the service reports that it is down. */
  health(query?: Cancellable): Promise<Health>
  /** New, changed and deleted items after `since`, until the signal is aborted or the loop is left. */
  changes<const Name extends FieldName<'/api/changes'> = never>(
    query?: QueryFor<'/api/changes', Name>,
  ): AsyncGenerator<Change<Name>, void>
  /** Any path of the interface. */
  get<Path extends ApiPath>(path: Path, query?: Query<Path>): Promise<Answer<Path>>
}

/**
 * Makes a client of a service.
 *
 * @param baseUrl address of the service, with its path if any; in a browser a path is enough
 * @throws TypeError if it is not an address
 */
export function createClient(baseUrl: string | URL, options: ClientOptions = {}): DigestClient {
  // The caller's own fetch may resolve paths.
  if (options.fetch === undefined && !isAddress(baseUrl))
    throw new TypeError(`the address of the service must begin with http:// or https://, got '${baseUrl}'`)
  const ask = createAsk(String(baseUrl).replace(/\/+$/, ''), options)
  const get = (path: ApiPath, { signal, ...query }: Asked = {}, accepts?: number) =>
    ask(path, query, { signal, accepts })
  const list =
    (path: ApiPath) =>
    (query: Asked = {}) =>
      listOf(ask, path, query)
  const one =
    (path: ApiPath) =>
    (query: Asked = {}) =>
      get(path, query)
  const client = {
    items: list('/api/items'),
    search: list('/api/search'),
    trending: list('/api/trending'),
    sources: list('/api/sources'),
    categories: list('/api/categories'),
    suggestions: list('/api/suggest'),
    article: one('/api/article'),
    story: one('/api/story'),
    stats: one('/api/stats'),
    health: (query: Asked = {}) => get('/api/health', query, 503),
    changes: (query: Asked = {}) => follow(ask, query),
    get: (path: ApiPath, query: Asked = {}) => get(path, query),
  }
  // A test checks that the description matches the answers, so the types hold.
  return client as unknown as DigestClient
}

function isAddress(baseUrl: string | URL): boolean {
  const { location } = globalThis as { readonly location?: { readonly href: string } }
  try {
    return /^https?:$/.test(new URL(baseUrl, location?.href).protocol)
  } catch {
    return false
  }
}
