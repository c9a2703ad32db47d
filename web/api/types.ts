import type { z } from 'zod'
import type { ArticleBody, SearchHitBody, ItemBody, TrendingItemBody } from '../../src/api/schemas/item.ts'
import type { ProblemBody } from '../../src/api/schemas/problem.ts'
import type { CategoryBody, HealthBody, SourceBody, StatsBody } from '../../src/api/schemas/service.ts'
import type { SuggestionsBody } from '../../src/api/schemas/service.ts'
import type { StoryBody } from '../../src/api/schemas/story.ts'

// Types from the API's own schemas, so the page and the API cannot differ.
export type Item = z.output<typeof ItemBody>
type SearchHitFields = z.output<typeof SearchHitBody>
export interface SearchHit extends Item {
  readonly relevance: NonNullable<SearchHitFields['relevance']>
  readonly highlights: NonNullable<SearchHitFields['highlights']>
}
export interface TrendingItem extends Item {
  readonly trend: NonNullable<z.output<typeof TrendingItemBody>['trend']>
}
export type Article = z.output<typeof ArticleBody>
export type Source = z.output<typeof SourceBody>
export type Category = z.output<typeof CategoryBody>
export type Stats = z.output<typeof StatsBody>
export type Activity = NonNullable<Stats['activity']>
/** A source with the items of its last days, today last. */
export type ActiveSource = Source & Pick<Activity['sources'][number], 'itemsByDay'>
export type Story = z.output<typeof StoryBody>
export type Suggestion = z.output<typeof SuggestionsBody>['items'][number]
export type Health = z.output<typeof HealthBody>
export type ProblemJson = z.output<typeof ProblemBody>

/** The envelope of every list. */
export interface List<Entry> {
  readonly items: readonly Entry[]
  readonly count: number
  readonly total: number
  readonly limit: number
  readonly offset: number
  readonly hasMore: boolean
  readonly nextCursor: string | null
  readonly asOf: string
  readonly query: Readonly<Record<string, string | number | readonly string[] | null>>
}
