import type { Language } from '../texts/language.ts'
import type { Category } from '../world/facts.ts'

export type FeedFormat = 'rss' | 'atom' | 'json' | 'rdf'

/**
 * The role of an outlet. `wire` is a news agency, `local` reprints its texts, `links` is an aggregator that links to
 * articles of others, `ticker` reports while all others are silent.
 */
export type OutletRole = 'paper' | 'wire' | 'local' | 'links' | 'podcast' | 'ticker'

/** The style of an outlet's entries. */
export interface HouseStyle {
  readonly format: FeedFormat
  readonly titleCase: 'sentence' | 'title'
  /** Added to each headline, such as ` | Harbor Herald`. */
  readonly titleSuffix: string
  readonly summary: 'none' | 'lead' | 'long'
  readonly content: 'none' | 'full'
  readonly author: 'none' | 'name' | 'desk'
  readonly images: boolean
  /** Query that the outlet adds to its links. */
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
  /** Its subject; a `general` outlet reports on everything. */
  readonly category: Category | 'general'
  readonly language: Language
  readonly region: string
  /** 0.25..4 */
  readonly weight: number
  /** Own reports per weekday. */
  readonly ownPerDay: number
  /** Probability that it reports a major event of its category, 0..1. */
  readonly alertness: number
  /** Offset of local time, which its working hours follow; negative west of UTC. */
  readonly utcOffsetHours: number
  /** Output on a Saturday or Sunday as a share of a weekday's. */
  readonly weekend: number
  /** Index of its daily column among its language's columns; -1 for none. */
  readonly column: number
  readonly style: HouseStyle
}
