import type { VisitErrorCode } from './source.ts'
import type { EpochMs } from './time.ts'

/**
 *     failing    three visits in a row failed
 *     gone       its server says that it is gone for good, or has said for long that there is nothing
 *     recovered  it answers again after it was failing or gone
 *     moved      it is visited at another address from now on
 */
export type SourceEventKind = 'failing' | 'gone' | 'recovered' | 'moved'

/** Something that an operator wants to hear of a source. */
export interface SourceEvent {
  readonly kind: SourceEventKind
  /** `null` where nothing failed. */
  readonly code: VisitErrorCode | null
  /** For people, with no secret in it; '' where the kind says all. */
  readonly message: string
}

/** An event as the store tells it. */
export interface ToldSourceEvent extends SourceEvent {
  /** Never used again. */
  readonly id: number
  readonly at: EpochMs
  readonly source: string
  readonly sourceName: string
  readonly siteUrl: string | null
}
