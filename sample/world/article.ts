import type { EpochMs } from '../../src/model/time.ts'
import type { Outlet } from '../outlets/outlet.ts'
import type { Category } from './facts.ts'

/** The words of an article. */
export interface ArticleText {
  readonly title: string
  readonly summary: string
  readonly paragraphs: readonly string[]
  readonly author: string
  readonly tags: readonly string[]
}

/** What an outlet published. */
export interface Article {
  /** Unique in the world and the same at any time. */
  readonly key: string
  readonly outlet: Outlet
  /** The event that it reports; `undefined` for features and columns. */
  readonly eventId: string | undefined
  readonly category: Category
  /** 0..1, of its event; features have little. */
  readonly importance: number
  readonly path: string
  readonly publishedAt: EpochMs
  /** When its words were changed, if they were. */
  readonly editedAt: EpochMs | undefined
  /** Key of the agency's article of which this is a copy, word for word. */
  readonly copyOf: string | undefined
  /** @param edited whether the words as changed are wanted */
  text(edited: boolean): ArticleText
}

/** A pointer of an aggregator to another outlet's article. */
export interface Link {
  readonly key: string
  readonly outlet: Outlet
  readonly article: Article
  /** The article's address as the aggregator spells it: with tracking, AMP, another host label or scheme. */
  readonly url: string
  readonly publishedAt: EpochMs
}

/** Everything that began on one day, whenever it is published. */
export interface DayOutput {
  readonly articles: readonly Article[]
  readonly links: readonly Link[]
}

/** The address of an article without anything that only tracks. */
export function canonicalUrl(article: Article): string {
  return `https://${article.outlet.host}${article.path}`
}

/** The address as the outlet's own feed states it. */
export function feedUrl(article: Article): string {
  const { linkQuery } = article.outlet.style
  return linkQuery ? `${canonicalUrl(article)}?${linkQuery}` : canonicalUrl(article)
}

/** What an article says at this moment. */
export function textAt(article: Article, now: EpochMs): ArticleText {
  return article.text(article.editedAt !== undefined && article.editedAt <= now)
}

/** When an article last changed, as far as is known at this moment. */
export function changedAt(article: Article, now: EpochMs): EpochMs {
  return article.editedAt !== undefined && article.editedAt <= now ? article.editedAt : article.publishedAt
}
