import type { PageSelectors, VisitError } from '../../model/source.ts'
import type { EpochMs } from '../../model/time.ts'

/** An article as its own page gives it. Nothing in it is trusted or sanitised yet. */
export interface ArticlePage {
  readonly title: string | undefined
  /** The article alone, with absolute addresses; `undefined` if it was not requested or not found. */
  readonly contentHtml: string | undefined
  /** Whether the content selector matched nothing; the article was then found without it. */
  readonly isContentSelectorIdle?: boolean
  /** Plain text. */
  readonly description: string | undefined
  readonly author: string | undefined
  /** Absolute, http or https. */
  readonly imageUrl: string | undefined
  readonly publishedAt: EpochMs | undefined
}

export interface PageRequest {
  /** Whether the article's text is needed too; `false` reads only the page's metadata. */
  readonly text: boolean
  readonly selectors: PageSelectors | undefined
}

/** The result of a request for an article's page. A page that cannot be fetched is a value, not an exception. */
export type PageReading =
  | {
      readonly kind: 'read'
      readonly page: ArticlePage
      /** Address of the page after redirects; absent if there were none. */
      readonly finalUrl?: string
    }
  | {
      readonly kind: 'failed'
      readonly error: VisitError
      /** Whether another request is useless: the page exists but cannot be read. */
      readonly lasting: boolean
    }
