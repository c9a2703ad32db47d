import * as z from 'zod'
import { Count, Time } from '../../model/json-values.ts'

const EchoedQuery = z
  .record(z.string(), z.union([z.string().nullable(), z.number(), z.array(z.string()), z.array(z.int())]))
  .meta({ id: 'EchoedQuery', description: 'The filters as the service understood them, by name.' })

export function listBody<Entry extends z.ZodType>(name: string, entry: Entry) {
  return listBodyWith(name, entry, {})
}

/** A list as clients receive it. */
export interface ListJson<Entry> extends Omit<z.output<ReturnType<typeof listBody<z.ZodUnknown>>>, 'items'> {
  readonly items: readonly Entry[]
}

export function listBodyWith<Entry extends z.ZodType, More extends z.ZodRawShape>(
  name: string,
  entry: Entry,
  more: More,
) {
  return z
    .strictObject({
      items: z.array(entry).describe('Its entries, in the requested order.'),
      count: Count.describe('Length of `items`.'),
      total: Count.describe('Exact number of entries for these filters.'),
      limit: Count.describe('Maximum number of entries that was requested.'),
      offset: Count.describe('Number of entries before the first of `items`.'),
      hasMore: z.boolean().describe('Whether more follow.'),
      nextCursor: z
        .string()
        .nullable()
        .describe('Value of `cursor` for the next page; null if there is none.'),
      asOf: Time.describe('The time of the collection’s state that the response shows.'),
      query: EchoedQuery,
      ...more,
    })
    .meta({ id: name })
}
