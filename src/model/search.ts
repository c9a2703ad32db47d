import type { HitParts } from './hit-parts.ts'
import type { WalkSelection } from './walk.ts'

/** Fields that a search can be limited to by `field:`. */
export type SearchField =
  | 'title'
  | 'author'
  | 'source'
  | 'category'
  | 'region'
  | 'lang'
  | 'site'
  | 'tag'
  | 'story'
  | 'has'
  /** An item's id, for a query that is an address. Queries cannot name this field. */
  | 'id'

/** Values of `has:`: a picture, an audio file, the article's text. */
export const HAS_VALUES = ['image', 'audio', 'text'] as const
export type HasValue = (typeof HAS_VALUES)[number]

/** A parsed search query, made by `search/query/parse.ts`. */
export type QueryNode =
  | {
      readonly kind: 'word'
      readonly text: string
      readonly prefix: boolean
      readonly field: SearchField | undefined
    }
  | {
      readonly kind: 'phrase'
      readonly text: string
      readonly field: SearchField | undefined
      /** The text as written, if that was one word without quotes: `covid-19`. */
      readonly joined?: string
    }
  | { readonly kind: 'before' | 'after'; readonly at: number }
  | { readonly kind: 'not'; readonly child: QueryNode }
  | { readonly kind: 'and' | 'or'; readonly children: readonly QueryNode[] }

/** An item that a search found. */
export interface Hit {
  readonly id: number
  /** Score relative to the best hit of the query, 0..1; 1 only for that hit. */
  readonly relevance: number
  /** The parts of its score, if requested. */
  readonly parts?: HitParts
}

/** How a search changed the query. */
interface SearchRepair {
  /** Set if no item has all words and the hits are the best items with any of them. */
  readonly relaxed?: true
  /** The query before and after the correction of an unknown word. */
  readonly corrected?: { readonly from: string; readonly to: string }
  /** The query that was answered, if it is not the original one. */
  readonly answered?: QueryNode
}

export interface SearchOptions {
  /** Whether each hit explains its relevance. */
  readonly explain?: boolean
  /** Whether items must have all words, so that the query is never relaxed. */
  readonly allWords?: boolean
}

/** A part of a list of hits, with the changes of the query. */
export interface SearchSelection extends Omit<WalkSelection, 'ids'>, SearchRepair {
  readonly hits: readonly Hit[]
}

/** State of the search index. Searches work when it is `ready`. */
export interface SearchIndexState {
  /** `loading`: it is read from its file. `building`: it is built from the store. */
  readonly status: 'ready' | 'loading' | 'building' | 'failed'
  /** Share of indexed items, 0..1. */
  readonly progress: number
  /** Pending changes of a ready index, if they are so many that searches wait for them. */
  readonly behind?: number
}

/** A completion of a partial query. */
export type Suggestion =
  | {
      readonly kind: 'word'
      /** The whole query with its last word completed, folded. */
      readonly text: string
      /** Approximate number of items with the word. */
      readonly itemCount: number
    }
  | {
      readonly kind: 'story'
      /** Title of the best item. */
      readonly text: string
      readonly storyId: number
      readonly itemCount: number
    }
  | { readonly kind: 'source'; readonly text: string; readonly sourceId: string; readonly itemCount: number }
  | { readonly kind: 'category'; readonly text: string; readonly itemCount: number }
