import type { EpochMs } from '../../src/model/time.ts'
import type { Outlet } from '../outlets/outlet.ts'
import type { Category } from './facts.ts'

/** The text of an article, with author and tags. */
export interface ArticleText {
  readonly title: string
  readonly summary: string
  readonly paragraphs: readonly string[]
  readonly author: string
  readonly tags: readonly string[]
}

/** An article of an outlet. */
export interface Article {
  /** Unique in the world; it never changes. */
  readonly key: string
  readonly outlet: Outlet
  /** The event that it reports; `undefined` for features and columns. */
  readonly eventId: string | undefined
  readonly category: Category
  /** Importance of its event, 0..1; features have low values. */
  readonly importance: number
  readonly path: string
  readonly publishedAt: EpochMs
  /** When its text was changed, if ever. */
  readonly editedAt: EpochMs | undefined
  /** Key of the news agency's article that this one copies word for word. */
  readonly copyOf: string | undefined
  /** @param edited whether to give the text after the change */
  text(edited: boolean): ArticleText
}

/** An aggregator's link to another outlet's article. */
export interface Link {
  readonly key: string
  readonly outlet: Outlet
  readonly article: Article
  /** The aggregator's variant of the article's address: with tracking, AMP, another host label or scheme. */
  readonly url: string
  readonly publishedAt: EpochMs
}

/** Everything that starts on one day, even if it is published later. */
export interface DayOutput {
  readonly articles: readonly Article[]
  readonly links: readonly Link[]
}

/** The address of an article without tracking parameters. */
export function canonicalUrl(article: Article): string {
  return `https://${article.outlet.host}${article.path}`
}

/** The address in the outlet's own feed. */
export function feedUrl(article: Article): string {
  const { linkQuery } = article.outlet.style
  return linkQuery ? `${canonicalUrl(article)}?${linkQuery}` : canonicalUrl(article)
}

/** The text of an article at this moment. */
export function textAt(article: Article, now: EpochMs): ArticleText {
  return article.text(article.editedAt !== undefined && article.editedAt <= now)
}

/** When an article last changed, as far as is known at this moment. */
export function changedAt(article: Article, now: EpochMs): EpochMs {
  return article.editedAt !== undefined && article.editedAt <= now ? article.editedAt : article.publishedAt
}
