import type { ChangeReason } from './change.ts'
import type { EpochMs } from './time.ts'

/** What a hook sends: changes of items, stories that meet a condition, or nothing but the editions of digests. */
export const HOOK_TRIGGERS = ['items', 'stories', 'digests'] as const
type HookTrigger = (typeof HOOK_TRIGGERS)[number]

/** Chats that take messages of their own form. */
export const HOOK_TEMPLATES = ['slack', 'discord', 'ntfy'] as const
export type HookTemplate = (typeof HOOK_TEMPLATES)[number]

/** When a story is told: all given values are reached. */
export interface StoryCondition {
  /** Sources that report the story. */
  readonly sourceCount?: number | undefined
  /** Score of the item that stands for it, 0..100. */
  readonly score?: number | undefined
  /** `trend.score` of `/api/trending`. */
  readonly trend?: number | undefined
}

/** An address of the operator's that is told when something happens. */
export interface Hook {
  readonly name: string
  /** May have credentials and tokens: never shown. */
  readonly url: string
  /** Key of the signature; `undefined` if nothing is signed. */
  readonly key: Buffer | undefined
  /** Filters of `/api/changes`, and `q`. */
  readonly query: string
  readonly on: HookTrigger
  /** Why an item is sent. */
  readonly reasons: readonly ChangeReason[]
  /** For stories only. */
  readonly when: StoryCondition
  /** `undefined` for the rows as JSON. */
  readonly template: HookTemplate | undefined
}

/** The body of a request. */
export interface HookBody {
  readonly mimeType: string
  readonly text: string
}

/** A request that must be sent until it is accepted. */
export interface HookBatch extends HookBody {
  /** Stable over all attempts, by which the receiver knows a repetition. */
  readonly id: string
}

/** How far a hook is. It stays when the hook is taken out of the settings. */
export interface HookState {
  readonly name: string
  /** The course of changes that `position` belongs to. */
  readonly historyId: string
  /** The number of the last change that was looked at. What is to be sent of it is in `batch`. */
  readonly position: number
  readonly batch: HookBatch | undefined
  /** Attempts in a row that failed. */
  readonly failures: number
  readonly failingSince: EpochMs | null
  /** When the batch is tried again; null for at once. */
  readonly nextAt: EpochMs | null
  /** Whether nothing is sent until somebody resumes it. */
  readonly isResting: boolean
  /** When it began to rest, or was resumed after that. */
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
