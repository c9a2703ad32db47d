import * as z from 'zod'
import { Count, Day, Id, Slug, Time, Url, fieldsOf } from '../../model/json-values.ts'
import { MACHINE_PARTS } from '../../model/machine.ts'
import { DAYS_OF_SOURCE, HEALTH_STATUSES, SOURCE_TYPES, VISIT_ERROR_CODES } from '../../model/source.ts'
import { listBody } from './list.ts'

const Status = z.enum(['ok', 'degraded', 'down', 'unknown'])

export const HealthBody = z
  .strictObject({
    status: z.enum(['ok', 'degraded', 'down']).describe('Its state.'),
    version: z.string().describe('Version of the program.'),
    startedAt: Time.describe('When the process started.'),
    uptimeSeconds: Count.describe('Seconds since then.'),
    itemCount: Count.nullable().describe('Number of items.'),
    newestItemAt: Time.nullable().describe('Time of the newest item; null if there is none.'),
    checks: z
      .strictObject({
        store: z
          .strictObject({
            status: Status.describe('Its state.'),
            engine: z.string().nullable().describe('Name of the store’s engine.'),
            latencyMs: z.number().nullable().describe('How long it took to answer, ms; null if unknown.'),
          })
          .describe('Whether items can be read.'),
        search: z
          .strictObject({
            status: Status.describe('`degraded` while its index is being built, `down` where that failed.'),
            progress: z.number().min(0).max(1).nullable().describe('Share of the items that are indexed.'),
          })
          .describe('Whether searches are answered.'),
        collector: z
          .strictObject({
            status: Status.describe('Its state.'),
            lastVisitAt: Time.nullable().describe('When a source was last visited; null if never.'),
            staleSeconds: Count.nullable().describe('Since the last visit to any source.'),
          })
          .describe('Whether sources are visited in time.'),
        sources: z
          .strictObject({
            status: Status.describe('`degraded` where half of them fail.'),
            total: Count.nullable().describe('Number of configured sources.'),
            failing: Count.nullable().describe('Number of sources that fail or are gone.'),
          })
          .describe('Whether sources answer.'),
        clock: z
          .strictObject({
            status: Status.describe('`degraded` where it is off by more than a day.'),
            message: z.string().nullable().describe('What is wrong with it, for people; null for nothing.'),
          })
          .describe('Whether this machine’s clock agrees with those of the servers that are visited.'),
        machine: z
          .strictObject({
            status: Status.describe('`degraded` where anything is wrong.'),
            troubles: z
              .array(
                z.strictObject({
                  part: z.enum(MACHINE_PARTS).describe('What is in trouble.'),
                  message: z.string().describe('What is wrong with it, for people.'),
                }),
              )
              .describe('What no source can be blamed for.'),
          })
          .describe(
            'This machine: its clock, network, disk and memory, and whether the search index keeps up.',
          ),
        backup: z
          .strictObject({
            status: Status.describe('`degraded` where the last attempt failed.'),
            lastAt: Time.nullable().describe('When the newest backup was made; null if there is none.'),
            bytes: Count.nullable().describe('Size of the newest backup; null if there is none.'),
            failedAt: Time.nullable().describe('When the last attempt failed; null if it did not.'),
            nextAt: Time.nullable().describe('When the next backup is made; null while one is made.'),
          })
          .nullable()
          .describe('Backups on schedule; null if this service makes none.'),
      })
      .describe('Checks of each part.'),
  })
  .meta({ id: 'Health', description: 'Whether the service can do its work.' })

export const LivenessBody = z
  .strictObject({ status: z.literal('ok').describe('Its state.') })
  .meta({ id: 'Liveness', description: 'The process answers.' })

export const ReadinessBody = z
  .strictObject({
    ready: z.boolean().describe('Whether nothing is missing.'),
    missing: z
      .array(z.enum(['store', 'searchIndex', 'stopping']))
      .describe(
        '`store`: it cannot be read; `searchIndex`: it is being built, or building failed; `stopping`: the service is about to end.',
      ),
  })
  .meta({ id: 'Readiness', description: 'What the service still waits for.' })

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

/** What `fields` may name. */
export const SOURCE_FIELDS = fieldsOf(SourceBody)

export const CategoryBody = z
  .strictObject({
    name: z.string().describe('Its slug: what `category=` takes.'),
    displayName: z.string().describe('Its name as the settings write it.'),
    count: Count.describe('Number of items.'),
    sourceCount: Count.describe('Number of sources.'),
    countLast24h: Count.describe('Items of the last 24 hours.'),
    latestAt: Time.nullable().describe('Time of the newest item; null if there is none.'),
  })
  .meta({ id: 'Category', description: 'A category and its counts.' })

const NameCounts = z.array(
  z
    .strictObject({ name: z.string().describe('Its name.'), count: Count.describe('Number of items.') })
    .meta({ id: 'NameCount', description: 'A name and its number of items.' }),
)

