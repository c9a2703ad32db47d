import type { PageSelectors, VisitError } from '../../model/source.ts'
import type { EpochMs } from '../../model/time.ts'

/** What an article's own page says of it; nothing in it is trusted or sanitised yet. */
export interface ArticlePage {
  readonly title: string | undefined
  /** The article alone, addresses absolute; absent where it was not asked for or not found. */
  readonly contentHtml: string | undefined
  /** Whether the selector of the content matched nothing, so that the article was found without it. */
  readonly isContentSelectorIdle?: boolean
  /** Plain text. */
  readonly description: string | undefined
  readonly author: string | undefined
  /** Absolute, http or https. */
  readonly imageUrl: string | undefined
  readonly publishedAt: EpochMs | undefined
}

/** What to read from a page. */
export interface PageRequest {
  /** `false`: what the page's metadata say is enough. */
  readonly text: boolean
  readonly selectors: PageSelectors | undefined
}

/** The result of a request for an article's page. A page that cannot be fetched is a value, not an exception. */
export type PageReading =
  | { readonly kind: 'read'; readonly page: ArticlePage }
  | {
      readonly kind: 'failed'
      readonly error: VisitError
      /** Whether there is no use in asking again: the page is there and says nothing that can be read. */
      readonly lasting: boolean
    }
