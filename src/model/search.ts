import type { Selection } from './filter.ts'

/** Fields that a search can be limited to by `field:`. */
export type SearchField = 'title' | 'author' | 'source' | 'category' | 'region' | 'lang' | 'site'

/** A search query as it was read; `search/query/parse.ts` makes it, the engines answer it. */
export type QueryNode =
  | {
      readonly kind: 'word'
      readonly text: string
      readonly prefix: boolean
      readonly field: SearchField | undefined
      /** How often the query has it, > 1; once where left out. */
      readonly times?: number
    }
  | {
      readonly kind: 'phrase'
      readonly text: string
      readonly field: SearchField | undefined
      /** As it was written where that was as one word, `covid-19`, and not in quotes. */
      readonly joined?: string
      /** As of a word. */
      readonly times?: number
    }
  | { readonly kind: 'before' | 'after'; readonly at: number }
  | { readonly kind: 'not'; readonly child: QueryNode }
  | { readonly kind: 'and' | 'or'; readonly children: readonly QueryNode[] }

/** One item found. */
export interface Hit {
  readonly id: number
  /** 0..1, 1 for the best of this query. */
  readonly relevance: number
  /** Why it stands where it does, where that was asked for. */
  readonly parts?: HitParts
}

/** What an item's worth for a query is made of: the words' together, times each factor. */
export interface HitParts {
  /** Each word of the query that the item has. */
  readonly words: readonly HitWord[]
  /** For its age, 0.5..1; 0.95..1 for a sentence and in a relaxed search. */
  readonly recency: number
  /** For how many publishers report its story, 1..1.5; for a sentence or in a relaxed search 1..1.05. */
  readonly coverage: number
  /** For a title that has all the words in their order; otherwise 1. */
  readonly titlePhrase: number
  /**
   * What reranking by the best hits adds (or takes away, below 0): by their words, their times, and how alike
   * they are. For a sentence or in a relaxed search; otherwise 0.
   */
  readonly feedback: number
  /** The total; relevance is this over that of the best. */
  readonly worth: number
}

export interface HitWord {
  /** As the query has it, folded. */
  readonly word: string
  /** Where it was found; the text is the summary with the content. */
  readonly fields: readonly ('title' | 'text' | 'labels' | 'author')[]
  /** Whether the item has it as typed, not only an inflection of it. */
  readonly exact: boolean
  /** Its inverse document frequency: higher for rare words. */
  readonly rarity: number
  /** What it adds, once for each time that the query has it. */
  readonly worth: number
}

/** How a search changed the query. */
interface SearchRepair {
  /** No item had all the words; these are the best items with any of them. */
  readonly relaxed?: true
  /** The query before and after, if a word that no item has was corrected. */
  readonly corrected?: { readonly from: string; readonly to: string }
  /** The query that was answered, if it is not the original one. */
  readonly answered?: QueryNode
}

export interface SearchOptions {
  /** Whether each hit explains its relevance. */
  readonly explain?: boolean
  /** Whether items must have all the words; the query is not relaxed. */
  readonly allWords?: boolean
}

/** A search's part of a list: hits instead of bare ids. */
export interface SearchSelection extends Omit<Selection, 'ids'>, SearchRepair {
  readonly hits: readonly Hit[]
}

/** State of the search index: searches are answered once it is `ready`. */
export interface SearchIndexState {
  /** `loading` from its file, `building` where there is none. */
  readonly status: 'ready' | 'loading' | 'building' | 'failed'
  /** 0..1 of the items that are indexed. */
  readonly progress: number
}

/** What completes a query that is being typed. */
export type Suggestion =
  | {
      readonly kind: 'word'
      /** The whole query with its last word completed, folded. */
      readonly text: string
      /** Items with the word, about. */
      readonly itemCount: number
    }
  | {
      readonly kind: 'story'
      /** Title of the item that fits best. */
      readonly text: string
      readonly storyId: number
      readonly itemCount: number
    }
  | { readonly kind: 'source'; readonly text: string; readonly sourceId: string; readonly itemCount: number }
  | { readonly kind: 'category'; readonly text: string; readonly itemCount: number }
