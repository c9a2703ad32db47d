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
  /** Number of items that had arrived, including itself, when it was last assigned. */
  lookedAt = 0
  /** Length of the vector of all its words, and sum of the idf of the title's distinct words. */
  norm = 0
  titleMass = 0
  /** Epoch of the document frequencies behind these two. */
  epoch = -1
  /** Whether it is indexed by its top terms. */
  isFindable = false
  /** Weights of the top terms to look up, until that is done. */
  lookups: Float64Array = NO_LOOKUPS
  /** During a search for neighbours: its number among the items found, from 1. Otherwise 0. */
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

/** Initial fields of an item. */
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
  /** Number of items at which it is dissolved and reclustered. */
  dissolveAt: number
  /** Whether the store has older items of the story that are not live. */
  anchored: boolean
}

export function newLiveStory(storyId: number): LiveStory {
  return { storyId, items: [], dissolveAt: 0, anchored: false }
}

/**
 * Maximum time between reports of one event. After a longer pause, the same words mean another event of the subject. An
 * undated item has the time at which it was first seen.
 */
export const MAX_GAP_MS = 4 * DAY_MS

type TimedItem = Pick<StoryItem, 'publishedAt' | 'itemId'>

/** Items are placed by time, then by id, whatever the order of the batch. */
export function byTime(a: TimedItem, b: TimedItem): number {
  return a.publishedAt - b.publishedAt || a.itemId - b.itemId
}
