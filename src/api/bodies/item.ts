import type { Article, Content, Item } from '../../model/item.ts'
import type { Encoded } from '../../model/json-values.ts'
import { scoreBreakdown } from '../../model/score.ts'
import { toIso, toIsoOrNull } from '../../model/time.ts'
import type { ArticleBody, ItemBody } from '../schemas/item.ts'
import { cutContent } from './cut-content.ts'

/** An item as it leaves the service: the fields of `Item` in their order, with times as text. */
export function itemJson(item: Item): Encoded<typeof ItemBody> {
  return {
    ...item,
    summary: item.summary || null,
    publishedAt: toIso(item.publishedAt),
    firstSeenAt: toIso(item.firstSeenAt),
    updatedAt: toIsoOrNull(item.updatedAt),
  }
}

/** The text of an article, at most `maxChars` characters of it. */
export function contentJson(content: Content, maxChars: number | undefined) {
  const cut = cutContent(content, maxChars)
  return { contentHtml: cut.html, contentText: cut.text, contentTruncated: cut.truncated }
}

export function articleJson(
  article: Article,
  related: readonly Item[],
  maxChars: number | undefined,
): Encoded<typeof ArticleBody> {
  return {
    ...itemJson(article.item),
    ...contentJson(article, maxChars),
    alternates: article.sightings.map((sighting) => ({ ...sighting, seenAt: toIso(sighting.seenAt) })),
    related: related.map(itemJson),
    scoreBreakdown: scoreBreakdown(article.scoreParts),
  }
}
