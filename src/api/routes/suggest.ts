import * as z from 'zod'
import type { Suggestion } from '../../model/search.ts'
import { MINUTE_MS } from '../../model/time.ts'
import { wholeListDraft } from '../answer/drafts.ts'
import { text, wholeNumber } from '../query/parameters.ts'
import { json, PROBLEMS } from '../schemas/problem.ts'
import { SuggestionsBody } from '../schemas/service.ts'
import { route } from './route.ts'

const SuggestQuery = z.strictObject({
  q: text({ min: 1, max: 100 }).describe('The text typed so far; its last word is completed.'),
  limit: wholeNumber({ min: 1, max: 50 }, 10).default(10).describe('How many at most.'),
})

/** GET /api/suggest: completes a query that is being typed. */
export const suggestRoute = route(
  '/api/suggest',
  {
    operationId: 'suggest',
    tags: ['items'],
    summary: 'Complete a query',
    description: 'Words that begin with the last word typed, sources, categories, and stories.',
    querystring: SuggestQuery,
    response: { 200: json('What completes the query.', SuggestionsBody), ...PROBLEMS },
  },
  ({ search, now }) =>
    ({ q, limit }) => ({
      maxAgeSeconds: 60,
      tickMs: MINUTE_MS,
      isOfSearch: true,
      build: async () => {
        const at = Math.floor(now() / MINUTE_MS) * MINUTE_MS
        const suggestions = await search.suggest(q, limit, at)
        return wholeListDraft(suggestions.map(suggestionJson), limit, { q })
      },
    }),
)

function suggestionJson(suggestion: Suggestion): z.input<typeof SuggestionsBody>['items'][number] {
  const { kind, text, itemCount } = suggestion
  return {
    kind,
    text,
    itemCount,
    sourceId: suggestion.kind === 'source' ? suggestion.sourceId : null,
    storyId: suggestion.kind === 'story' ? suggestion.storyId : null,
  }
}
