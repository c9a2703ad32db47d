import type { z } from 'zod'
import type { ArticleBody, SearchHitBody, TrendingItemBody } from '../../src/api/schemas/item.ts'
import type { HealthBody, SuggestionsBody } from '../../src/api/schemas/service.ts'
import type { StoryBody } from '../../src/api/schemas/story.ts'
import type { DigestBody } from '../../src/model/edition.ts'
import type { ItemBody } from '../../src/model/item-body.ts'
import type { SourceBody } from '../../src/model/source-report.ts'
import type { StatsBody } from '../../src/model/stats.ts'

export type { ListJson as List } from '../../src/api/schemas/list.ts'

// Derived from the API's own schemas, so that page and API cannot differ.
export type Item = z.output<typeof ItemBody>
export type SearchHit = z.output<typeof SearchHitBody>
export type TrendingItem = z.output<typeof TrendingItemBody>
export type Article = z.output<typeof ArticleBody>
export type Source = z.output<typeof SourceBody>
export type Stats = z.output<typeof StatsBody>
export type Activity = NonNullable<Stats['activity']>
/** A source with its daily item counts, today last. */
export type ActiveSource = Source & Pick<Activity['sources'][number], 'itemsByDay'>
export type Story = z.output<typeof StoryBody>
export type Digest = z.output<typeof DigestBody>
export type Suggestion = z.output<typeof SuggestionsBody>['items'][number]
export type Health = z.output<typeof HealthBody>
