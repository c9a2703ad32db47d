import { DigestProblem } from './problem.ts'
import { type Ask, delay } from './requests.ts'
import type { Answer, Delete, Item, Picked, Put, Query } from './types.ts'

export type ChangesQuery = Query<'/api/changes'>

/** A new or changed item, a deleted item, or the instruction to start again. */
export type Change<Name extends string = never> = PutChange<Name> | (Delete & Place) | Restart

/** A new or changed item, with the requested fields. */
export type PutChange<Name extends string = never> = Omit<Put, 'item'> & {
  readonly item: Picked<Item, Name>
} & Place

/** The position after a change. Store it to resume from there after a restart. */
interface Place {
  readonly since: number
  /** Identifies the collection, so that a restored backup is noticed. */
  readonly storeId: string
}

/**
 * Discard your copy. The next changes begin at `since`: 0, or `now` if you began there. `gone`: you were away so long
 * that deletes were forgotten. `conflict`: the collection was restored or replaced.
 */
export interface Restart {
  readonly op: 'restart'
  readonly reason: 'gone' | 'conflict'
  readonly since: 0 | 'now'
  readonly storeId: undefined
  /** For people. */
  readonly detail: string
}

/** Many proxies end a request after 30 s. */
const WAIT_SECONDS = 25

/** Changes per answer. */
const LIMIT = 500

/** Shortest time between two answers without a change. */
const MIN_INTERVAL_MS = 1000

/**
 * Yields changes from `since` on, for ever. Waits for new ones, with growing delays while the service fails or cannot
 * be reached. Ends when the signal is aborted.
 *
 * @throws DigestProblem that retrying does not solve, such as a wrong key or parameter
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
      // One restart only: the first request after it must succeed.
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

/** The position within a page. A first pass has its own numbers and resumes only at the beginning of a page. */
function placeAfter(seq: number, { since, latestSeq }: Answer<'/api/changes'>): number {
  return since === 0 || since > latestSeq ? since : seq
}

/** The next changes, or the problem that there are none from this position. */
async function askPage(
  ask: Ask,
  query: Omit<ChangesQuery, 'signal'>,
  signal: AbortSignal | undefined,
): Promise<Answer<'/api/changes'> | DigestProblem> {
  const waitMs = (query.wait ?? 0) * 1000
  try {
    // The types are generated from the service's own description.
    const answer = await ask('/api/changes', { ...query }, { signal, waitMs, retries: Infinity })
    return answer as Answer<'/api/changes'>
  } catch (error) {
    if (error instanceof DigestProblem && (error.code === 'gone' || error.code === 'conflict')) return error
    throw error
  }
}
