import * as z from 'zod'
import { SEARCH_ORDERS } from '../../model/filter.ts'
import type { HitParts } from '../../model/hit-parts.ts'
import type { itemJson } from '../../model/item.ts'
import type { QueryNode } from '../../model/search.ts'
import { MINUTE_MS, SECOND_MS } from '../../model/time.ts'
import { highlight } from '../../search/highlight/highlight.ts'
import { highlightPassage } from '../../search/highlight/long-text.ts'
import type { ReadStore } from '../../store/read-store.ts'
import { cursorOf, listDraft } from '../answer/drafts.ts'
import { itemEntries } from '../answer/item-entries.ts'
import { filterShape } from '../query/filters.ts'
import { itemFilter, movesWithTime, resolveStory } from '../query/item-query.ts'
import { checkList, FILTER_NAMES, projectionShape, pageShape, sortParameter } from '../query/list-query.ts'
import { flag } from '../query/parameters.ts'
import { MATCH, readSearch, SEARCH_TEXT } from '../query/search-text.ts'
import { SearchBody, SEARCH_FIELDS } from '../schemas/item.ts'
import { json, PROBLEMS } from '../schemas/problem.ts'
import { route } from './route.ts'

const PATH = '/api/search'

const SearchQuery = z
  .strictObject({
    q: SEARCH_TEXT,
    match: MATCH,
    ...filterShape,
    sort: sortParameter(SEARCH_ORDERS, 'relevance'),
    explain: flag(false).describe('`true` adds `explanation` to each item: how its relevance was computed.'),
    ...pageShape(20),
    ...projectionShape(SEARCH_FIELDS),
  })
  .superRefine(checkList)

const ECHOED_PARAMETERS = ['q', 'match', ...FILTER_NAMES, 'sort']

/** GET /api/search: the items that match a query, best first. */
export const searchRoute = route(
  PATH,
  {
    operationId: 'searchItems',
    tags: ['items'],
    summary: 'Search items',
    description: 'Case and accents do not matter, and inflections of a word match each other.',
    querystring: SearchQuery,
    response: { 200: json('A page of items found.', SearchBody), ...PROBLEMS },
  },
  ({ store, search, now }) =>
    (query) => {
      // Relevance fades with age, so every search changes slowly.
      const tickMs = movesWithTime(query) ? SECOND_MS : MINUTE_MS
      return {
        maxAgeSeconds: 15,
        tickMs,
        isOfSearch: true,
        build: async () => {
          const { node, text, ignoredOperators } = await readSearch(store, query.q)
          const cursor = cursorOf(PATH, query)
          const at = cursor?.at ?? Math.floor(now() / tickMs) * tickMs
          const filter = await resolveStory(store, itemFilter(query, at))
          const window = { limit: query.limit, offset: query.offset ?? 0, after: cursor?.walk }
          const explain = query.explain || query.fields?.includes('explanation') === true
          const selection = await search.find(node, filter, query.sort, window, at, {
            explain,
            allWords: query.match === 'all',
          })
          const hits = new Map(selection.hits.map((hit) => [hit.id, hit]))
          const ids = [...hits.keys()]
          const wanted = query.fields === undefined || query.fields.includes('highlights')
          const highlights = wanted ? await findHighlights(store, ids, selection.answered ?? node) : undefined
          const entries = await itemEntries(store, ids, query, (id) => ({
            relevance: hits.get(id)?.relevance ?? 0,
            ...(wanted ? { highlights: highlights?.get(id) ?? NO_HIGHLIGHTS } : {}),
            ...(explain ? { explanation: hits.get(id)?.parts ?? NO_PARTS } : {}),
          }))
          return listDraft(PATH, query, ECHOED_PARAMETERS, {
            entries,
            total: selection.total,
            before: selection.before,
            next: selection.next,
            at,
            query: { q: text },
            more: {
              relaxed: selection.relaxed === true,
              corrected: selection.corrected ?? null,
              ignoredOperators,
            },
          })
        },
      }
    },
)

/** Values while the index in memory is not ready. */
const NO_PARTS: HitParts = { words: [], recency: 1, coverage: 1, titlePhrase: 1, feedback: 0, score: 0 }

/** HTML whose only tag is `<mark>`. */
interface Highlights {
  readonly title: string
  readonly summary: string
}

const NO_HIGHLIGHTS: Highlights = { title: '', summary: '' }

/** Characters of a passage: as long as a summary. */
const PASSAGE = 300

/** Items per page whose content is searched; the others show their summary unchanged. */
const MAX_PASSAGES = 50

/**
 * Marks the words of a query in titles and summaries. If a summary has none of them, the best passage of the content
 * replaces it.
 */
async function findHighlights(
  store: ReadStore,
  ids: readonly number[],
  node: QueryNode,
): Promise<Map<number, Highlights>> {
  const highlights = new Map<number, Highlights>()
  const languages = new Map<number, string | null>()
  // The answer sends the same JSON, and the store reads it only once.
  for (const { id, json } of await store.findItemJson(ids)) {
    const { title, summary, language } = JSON.parse(json.toString()) as ReturnType<typeof itemJson>
    const marked = highlight(summary ?? '', node, language)
    highlights.set(id, { title: highlight(title, node, language, { field: 'title' }), summary: marked })
    if (!marked.includes('<mark>') && languages.size < MAX_PASSAGES) languages.set(id, language)
  }
  if (languages.size === 0) return highlights

  for (const [id, text] of await store.findTexts([...languages.keys()])) {
    const passage = highlightPassage(text, node, languages.get(id) ?? null, PASSAGE)
    const known = highlights.get(id)
    if (passage !== undefined && known !== undefined) highlights.set(id, { ...known, summary: passage })
  }
  return highlights
}
