import * as z from 'zod'

/** The shape of a list, a story or an article of which `fields` asked for some fields only. */
export function withFields(body: z.ZodObject): z.ZodObject {
  const { items } = body.shape
  if (!(items instanceof z.ZodArray)) return body.partial()
  const entry = items.element
  if (!(entry instanceof z.ZodObject)) throw new TypeError('a list of objects was expected')
  const entries = z.array(entry.partial())
  // A story is no envelope: its own fields are chosen too.
  return 'nextCursor' in body.shape
    ? body.extend({ items: entries })
    : body.partial().extend({ items: entries.optional() })
}
