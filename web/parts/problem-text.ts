import type { Problem } from '../api/problem.ts'
import type { Words } from '../words/words.ts'

export interface ProblemText {
  /** Without a full stop if it is a short heading. */
  readonly said: string
  readonly advice: string
}

/** Explains a failure of the API to people. */
export function problemText({ code, status }: Problem, { problem: words }: Words): ProblemText {
  if (code === 'offline') return { said: words.offline, advice: words.offlineTry }
  if (status === 400) return { said: words.invalid, advice: '' }
  if (code === 'wrongKey') return { said: words.wrongKey, advice: words.wrongKeyTry }
  if (code === 'feeds') return { said: words.feedsKey, advice: words.feedsKeyTry }
  if (status === 401) return { said: words.unauthorized, advice: words.unauthorizedTry }
  if (status === 404) return { said: words.notFound, advice: words.notFoundTry }
  if (status === 429) return { said: words.rateLimited, advice: words.rateLimitedTry }
  if (code === 'searchUnavailable') return { said: words.noSearch, advice: words.noSearchTry }
  if (status === 503) return { said: words.unavailable, advice: words.unavailableTry }
  return { said: words.internal, advice: words.internalTry }
}
