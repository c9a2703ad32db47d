import type { Api } from '../api/api.ts'
import { Problem } from '../api/problem.ts'

const MOST = 8

/** Completions of a query; none where the service has nothing to say. Typing goes on either way. */
export async function loadSuggestions(api: Api, q: string): Promise<readonly string[]> {
  try {
    const { items } = await api.get<{ readonly items: readonly Suggestion[] }>('/api/suggest', {
      q,
      limit: MOST,
    })
    return items.map(({ text }) => text)
  } catch (error) {
    if (error instanceof Problem) return []
    throw error
  }
}

interface Suggestion {
  readonly text: string
}
