import type { Arrival } from '../model/arrival.ts'
import type { EpochMs } from '../model/time.ts'

/** An arrival in the inbox. */
export interface WaitingArrival {
  /** Never used again. */
  readonly id: number
  readonly sourceId: string
  /** The arrival as JSON, perhaps written by another version of this program. */
  readonly json: string
  /** How often digesting it was begun. */
  readonly attempts: number
}

/** How far the digester is behind. */
export interface InboxBacklog {
  /** Arrivals that wait, those that are to be tried again included. */
  readonly arrivals: number
  /** How long the oldest of them has waited; 0 if none waits. */
  readonly oldestMs: number
}

/**
 * Arrivals between the two halves of visits. Collectors append them, and one digester at a time takes them in order. A source
 * has at most one arrival that waits.
 */
export interface Inbox {
  /**
   * Appends an arrival, unless the source has been visited by others since it was due at `dueAt`, has an arrival that waits,
   * or is no longer configured. Does not wait for the digester's transaction.
   *
   * @param dueAt `nextVisitAt` of the state that the visit began with
   * @returns whether it was appended
   */
  append(arrival: Arrival, dueAt: EpochMs | null): Promise<boolean>
  /** The oldest first, without those that are to be tried again later. They stay until they are removed. */
  listReady(limit: number): Promise<WaitingArrival[]>
  /**
   * Removes a digested arrival, and what was set aside of its source. Within `Store.together`, it is removed with what the
   * transaction saves, and stays if that is rolled back.
   */
  remove(id: number): Promise<void>
  /** Counts an attempt to digest each of them, at once: it also counts if this process dies of it. */
  countAttempt(ids: readonly number[]): Promise<void>
  /** Does not list it for the next `retryMs`. */
  retryLater(id: number, retryMs: number): Promise<void>
  /** Cheap: an index of as many rows as there are sources. */
  backlog(): Promise<InboxBacklog>
  /** Keeps an arrival that cannot be digested for 7 days, for people. It no longer waits. Within `Store.together` like `remove`. */
  setAside(id: number, reason: string): Promise<void>
}
