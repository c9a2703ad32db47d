import type { StoryItem } from '../../model/story.ts'
import { DAY_MS, type EpochMs } from '../../model/time.ts'
import type { ReadText } from '../words/terms.ts'
import { type Linked, NO_END } from './links.ts'

/** A placed item in memory. */
export class LiveItem implements Linked {
  readonly itemId: number
  readonly sourceId: string
  readonly publisher: string
  readonly language: string | null
  readonly publishedAt: EpochMs
  readonly firstSeenAt: EpochMs
  /** Whether its source states when it was published. An undated item may be of any time. */
  readonly dated: boolean
  readonly hasSummary: boolean
  /** Number of the namespace of its words. */
  readonly space: number
  /** From `titleNumber`. */
  readonly title: number
  readonly text: ReadText
  /** Whether its title names a column of the source. Two items of columns never report one event. */
  isColumn: boolean
  story: LiveStory
  firstEnd = NO_END
  /** The number of items that had come, itself included, when it was last looked at. */
  lookedAt = 0
  /** Length of the vector of all its words, and the sum of the idf of the distinct words of its title. */
  norm = 0
  titleMass = 0
  /** The epoch of the document frequencies behind these two. */
  epoch = -1
  /** Whether it is found by the top terms in its text. */
  isFindable = false
  /** The weights of those of them by which others are looked up, until that is done. */
  lookups: Float64Array = NO_LOOKUPS
  /** While the neighbours of another are sought: its number among the items found, from 1 on. Else 0. */
  found = 0

  constructor(known: KnownOfItem) {
    this.itemId = known.itemId
    this.sourceId = known.sourceId
    this.publisher = known.publisher
    this.language = known.language
    this.publishedAt = known.publishedAt
    this.firstSeenAt = known.firstSeenAt
    this.dated = known.dated
    this.hasSummary = known.hasSummary
    this.space = known.space
    this.title = known.title
    this.text = known.text
    this.isColumn = known.isColumn
    this.story = known.story
  }
}

/** The fields that an item begins with. */
type KnownOfItem = Omit<
  LiveItem,
  'firstEnd' | 'lookedAt' | 'epoch' | 'norm' | 'titleMass' | 'isFindable' | 'lookups' | 'found'
>

export const NO_LOOKUPS = new Float64Array()

/** The live items of one story. */
export interface LiveStory {
  /** 0 until the end of the batch that creates it. */
  storyId: number
  items: LiveItem[]
  /** The number of items at which it is dissolved and clustered again. */
  dissolveAt: number
  /** Whether older items of the story are in the store but no longer live. */
  anchored: boolean
}

export function newLiveStory(storyId: number): LiveStory {
  return { storyId, items: [], dissolveAt: 0, anchored: false }
}

/**
 * Reports of one event follow each other. After a longer pause, ms, the same words tell another event of the subject.
 * The time of an undated item is when it was first seen.
 */
export const MAX_GAP_MS = 4 * DAY_MS

type TimedItem = Pick<StoryItem, 'publishedAt' | 'itemId'>

/** Items are placed by time, then by id. The order of a batch does not matter. */
export function byTime(a: TimedItem, b: TimedItem): number {
  return a.publishedAt - b.publishedAt || a.itemId - b.itemId
}
