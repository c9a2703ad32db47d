import type { Query } from '../page-location.ts'
import { codeName, nameOf, type Words } from '../words/words.ts'
import type { Facets } from './facets.ts'

/** The names that a view is limited to, for the document's title; empty for a view of everything. */
export function chosenNames({ sources }: Facets, words: Words, query: Query): string {
  const chosen = (name: string) => (query[name] ?? '').split(',').filter((one) => /^[^-]/.test(one))
  return [
    ...chosen('source').map((id) => sources.find(({ value }) => value === id)?.label ?? id),
    ...chosen('category').map((category) => nameOf(category, words.categories)),
    ...chosen('region').map((code) => codeName(code, 'region', words)),
    ...chosen('language').map((code) => codeName(code, 'language', words)),
  ].join(', ')
}
