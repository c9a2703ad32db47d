import type { PageSelectors, VisitError } from '../../model/source.ts'
import type { EpochMs } from '../../model/time.ts'

/** An article read from its own page. Nothing is trusted or sanitised yet. */
export interface ArticlePage {
  readonly title: string | undefined
  /** The article with absolute addresses; `undefined` if not requested or not found. */
  readonly contentHtml: string | undefined
  /** Whether the content selector matched nothing, so that heuristics found the article. */
  readonly isContentSelectorIdle?: boolean
  /** Plain text. */
  readonly description: string | undefined
  readonly author: string | undefined
  /** Absolute, http or https. */
  readonly imageUrl: string | undefined
  readonly publishedAt: EpochMs | undefined
}

export interface PageRequest {
  /** Whether to read the article's text; `false` reads only the page's metadata. */
  readonly text: boolean
  readonly selectors: PageSelectors | undefined
}

/** The result of reading an article's page. A failure is a value, not an exception. */
export type PageReading =
  | {
      readonly kind: 'read'
      readonly page: ArticlePage
      /** Final address after redirects; absent without redirects. */
      readonly finalUrl?: string
    }
  | {
      readonly kind: 'failed'
      readonly error: VisitError
      /** Whether a retry is useless: the page exists but cannot be read. */
      readonly lasting: boolean
    }
