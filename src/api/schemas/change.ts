import * as z from 'zod'
import { DELETE_REASONS, PUT_REASONS } from '../../model/change.ts'
import { Count, Id, Time } from '../../model/json-values.ts'
import { ListItemBody } from './item.ts'

const Seq = Count.describe('Number of the change; grows, with gaps.')

const PutBody = z
  .strictObject({
    seq: Seq,
    op: z.literal('put').describe('Store the item.'),
    reasons: z.array(z.enum(PUT_REASONS)).describe('Why it changed, since the requested number.'),
    id: Id.describe('The item.'),
    storyId: Id.describe('Its story.'),
    at: Time.describe('When it changed.'),
    item: ListItemBody.describe('The item as it is now, with what `fields` and `include` choose.'),
  })
  .meta({ id: 'Put', description: 'An item that is new or changed, as it is now.' })

const DeleteBody = z
  .strictObject({
    seq: Seq,
    op: z.literal('delete').describe('Delete the item.'),
    reasons: z
      .array(z.enum([...DELETE_REASONS, 'filtered']))
      .describe('Why it is gone. `filtered`: it does not match the filters.'),
    id: Id.describe('The item.'),
    storyId: z.null().describe('Always null.'),
    mergedInto: Id.nullable().describe('The item that has its addresses now; null if there is none.'),
    at: Time.describe('When it was deleted, or stopped to match.'),
    item: z.null().describe('Always null.'),
  })
  .meta({ id: 'Delete', description: 'An item that is gone.' })

export const ChangesBody = z
  .strictObject({
    storeId: z.string().describe('Names this course of changes; a restored backup has another one.'),
    since: Count.describe('The number after which these changes are.'),
    changes: z
      .array(z.discriminatedUnion('op', [PutBody, DeleteBody]))
      .describe('Each item at most once, at its last change, by ascending `seq`.'),
    count: Count.describe('Length of `changes`.'),
    nextSince: Count.describe('Value of `since` for the next request.'),
    hasMore: z.boolean().describe('Whether more follow at once.'),
    latestSeq: Count.describe('Number of the last change of all.'),
    asOf: Time.describe('When that was.'),
  })
  .meta({ id: 'Changes', description: 'What changed.' })
