import * as z from 'zod'
import { PROBLEM_CODES } from '../../model/errors.ts'

export const ProblemBody = z
  .strictObject({
    type: z.string().meta({ format: 'uri' }).describe('A name of the kind of problem, an URN.'),
    title: z.string().describe('The kind of problem, for people.'),
    status: z.int().min(400).max(599).describe('The HTTP status.'),
    detail: z.string().describe('What is wrong, and which values are allowed.'),
    instance: z.string().describe('Path and query of the request.'),
    code: z.enum(PROBLEM_CODES).describe('Stable name of the error, for programs.'),
    requestId: z.string().describe('Identifies this request in the log; also in the header `X-Request-Id`.'),
    errors: z
      .array(
        z.strictObject({
          parameter: z.string().describe('Name of the parameter.'),
          value: z.string().nullable().describe('The given value; null if it is missing.'),
          message: z.string().describe('The error in words, for people.'),
        }),
      )
      .describe('One for each invalid parameter.'),
    restartSince: z.literal(0).optional().describe('With `gone`: what `since` to begin again with.'),
  })
  .meta({ id: 'Problem', description: 'What went wrong (RFC 9457).' })

function problem(description: string) {
  return { description, content: { 'application/problem+json': { schema: ProblemBody } } }
}

export function json<Schema extends z.ZodType>(description: string, schema: Schema) {
  return { description, content: { 'application/json': { schema } } }
}

export const CONFLICT = problem('`since` or `storeId` is of another collection: begin again with `since=0`.')

export const GONE = problem('Deletes since then are no longer known: begin again with `since=0`.')

export const NOT_FOUND = problem('Nothing has this id or address.')

export const BAD_REQUEST = 'A parameter is invalid, missing or unknown, or the request cannot be read.'

/** Responses of any route under `/api` and `/feed`. */
export const PROBLEMS = {
  400: problem(BAD_REQUEST),
  401: problem('API keys are configured, and the request has none that is valid.'),
  429: problem('Too many requests; `Retry-After` says when to come back.'),
  500: problem('A bug on our side.'),
  503: problem('The collection cannot be read at the moment; `Retry-After` says when to try again.'),
} as const
