import type { ChangeReason } from './change.ts'
import type { EpochMs } from './time.ts'

/** Contents of a hook: changes of items, stories that meet a condition, or only editions of digests. */
export const HOOK_TRIGGERS = ['items', 'stories', 'digests'] as const
type HookTrigger = (typeof HOOK_TRIGGERS)[number]

/** Chat services with their own message format. */
export const HOOK_TEMPLATES = ['slack', 'discord', 'ntfy'] as const
export type HookTemplate = (typeof HOOK_TEMPLATES)[number]

/** When a story is announced: all given minimums are reached. */
export interface StoryCondition {
  /** Number of sources that report the story. */
  readonly sourceCount?: number | undefined
  /** Score of the representative, 0..100. */
  readonly score?: number | undefined
  /** `trend.score` of `/api/trending`. */
  readonly trend?: number | undefined
}

/** An address of the operator that is notified of events. */
export interface Hook {
  readonly name: string
  /** May contain credentials and tokens: never shown. */
  readonly url: string
  /** Key of the signature; `undefined` for no signature. */
  readonly key: Buffer | undefined
  /** Filters of `/api/changes`, and `q`. */
  readonly query: string
  readonly on: HookTrigger
  readonly reasons: readonly ChangeReason[]
  /** For stories only. */
  readonly when: StoryCondition
  /** `undefined` for rows as JSON. */
  readonly template: HookTemplate | undefined
}

/** The body of a request. */
export interface HookBody {
  readonly mimeType: string
  readonly text: string
}

/** A request that is repeated until it is accepted. */
export interface HookBatch extends HookBody {
  /** Stable over all attempts, so that the receiver can detect repetitions. */
  readonly id: string
}

/** The position and state of a hook. It is kept when the hook is removed from the settings. */
export interface HookState {
  readonly name: string
  /** The change sequence of `position`. */
  readonly historyId: string
  /** `seq` of the last processed change. What it sends is in `batch`. */
  readonly position: number
  readonly batch: HookBatch | undefined
  /** Failed attempts in a row. */
  readonly failures: number
  readonly failingSince: EpochMs | null
  /** Time of the next attempt; `null`: at once. */
  readonly nextAt: EpochMs | null
  /** Whether it is paused until somebody resumes it. */
  readonly isResting: boolean
  /** When it was paused, or resumed after that. */
  readonly changedAt: EpochMs | null
  readonly lastSentAt: EpochMs | null
  /** Why the last attempt failed. */
  readonly error: string | null
}

/** The result of an attempt. */
export type HookResult = Pick<
  HookState,
  'failures' | 'failingSince' | 'nextAt' | 'isResting' | 'changedAt' | 'lastSentAt' | 'error'
>
