import { problem } from './problem.ts'

/** What any route under `/api` and `/feed` may answer besides its own. */
export const PROBLEMS = {
  400: problem('A parameter is invalid, missing or unknown.'),
  401: problem('API keys are configured, and the request has none that is valid.'),
  429: problem('Too many requests; `Retry-After` says when to come back.'),
  500: problem('A bug on our side.'),
  503: problem('The collection cannot be read at the moment; `Retry-After` says when to try again.'),
} as const
