import type { Arrival } from '../model/arrival.ts'

/** An arrival in the inbox. */
export interface WaitingArrival {
  /** Never used again. */
  readonly id: number
  readonly arrival: Arrival
}

/** Arrivals between the two halves of visits: collectors append them, and one digester at a time takes them in order. */
export interface Inbox {
  /** Resolves when all of them are kept; if it rejects, none is. Does not wait for the digester's transaction. */
  append(arrivals: readonly Arrival[]): Promise<void>
  /** The oldest first. They stay until they are removed. */
  listOldest(limit: number): Promise<WaitingArrival[]>
  /** Within `Store.together`, they are removed with what its transaction saves, and stay if it is rolled back. */
  remove(ids: readonly number[]): Promise<void>
}
