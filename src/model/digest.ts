import type { EpochMs } from './time.ts'

/** Days of the week as settings write them, Monday first. */
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** Orders in which an edition can choose its stories. */
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

/** Where an edition is sent. */
export type DeliveryTarget =
  | { readonly kind: 'mail'; readonly address: string }
  /** `name` of one of the hooks. */
  | { readonly kind: 'hook'; readonly name: string }

/** A named view of the collection that is made into editions. */
export interface Digest extends DigestSchedule {
  /** Slug. */
  readonly name: string
  readonly title: string
  /** Parameters of `/api/items` that choose the items, and `q`; without a window of time. */
  readonly query: string
  /** How far back an edition looks. */
  readonly windowMs: number
  /** Number of stories, at most. */
  readonly size: number
  readonly sections: 'none' | 'category'
  readonly language: EditionLanguage
  /** Whether an edition without a story is sent. */
  readonly whenEmpty: 'send' | 'skip'
  readonly send: readonly DeliveryTarget[]
}

/** The name of a target in the store and in messages: `mail team@example.org`. */
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

/** An edition in a list. */
export interface EditionHead {
  readonly digest: string
  /** Its day in the time zone of the digest: `2026-11-25`. */
  readonly date: string
  readonly madeAt: EpochMs
  readonly storyCount: number
}

/** An edition as it is stored. It is never changed. */
export interface StoredEdition extends EditionHead {
  /** JSON of an `Edition`. */
  readonly body: string
}

/** `pending`: it is tried at `nextAt`. `refused`: the receiver does not take it. `failed`: given up. */
export type DeliveryState = 'pending' | 'sent' | 'refused' | 'failed'

/** One edition for one receiver. */
export interface Delivery {
  readonly digest: string
  readonly date: string
  /** As `targetName` writes it. */
  readonly target: string
  readonly state: DeliveryState
  /** Attempts that were begun. */
  readonly attempts: number
  readonly nextAt: EpochMs
  /** Why the last attempt failed; `null` if it did not. */
  readonly error: string | null
}

/** What identifies a delivery. */
export type DeliveryKey = Pick<Delivery, 'digest' | 'date' | 'target'>
