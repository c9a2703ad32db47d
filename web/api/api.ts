import { addressOf, type Value } from '../page-location.ts'
import { OFFLINE, ProblemError, problemOf } from './problem.ts'
import type {
  Activity,
  ActiveSource,
  Article,
  Health,
  Item,
  List,
  Source,
  Stats,
  Story,
  Suggestion,
  TrendingItem,
} from './types.ts'

/** Requests the API: by `fetch` in the browser, in process on the server. */
export type Ask = (address: string) => Promise<{ readonly status: number; readonly body: unknown }>

export type Parameters = Readonly<Record<string, Value>>

/** By id. */
export type SourceNames = Readonly<Record<string, string>>

/** The API as views use it. */
export type Api = ReturnType<typeof createApi>

/** Every method rejects with a `Problem`. */
export function createApi(ask: Ask) {
  /** For API paths without their own method. */
  const get = async <Body>(path: string, parameters: Parameters = {}): Promise<Body> => {
    const { status, body } = await ask(addressOf(path, parameters))
    if (status !== 200) throw problemOf(status, body)
    return body as Body
  }
  const sources = () => get<List<Source>>('/api/sources')
  return {
    get,
    items: (parameters: Parameters) => get<List<Item>>('/api/items', parameters),
    trending: (parameters: Parameters) => get<List<TrendingItem>>('/api/trending', parameters),
    article: (id: Value) => get<Article>('/api/article', { id }),
    story: (parameters: Parameters) => get<Story>('/api/story', parameters),
    suggest: (parameters: Parameters) => get<List<Suggestion>>('/api/suggest', parameters),
    sources,
    /** Names of sources by id. Sources that are no longer configured have none. */
    sourceNames: async (ids: readonly string[]): Promise<SourceNames> => {
      if (ids.length === 0) return {}
      const { items } = await get<List<Pick<Source, 'id' | 'name'>>>('/api/sources', { fields: 'id,name' })
      return Object.fromEntries(items.flatMap(({ id, name }) => (ids.includes(id) ? [[id, name]] : [])))
    },
    stats: (parameters?: Parameters) => get<Stats>('/api/stats', parameters),
    /** `sources`, each with its item counts of the last days. */
    activeSources: async (): Promise<readonly ActiveSource[]> => {
      const [{ items }, { activity }] = await Promise.all([
        sources(),
        get<{ readonly activity: Activity }>('/api/stats', { fields: 'activity' }),
      ])
      const daysOf = new Map(activity.sources.map(({ id, itemsByDay }) => [id, itemsByDay]))
      return items.map((source) => ({ ...source, itemsByDay: daysOf.get(source.id) ?? [] }))
    },
    health: () => get<Health>('/api/health'),
  }
}

/** Requests by `fetch`. Rejects with a `Problem` of status 0 if the service cannot be reached. */
export function askByFetch(prefix: string): Ask {
  return async (address) => {
    let answer: Response
    try {
      answer = await fetch(prefix + address)
    } catch (cause) {
      throw new ProblemError(OFFLINE, { cause })
    }
    const body: unknown = await answer.json().catch(() => undefined)
    return { status: answer.status, body }
  }
}
