import * as z from 'zod'
import { Count, fieldsOf, Id, Slug, Time } from '../../model/json-values.ts'
import { MACHINE_PARTS } from '../../model/machine.ts'
import { SourceBody } from '../../model/source-report.ts'
import { StatsBody } from '../../model/stats.ts'
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

export const SOURCE_FIELDS = fieldsOf(SourceBody)

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
  .meta({ id: 'Suggestion', description: 'A completion of a query.' })

export const SuggestionsBody = listBody('Suggestions', SuggestionBody)
