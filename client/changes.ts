import { DigestProblem } from './problem.ts'
import { type Ask, delay } from './requests.ts'
import type { Answer, Delete, Item, Picked, Put, Query } from './types.ts'

/** What `changes` is asked. */
export type ChangesQuery = Query<'/api/changes'>

/** An item that is new or changed, an item that is gone, or the order to begin again. */
export type Change<Name extends string = never> = PutChange<Name> | (Delete & Place) | Restart

/** An item that is new or changed, with the fields that were asked for. */
export type PutChange<Name extends string = never> = Omit<Put, 'item'> & {
  readonly item: Picked<Item, Name>
} & Place

/** The place after a change. Keep it, and a program that starts again goes on from there. */
interface Place {
  readonly since: number
  /** Names the collection, so that a restored backup is noticed. */
  readonly storeId: string
}

/**
 * Throw away what you have. The next changes begin at `since`: at the beginning, or at `now` if you began there. `gone`: you were
 * away so long that deletes are forgotten. `conflict`: the collection was restored or replaced.
 */
export interface Restart {
  readonly op: 'restart'
  readonly reason: 'gone' | 'conflict'
  readonly since: 0 | 'now'
  readonly storeId: undefined
  /** In words, for people. */
  readonly detail: string
}

/** Many proxies end a request after 30 s. */
const WAIT_SECONDS = 25

/** Changes of an answer. */
const LIMIT = 500

/** Answers without a change are at least so long apart. */
const MIN_INTERVAL_MS = 1000

/**
 * Changes for ever, from `since` on. Waits for new ones, and waits longer each time while the service cannot be reached or has
 * trouble. Ends when the signal is aborted.
 *
 * @throws DigestProblem that waiting does not mend, such as a wrong key or parameter
 */
export async function* follow(ask: Ask, asked: ChangesQuery): AsyncGenerator<Change, void> {
  try {
    yield* changesOf(ask, asked)
  } catch (error) {
    if (asked.signal?.aborted !== true) throw error
  }
}

async function* changesOf(ask: Ask, asked: ChangesQuery): AsyncGenerator<Change, never> {
  const { signal, wait = WAIT_SECONDS, ...query } = asked
  const beginning = { since: query.since === 'now' ? 'now' : 0, storeId: undefined } as const
  let position: Pick<ChangesQuery, 'since' | 'storeId'> = {}
  let restarted = false
  for (;;) {
    const askedAt = Date.now()
    const page = await askPage(ask, { limit: LIMIT, ...query, ...position, wait }, signal)
    if (page instanceof DigestProblem) {
      // It is not told twice: the first request after it must be answered.
      if (restarted) throw page
      restarted = true
      position = beginning
      yield {
        op: 'restart',
        reason: page.code === 'gone' ? 'gone' : 'conflict',
        ...beginning,
        detail: page.message,
      }
      continue
    }
    restarted = false
    const { changes, storeId, nextSince, hasMore } = page
    for (const [at, change] of changes.entries()) {
      signal?.throwIfAborted()
      const since = at === changes.length - 1 ? nextSince : placeAfter(change.seq, page)
      yield { ...change, since, storeId }
    }
    position = { since: nextSince, storeId }
    if (changes.length === 0 && !hasMore) await delay(askedAt + MIN_INTERVAL_MS - Date.now(), signal)
  }
}

/** In the middle of a page. A first walk has numbers of its own, and goes on from the beginning of a page only. */
function placeAfter(seq: number, { since, latestSeq }: Answer<'/api/changes'>): number {
  return since === 0 || since > latestSeq ? since : seq
}

/** The next changes, or the problem that says that there are none from this position. */
async function askPage(
  ask: Ask,
  query: Omit<ChangesQuery, 'signal'>,
  signal: AbortSignal | undefined,
): Promise<Answer<'/api/changes'> | DigestProblem> {
  const waitMs = (query.wait ?? 0) * 1000
  try {
    // The types are made from the description that the service gives of its answers.
    const answer = await ask('/api/changes', { ...query }, { signal, waitMs, retries: Infinity })
    return answer as Answer<'/api/changes'>
  } catch (error) {
    if (error instanceof DigestProblem && (error.code === 'gone' || error.code === 'conflict')) return error
    throw error
  }
}
