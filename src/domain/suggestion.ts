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