export const ActivityBody = z
  .strictObject({
    days: z
      .array(
        z.strictObject({
          date: Day.describe('A UTC day.'),
          count: Count.describe('Number of items.'),
          byCategory: NameCounts.describe('Items by category, largest first.'),
        }),
      )
      .describe('The last 30 UTC days that have items, oldest first.'),
    sources: z
      .array(
        z.strictObject({
          id: Slug.describe('Its slug: what `source=` takes.'),
          itemsByDay: z
            .array(Count)
            .length(DAYS_OF_SOURCE)
            .describe('Items published on each of the last 14 UTC days, oldest first, today last.'),
        }),
      )
      .describe('The configured sources.'),
  })
  .meta({ id: 'Activity', description: 'Publication counts over time, by category and by source.' })

export const StatsBody = z
  .strictObject({
    generatedAt: Time.describe('The moment of the numbers.'),
    items: z
      .strictObject({
        total: Count.describe('Number of items.'),
        last24h: Count.describe('Items published in the last 24 hours.'),
        last7d: Count.describe('Items published in the last 7 days.'),
        oldestAt: Time.nullable().describe('Time of the oldest item; null if there is none.'),
        newestAt: Time.nullable().describe('Time of the newest item; null if there is none.'),
        ofRemovedSources: Count.describe(
          'Items that no configured source has. They stay until retention deletes them.',
        ),
      })
      .describe('The items.'),
    stories: z
      .strictObject({
        total: Count.describe('Number of stories.'),
        multiSource: Count.describe('Stories that several sources report.'),
      })
      .describe('The stories.'),
    sources: z
      .strictObject({
        total: Count.describe('Number of configured sources.'),
        enabled: Count.describe('How many of them are switched on.'),
        new: Count.describe('Never visited.'),
        ok: Count.describe('Those that answer.'),
        degraded: Count.describe('Those whose last visit failed, or more than 20 % of those of the day.'),
        failing: Count.describe('Those whose last three visits failed.'),
        gone: Count.describe('Sources that are gone: their servers answer 410, or 404 for days.'),
        disabled: Count.describe('Those that are switched off.'),
      })
      .describe('The configured sources by health; all but `total` and `enabled` add up to `total`.'),
    duplicates: z
      .strictObject({ merged: Count.describe('Sightings beyond the first of an article.') })
      .describe('Duplicates: further sightings of articles.'),
    byCategory: NameCounts.describe('Items by category, largest first.'),
    byRegion: NameCounts.describe('Items by region, largest first.'),
    byLanguage: NameCounts.describe('Items by language, largest first.'),
    unknown: z
      .strictObject({
        region: Count.describe('Items whose region is null.'),
        language: Count.describe('Items whose language is null.'),
      })
      .describe('Items that `byRegion` and `byLanguage` do not count.'),
    bySource: NameCounts.describe('Items by source, largest first.'),
    byDay: z
      .array(z.strictObject({ date: Day.describe('A UTC day.'), count: Count.describe('Number of items.') }))
      .describe('The last 30 UTC days that have items, oldest first.'),
    byHourOfWeek: z.array(Count).length(168).describe('Monday 00:00 UTC first.'),
    collector: z
      .strictObject({
        visitsLast24h: Count.describe('Visits of the last 24 hours.'),
        failedLast24h: Count.describe('Those that failed.'),
        itemsAddedLast24h: Count.describe('Items that they brought.'),
        lastVisitAt: Time.nullable().describe('When a source was last visited; null if never.'),
      })
      .describe('What the collector did.'),
    storage: z
      .strictObject({
        engine: z.string().describe('Name of the engine.'),
        bytes: Count.describe('Size on disk, bytes.'),
        schemaVersion: Count.describe('Version of the schema.'),
      })
      .describe('The store.'),
    activity: ActivityBody.optional(),
  })
  .meta({ id: 'Stats', description: 'The collection in numbers.' })

/** What `fields` may name. */
export const STATS_FIELDS = fieldsOf(StatsBody)

const SuggestionBody = z
  .strictObject({
    kind: z.enum(['word', 'story', 'source', 'category']).describe('The kind of suggestion.'),
    text: z
      .string()
      .describe(
        'Of a word: the whole query with it; of a story: a title; else the name of the source or category.',
      ),
    itemCount: Count.describe(
      'Number of items with the word, or of the story, source or category; approximate for a word.',
    ),
    sourceId: Slug.nullable().describe('Of a source: what `source=` takes.'),
    storyId: Id.nullable().describe('Of a story: what `storyId=` takes.'),
  })
  .meta({ id: 'Suggestion', description: 'What completes a query that is being typed.' })

export const SuggestionsBody = listBody('Suggestions', SuggestionBody)
