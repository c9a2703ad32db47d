import * as z from 'zod'
import { DAYS_OF_SOURCE, HEALTH_STATUSES, SOURCE_TYPES, VISIT_ERROR_CODES } from '../../domain/source.ts'
import { Count, Slug, Time, Url } from './values.ts'

const Status = z.enum(['ok', 'degraded', 'down', 'unknown'])

export const HealthBody = z
  .strictObject({
    status: z.enum(['ok', 'degraded', 'down']),
    version: z.string(),
    startedAt: Time,
    uptimeSeconds: Count,
    itemCount: Count.nullable(),
    newestItemAt: Time.nullable(),
    checks: z.strictObject({
      store: z.strictObject({
        status: Status,
        engine: z.string().nullable(),
        latencyMs: z.number().nullable(),
      }),
      collector: z.strictObject({
        status: Status,
        lastVisitAt: Time.nullable(),
        staleSeconds: Count.nullable().describe('Since the last visit to any source.'),
      }),
      sources: z.strictObject({ status: Status, total: Count.nullable(), failing: Count.nullable() }),
    }),
  })
  .meta({ id: 'Health' })

export const LivenessBody = z
  .strictObject({ status: z.literal('ok') })
  .meta({ id: 'Liveness', description: 'The process answers.' })

export const ReadinessBody = z
  .strictObject({
    ready: z.boolean().describe('Whether nothing is missing.'),
    missing: z
      .array(z.enum(['store', 'searchIndex']))
      .describe('`store`: it cannot be read; `searchIndex`: it is still being loaded.'),
  })
  .meta({ id: 'Readiness', description: 'What the service still waits for.' })

export const SourceBody = z
  .strictObject({
    id: Slug,
    name: z.string(),
    type: z.enum(SOURCE_TYPES),
    feedUrl: Url.describe('Without credentials or tokens.'),
    siteUrl: Url.nullable(),
    category: z.string(),
    region: z.string().nullable(),
    language: z.string().nullable(),
    enabled: z.boolean(),
    iconUrl: Url.nullable().describe('Our own address of it, `/icons/SOURCE`.'),
    itemCount: Count,
    itemsLast24h: Count,
    lastItemAt: Time.nullable(),
    health: z.strictObject({
      status: z.enum(HEALTH_STATUSES),
      lastVisitAt: Time.nullable(),
      lastSuccessAt: Time.nullable(),
      nextVisitAt: Time.nullable(),
      intervalSeconds: z.number(),
      consecutiveErrors: Count,
      successRate24h: z.number().min(0).max(1).nullable(),
      latencyMs: z.number().nullable(),
      lastStatus: z.int().nullable(),
      lastError: z
        .strictObject({
          code: z.enum(VISIT_ERROR_CODES),
          message: z.string(),
          at: Time,
        })
        .nullable(),
    }),
  })
  .meta({ id: 'Source', description: 'A configured source and how it fares.' })

/** What `fields` may name. */
export const SOURCE_FIELDS = ['id', ...Object.keys(SourceBody.shape).filter((name) => name !== 'id')] as const

/** A source of a list: whole, or only the `fields` asked for. */
export const ListedSourceBody = z.union([
  SourceBody,
  SourceBody.partial().meta({ id: 'SourceFields', description: 'Only the fields asked for of a source.' }),
])

export const CategoryBody = z
  .strictObject({
    name: z.string(),
    count: Count,
    sourceCount: Count,
    countLast24h: Count,
    latestAt: Time.nullable(),
  })
  .meta({ id: 'Category' })

const Day = z.string().regex(/^\d{4}-\d\d-\d\d$/)
const NameCounts = z.array(z.strictObject({ name: z.string(), count: Count }))

export const StatsBody = z
  .strictObject({
    generatedAt: Time,
    items: z.strictObject({
      total: Count,
      last24h: Count,
      last7d: Count,
      oldestAt: Time.nullable(),
      newestAt: Time.nullable(),
    }),
    stories: z.strictObject({ total: Count, multiSource: Count }),
    sources: z.strictObject({ total: Count, enabled: Count, ok: Count, degraded: Count, failing: Count }),
    duplicates: z.strictObject({ merged: Count.describe('Sightings beyond the first of an article.') }),
    byCategory: NameCounts,
    byRegion: NameCounts,
    byLanguage: NameCounts,
    bySource: NameCounts,
    byDay: z
      .array(z.strictObject({ date: Day, count: Count }))
      .describe('The last 30 UTC days that have items, oldest first.'),
    byHourOfWeek: z.array(Count).length(168).describe('Monday 00:00 UTC first.'),
    collector: z.strictObject({
      visitsLast24h: Count,
      failedLast24h: Count,
      itemsAddedLast24h: Count,
      lastVisitAt: Time.nullable(),
    }),
    storage: z.strictObject({ engine: z.string(), bytes: Count, schemaVersion: Count }),
  })
  .meta({ id: 'Stats' })

export const ActivityBody = z
  .strictObject({
    generatedAt: Time,
    days: z
      .array(z.strictObject({ date: Day, count: Count, byCategory: NameCounts }))
      .describe('The last 30 UTC days that have items, oldest first.'),
    sources: z.array(
      z.strictObject({
        id: Slug,
        itemsByDay: z
          .array(Count)
          .length(DAYS_OF_SOURCE)
          .describe('Items published on each of the last 14 UTC days, oldest first, today last.'),
      }),
    ),
  })
  .meta({ id: 'Activity', description: 'What was published when, by category and by source.' })
