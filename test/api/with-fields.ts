import * as z from 'zod'

/** The shape of a list or an article of which `fields` asked for some fields only. */
export function withFields(body: z.ZodObject): z.ZodObject {
  const { items } = body.shape
  if (!(items instanceof z.ZodArray)) return body.partial()
  const entry = items.element
  if (!(entry instanceof z.ZodObject)) throw new TypeError('a list of objects was expected')
  return body.extend({ items: z.array(entry.partial()) })
}
