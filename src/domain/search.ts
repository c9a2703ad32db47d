/** Fields that a search can be limited to by `field:`. */
export type SearchField = 'title' | 'author' | 'source' | 'category' | 'region' | 'lang' | 'site'

/** A search query as it was read; `domain/query/parse.ts` makes it, the engines answer it. */
export type QueryNode =
  | {
      readonly kind: 'word'
      readonly text: string
      readonly prefix: boolean
      readonly field: SearchField | undefined
    }
  | { readonly kind: 'phrase'; readonly text: string; readonly field: SearchField | undefined }
  | { readonly kind: 'before' | 'after'; readonly at: number }
  | { readonly kind: 'not'; readonly child: QueryNode }
  | { readonly kind: 'and' | 'or'; readonly children: readonly QueryNode[] }

/** One item found. */
export interface Hit {
  readonly id: number
  /** 0..1, 1 for the best of this query. */
  readonly relevance: number
}

/** What a search did beyond the query as it was asked. */
export interface SearchRepair {
  /** No item had all the words: these are the best of those with any of them. */
  readonly relaxed?: true
  /** A word that no item has was taken for one that differs by a typing error: the query before and after. */
  readonly corrected?: { readonly from: string; readonly to: string }
}
