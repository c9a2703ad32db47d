import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { Suggestion } from '../../model/search.ts'
import { MINUTE_MS } from '../../model/time.ts'
import { JSON_TYPE } from '../answer/answer.ts'
import type { Plan } from '../answer/answers.ts'
import { jsonBytes, listBytes } from '../bodies/envelope.ts'
import type { RouteDeps } from '../deps.ts'
import { text, wholeNumber } from '../query/parameters.ts'
import { canonicalQuery } from '../query/query-string.ts'
import { json, PROBLEMS } from '../schemas/problem.ts'
import { SuggestionsBody } from '../schemas/suggestion.ts'

const PATH = '/api/suggest'

const SuggestQuery = z.strictObject({
  q: text({ min: 1, max: 100 }).describe('The text typed so far; its last word is completed.'),
  limit: wholeNumber({ min: 1, max: 50 }, 10).default(10).describe('How many at most.'),
})

/** GET /api/suggest: completes a query that is being typed. */
export const suggestRoute: FastifyPluginAsyncZod<RouteDeps> = async (app, deps) => {
  const schema = {
    operationId: 'suggest',
    tags: ['items'],
    summary: 'Complete a query',
    description:
      'Words that begin with the last word typed, sources, categories, and stories. After a space there is nothing to complete.',
    querystring: SuggestQuery,
    response: { 200: json('What completes the query.', SuggestionsBody), ...PROBLEMS },
  }

  app.get(PATH, { schema }, (request, reply) => deps.answer(request, reply, suggestPlan(deps, request.query)))
}

function suggestPlan(deps: RouteDeps, query: z.output<typeof SuggestQuery>): Plan {
  return {
    key: `${PATH}?${canonicalQuery(query)}`,
    mimeType: JSON_TYPE,
    maxAgeSeconds: 60,
    tickMs: MINUTE_MS,
    isOfSearch: true,
    build: async () => {
      const now = Math.floor(deps.now() / MINUTE_MS) * MINUTE_MS
      const suggestions = await deps.search.suggest(query.q, query.limit, now)
      const entries = suggestions.map((each) => jsonBytes(suggestionJson(each)))
      const envelope = {
        total: entries.length,
        limit: query.limit,
        offset: 0,
        nextCursor: null,
        query: { q: query.q },
      }
      return { bytes: (asOf) => listBytes(entries, envelope, asOf) }
    },
  }
}

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
