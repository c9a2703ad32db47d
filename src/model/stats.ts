import * as z from 'zod'
import { Count, Day, type Encoded, Slug, Time, type Timed } from './json-values.ts'
import { DAYS_OF_SOURCE } from './source.ts'

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

const NameCountBody = z
  .strictObject({ name: z.string().describe('Its name.'), count: Count.describe('Number of items.') })
  .meta({ id: 'NameCount', description: 'A name and its number of items.' })

const NameCounts = z.array(NameCountBody)

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

export type NameCount = Encoded<typeof NameCountBody>
export type CategoryReport = Timed<Encoded<typeof CategoryBody>, 'latestAt'>

type StatsJson = Encoded<typeof StatsBody>

/** The store's part of `/api/stats`, with times as numbers. */
export interface StoreStats extends Pick<
  StatsJson,
  'stories' | 'byCategory' | 'byRegion' | 'byLanguage' | 'bySource' | 'byHourOfWeek' | 'storage'
> {
  readonly items: Omit<Timed<StatsJson['items'], 'oldestAt' | 'newestAt'>, 'ofRemovedSources'>
  /** Number of sightings after the first of each item. */
  readonly duplicatesMerged: number
  /** The last 30 UTC days with items, oldest first. */
  readonly byDay: Encoded<typeof ActivityBody>['days']
  readonly collector: Timed<StatsJson['collector'], 'lastVisitAt'>
}
