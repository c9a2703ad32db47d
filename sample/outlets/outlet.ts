import type { Language } from '../texts/language.ts'
import type { Category } from '../world/facts.ts'

export type FeedFormat = 'rss' | 'atom' | 'json' | 'rdf'

/**
 * How an outlet works. `wire` sells its texts, `local` reprints them, `links` points to what others wrote, `ticker`
 * reports while all others are silent.
 */
export type OutletRole = 'paper' | 'wire' | 'local' | 'links' | 'podcast' | 'ticker'

/** The style of an outlet's entries. */
export interface HouseStyle {
  readonly format: FeedFormat
  readonly titleCase: 'sentence' | 'title'
  /** Put after each headline, as ` | Harbor Herald`. */
  readonly titleSuffix: string
  readonly summary: 'none' | 'lead' | 'long'
  readonly content: 'none' | 'full'
  readonly author: 'none' | 'name' | 'desk'
  readonly images: boolean
  /** Query that the outlet itself adds to its links. */
  readonly linkQuery: string
  /** How a path is made: by date and words, by number, or by words alone. */
  readonly path: 'date' | 'number' | 'words'
  readonly engagement: 'none' | 'comments' | 'points'
}

/** An invented publication of the newsroom. */
export interface Outlet {
  readonly id: string
  readonly name: string
  /** Host of its articles, under the reserved `.example`. */
  readonly host: string
  readonly role: OutletRole
  /** What it reports on; a `general` outlet reports on everything. */
  readonly category: Category | 'general'
  readonly language: Language
  readonly region: string
  /** 0.25..4 */
  readonly weight: number
  /** Reports a day that are its own, on a weekday. */
  readonly ownPerDay: number
  /** 0..1: how likely it takes up a great event of its field. */
  readonly alertness: number
  /** Hours behind UTC (negative) or before it: its day's rhythm follows local time. */
  readonly utcOffsetHours: number
  /** Share of a weekday's work that is done on a Saturday or Sunday. */
  readonly weekend: number
  /** Index of its daily column among its language's columns; -1 for none. */
  readonly column: number
  readonly style: HouseStyle
}
