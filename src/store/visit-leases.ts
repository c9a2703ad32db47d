import type { SourceState } from '../model/source.ts'

/**
 * Divides the sites of due sources among nodes. A site belongs to one node at a time, so that its limits hold. A lease ends
 * unless it is renewed, by the clock of the store.
 */
export interface VisitLeases {
  /** Sources that are due and have no arrival that waits, the longest overdue first, by the clock of the store. */
  listDue(): Promise<SourceState[]>
  /** The sites that other nodes have. */
  listTaken(): Promise<ReadonlySet<string>>
  /** Leases these sites, as far as no other node has them. @returns those that now belong to this node */
  take(sites: readonly string[]): Promise<ReadonlySet<string>>
  /** Those of the sources that are due now. Ask after `take`: another node may have visited them before. */
  findDue(sourceIds: readonly string[]): Promise<SourceState[]>
  /** Renews leases that this node still has. */
  renew(sites: readonly string[]): Promise<void>
  /** Returns all leases of this node. */
  release(): Promise<void>
}

/** Time until a lease ends that is not renewed. */
export const LEASE_MS = 10_000
