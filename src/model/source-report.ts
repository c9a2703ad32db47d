import * as z from 'zod'
import { Count, type Encoded, Slug, Time, type Timed, Url } from './json-values.ts'
import { HEALTH_STATUSES, SOURCE_TYPES, VISIT_ERROR_CODES } from './source.ts'

export const SourceBody = z
  .strictObject({
    id: Slug.describe('Its slug: what `source=` takes.'),
    name: z.string().describe('Its name.'),
    type: z.enum(SOURCE_TYPES).describe('What kind of source it is.'),
    feedUrl: Url.describe('Without credentials or tokens.'),
    siteUrl: Url.nullable().describe('The site that it belongs to; null if unknown.'),
    category: z.string().describe('Its category: the slug that filters take.'),
    categoryName: z.string().describe('Its category as the settings write it.'),
    region: z.string().nullable().describe('Its region; null if unknown.'),
    language: z.string().nullable().describe('Primary subtag of BCP 47; null if unknown.'),
    enabled: z.boolean().describe('Whether it is visited.'),
    iconUrl: Url.nullable().describe('Address of its icon at the service, `/icons/SOURCE`.'),
    itemCount: Count.describe('Number of items.'),
    itemsLast24h: Count.describe('Items of the last 24 hours.'),
    lastItemAt: Time.nullable().describe('Time of the newest item; null if there is none.'),
    silentSince: Time.nullable().describe(
      'Since when it has had nothing new for longer than usual; null otherwise.',
    ),
    health: z
      .strictObject({
        status: z.enum(HEALTH_STATUSES).describe('Its state.'),
        lastVisitAt: Time.nullable().describe('When a source was last visited; null if never.'),
        lastSuccessAt: Time.nullable().describe('When a visit last succeeded; null if never.'),
        nextVisitAt: Time.nullable().describe('Time of its next visit; null if none is planned.'),
        intervalSeconds: z.number().describe('Seconds between two visits.'),
        consecutiveErrors: Count.describe('Visits in a row that failed.'),
        successRate24h: z
          .number()
          .min(0)
          .max(1)
          .nullable()
          .describe('Share of the visits of the last 24 hours that succeeded; null where there were none.'),
        latencyMs: z.number().nullable().describe('Duration of the last visit, ms; null if unknown.'),
        lastStatus: z.int().nullable().describe('HTTP status of the last visit; null where it had none.'),
        lastError: z
          .strictObject({
            code: z.enum(VISIT_ERROR_CODES).describe('Stable name of the error, for programs.'),
            message: z.string().describe('The error in words, for people.'),
            at: Time.describe('When it happened.'),
          })
          .nullable()
          .describe('The last error; null if there was none.'),
      })
      .describe('Results of the visits to it.'),
  })
  .meta({ id: 'Source', description: 'A configured source and its health.' })

type SourceJson = Encoded<typeof SourceBody>
type HealthJson = SourceJson['health']

/** With times as numbers. */
export interface SourceHealth extends Omit<
  Timed<HealthJson, 'lastVisitAt' | 'lastSuccessAt' | 'nextVisitAt'>,
  'lastError'
> {
  readonly lastError: Timed<NonNullable<HealthJson['lastError']>, 'at'> | null
}

/** A source and its state, for `/api/sources`. */
export interface SourceReport extends Omit<
  Timed<SourceJson, 'lastItemAt' | 'silentSince'>,
  'iconUrl' | 'health'
> {
  /** Whether `feedUrl` is complete. Otherwise credentials or tokens were removed, and it cannot be read. */
  readonly isFeedUrlPublic: boolean
  readonly hasIcon: boolean
  /** Items published on each of the last `DAYS_OF_SOURCE` UTC days, oldest first, today last. */
  readonly itemsByDay: readonly number[]
  /** The address visited instead of `feedUrl`, without credentials or tokens; `null` if the source has not moved. */
  readonly movedTo: string | null
  readonly health: SourceHealth
}

/** The fields of a source that decide the health of the service. */
export type CheckedSource = Pick<SourceReport, 'id' | 'enabled' | 'feedUrl' | 'health'>

/** The fields of a configured source that our feeds show. */
export type NamedSource = Pick<SourceReport, 'id' | 'name' | 'feedUrl'>
