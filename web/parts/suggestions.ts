import type { Api } from '../api/api.ts'
import { unlessProblem } from '../api/problem.ts'
import type { Suggestion } from '../api/types.ts'
import { addressOf } from '../page-location.ts'
import { nameOf, type Words } from '../words/words.ts'

const MAX_SUGGESTIONS = 8

/** Longest text that the API completes, in characters. */
const MAX_LENGTH = 100

/** Suggestions for a query; none if the request fails, since typing must continue. */
export async function loadSuggestions(
  api: Api,
  q: string,
  limit = MAX_SUGGESTIONS,
): Promise<readonly Suggestion[]> {
  if (q.length > MAX_LENGTH) return []
  return (await unlessProblem(api.suggest({ q, limit }), { items: [] })).items
}

/** The address of a suggestion: a search, a list or a story. */
export function suggestionAddress({ kind, text, sourceId, storyId }: Suggestion): string {
  if (kind === 'source') return addressOf('/list', { source: sourceId })
  if (kind === 'category') return addressOf('/list', { category: text })
  if (kind === 'story') return addressOf('/story', { id: storyId })
  return addressOf('/search', { q: text })
}

export function suggestionText({ kind, text }: Suggestion, words: Words): string {
  return kind === 'category' ? nameOf(text, words.categories) : text
}
