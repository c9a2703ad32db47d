import type { Trouble } from '../api/problem.ts'
import type { Words } from '../words/words.ts'

export interface TroubleText {
  /** Without a full stop where it is a heading of few words. */
  readonly said: string
  readonly advice: string
}

/** What a failure of the interface means to people. */
export function troubleText({ code, status }: Trouble, { trouble: words }: Words): TroubleText {
  if (code === 'offline') return { said: words.offline, advice: words.offlineTry }
  if (status === 400) return { said: words.invalid, advice: '' }
  if (code === 'wrongKey') return { said: words.wrongKey, advice: words.wrongKeyTry }
  if (code === 'feeds') return { said: words.feedsKey, advice: words.feedsKeyTry }
  if (status === 401) return { said: words.unauthorized, advice: words.unauthorizedTry }
  if (status === 404) return { said: words.notFound, advice: words.notFoundTry }
  if (status === 429) return { said: words.rateLimited, advice: words.rateLimitedTry }
  if (status === 503) return { said: words.unavailable, advice: words.unavailableTry }
  return { said: words.internal, advice: words.internalTry }
}
