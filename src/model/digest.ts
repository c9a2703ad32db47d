import type { EpochMs } from './time.ts'

/** Days of the week as in the settings, Monday first. */
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
type Weekday = (typeof WEEKDAYS)[number]

/** Orders in which an edition selects its stories. */
export const DIGEST_ORDERS = ['score', 'hot', 'newest'] as const

/** Languages of the words around the stories. */
export const EDITION_LANGUAGES = ['en', 'de', 'fr'] as const
export type EditionLanguage = (typeof EDITION_LANGUAGES)[number]

/** When editions are made. */
export interface DigestSchedule {
  /** Time of day in the time zone: `07:00`. */
  readonly at: string
  readonly days: readonly Weekday[]
  /** IANA name. */
  readonly timeZone: string
}

/** Receiver of editions. */
export type DeliveryTarget =
  | { readonly kind: 'mail'; readonly address: string }
  | { readonly kind: 'hook'; readonly name: string }

/** A named view of the collection that is made into editions. */
export interface Digest extends DigestSchedule {
  /** Slug. */
  readonly name: string
  readonly title: string
  /** Parameters of `/api/items` that select the items, and `q`; without a time range. */
  readonly query: string
  /** How far back an edition looks. */
  readonly windowMs: number
  /** Maximum number of stories. */
  readonly size: number
  readonly sections: 'none' | 'category'
  readonly language: EditionLanguage
  /** Whether an edition without stories is sent. */
  readonly whenEmpty: 'send' | 'skip'
  readonly send: readonly DeliveryTarget[]
}

/** Name of a target in the store and in messages: `mail team@example.org`. */
export function targetName(target: DeliveryTarget): string {
  return target.kind === 'mail' ? `mail ${target.address}` : `hook ${target.name}`
}

/** The mail server and the sender. */
export interface MailSettings {
  /** An address, or a name with an address in angle brackets. */
  readonly from: string
  readonly smtp: {
    /** `smtp://` or `smtps://`, without a password. */
    readonly url: string
    readonly password: string | undefined
  }
}

export interface EditionHead {
  readonly digest: string
  /** Its day in the digest's time zone: `2026-11-25`. */
  readonly date: string
  readonly madeAt: EpochMs
  readonly storyCount: number
}

/** A stored edition. It never changes. */
export interface StoredEdition extends EditionHead {
  /** JSON of an `Edition`. */
  readonly body: string
}

/** `pending`: due at `nextAt`. `refused`: rejected by the receiver. `failed`: given up. */
type DeliveryState = 'pending' | 'sent' | 'refused' | 'failed'

/** One edition for one target. */
export interface Delivery {
  readonly digest: string
  readonly date: string
  /** From `targetName`. */
  readonly target: string
  readonly state: DeliveryState
  /** Number of started attempts. */
  readonly attempts: number
  readonly nextAt: EpochMs
  /** Why the last attempt failed; otherwise `null`. */
  readonly error: string | null
}

export type DeliveryKey = Pick<Delivery, 'digest' | 'date' | 'target'>
