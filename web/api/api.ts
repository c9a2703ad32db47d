import { addressOf, type Value } from '../page-location.ts'
import { ProblemError, problemOf } from './problem.ts'
import type {
  Activity,
  ActiveSource,
  Article,
  Category,
  SearchHit,
  Health,
  Item,
  List,
  Source,
  Stats,
  Story,
  Suggestion,
  TrendingItem,
} from './types.ts'

/** Requests an address of the API: by `fetch` in the browser, in process on the server. */
export type Ask = (address: string) => Promise<{ readonly status: number; readonly body: unknown }>

export type Parameters = Readonly<Record<string, Value>>

/** The API as views use it. Every method rejects with a `Problem`. */
export interface Api {
  /** For paths of the API without a method here. */
  get<Body>(path: string, parameters?: Parameters): Promise<Body>
  items(parameters: Parameters): Promise<List<Item>>
  search(parameters: Parameters): Promise<List<SearchHit>>
  trending(parameters: Parameters): Promise<List<TrendingItem>>
  article(id: Value): Promise<Article>
  story(id: Value): Promise<Story>
  suggest(parameters: Parameters): Promise<List<Suggestion>>
  sources(): Promise<List<Source>>
  categories(): Promise<List<Category>>
  stats(parameters?: Parameters): Promise<Stats>
  /** `sources`, each with its item counts of the last days. */
  activeSources(): Promise<readonly ActiveSource[]>
  health(): Promise<Health>
}

export function createApi(ask: Ask): Api {
  const get = async <Body>(path: string, parameters: Parameters = {}): Promise<Body> => {
    const { status, body } = await ask(addressOf(path, parameters))
    if (status !== 200) throw problemOf(status, body)
    return body as Body
  }
  return {
    get,
    items: (parameters) => get('/api/items', parameters),
    search: (parameters) => get('/api/search', parameters),
    trending: (parameters) => get('/api/trending', parameters),
    article: (id) => get('/api/article', { id }),
    story: (id) => get('/api/story', { id }),
    suggest: (parameters) => get('/api/suggest', parameters),
    sources: () => get('/api/sources'),
    categories: () => get('/api/categories'),
    stats: (parameters) => get('/api/stats', parameters),
    activeSources: async () => {
      const [sources, { activity }] = await Promise.all([
        get<List<Source>>('/api/sources'),
        get<{ readonly activity: Activity }>('/api/stats', { fields: 'activity' }),
      ])
      const daysOf = new Map(activity.sources.map(({ id, itemsByDay }) => [id, itemsByDay]))
      return sources.items.map((source) => ({ ...source, itemsByDay: daysOf.get(source.id) ?? [] }))
    },
    health: () => get('/api/health'),
  }
}

/** Requests by `fetch`. Rejects with a `Problem` of status 0 if the service cannot be reached. */
export function askByFetch(prefix: string): Ask {
  return async (address) => {
    let answer: Response
    try {
      answer = await fetch(prefix + address)
    } catch (cause) {
      throw new ProblemError({ status: 0, code: 'offline', detail: '', refused: [] }, { cause })
    }
    const body: unknown = await answer.json().catch(() => undefined)
    return { status: answer.status, body }
  }
}
