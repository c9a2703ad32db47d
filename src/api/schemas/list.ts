import * as z from 'zod'
import { Count, Time } from './values.ts'

/** The envelope of every list. */
export function listBody<Entry extends z.ZodType>(name: string, entry: Entry) {
  return listBodyWith(name, entry, {})
}

/** A list that tells more than others. */
export function listBodyWith<Entry extends z.ZodType, More extends z.ZodRawShape>(
  name: string,
  entry: Entry,
  more: More,
) {
  return z
    .strictObject({
      items: z.array(entry).describe('Its entries, in the order asked for.'),
      count: Count.describe('Length of `items`.'),
      total: Count.describe('How many there are for these filters, exactly.'),
      limit: Count.describe('How many were asked for at most.'),
      offset: Count.describe('How many stand before the first of `items`.'),
      hasMore: z.boolean().describe('Whether more follow.'),
      nextCursor: z
        .string()
        .nullable()
        .describe('Give it as `cursor` for what follows; null where nothing does.'),
      asOf: Time.describe('The state of the collection that this answer tells.'),
      query: z
        .record(
          z.string(),
          z.union([z.string().nullable(), z.number(), z.array(z.string()), z.array(z.int())]),
        )
        .describe('The filters as they were understood.'),
      ...more,
    })
    .meta({ id: name })
}
