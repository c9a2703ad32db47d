import * as z from 'zod'

/** Codes that reach callers; the others stay on the terminal. */
export const PROBLEM_CODES = [
  'parameterInvalid',
  'parameterMissing',
  'parameterUnknown',
  'queryInvalid',
  'cursorInvalid',
  'notFound',
  'methodNotAllowed',
  'unauthorized',
  'rateLimited',
  'unavailable',
  'internal',
] as const

export const ProblemBody = z
  .strictObject({
    type: z.string().meta({ format: 'uri' }),
    title: z.string(),
    status: z.int().min(400).max(599),
    detail: z.string().describe('What is wrong, and what is allowed.'),
    instance: z.string().describe('Path and query of the request.'),
    code: z.enum(PROBLEM_CODES),
    requestId: z.string(),
    errors: z
      .array(z.strictObject({ parameter: z.string(), value: z.string().nullable(), message: z.string() }))
      .describe('One a faulty parameter.'),
  })
  .meta({ id: 'Problem', description: 'What went wrong (RFC 9457).' })

/** A documented answer that is a problem. */
export function problem(description: string) {
  return { description, content: { 'application/problem+json': { schema: ProblemBody } } }
}

/** A documented JSON answer. */
export function json<Schema extends z.ZodType>(description: string, schema: Schema) {
  return { description, content: { 'application/json': { schema } } }
}
