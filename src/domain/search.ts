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
