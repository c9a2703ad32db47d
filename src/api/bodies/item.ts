import type { ItemBody } from '../../model/item-body.ts'
import type { Article, Item } from '../../model/item.ts'
import type { Encoded } from '../../model/json-values.ts'
import { scoreBreakdown } from '../../model/score.ts'
import { toIso, toIsoOrNull } from '../../model/time.ts'
import type { ArticleBody } from '../schemas/item.ts'
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

export function articleJson(
  article: Article,
  related: readonly Item[],
  maxChars: number | undefined,
): Encoded<typeof ArticleBody> {
  return {
    ...itemJson(article.item),
    ...cutContent(article, maxChars),
    alternates: article.sightings.map((sighting) => ({ ...sighting, seenAt: toIso(sighting.seenAt) })),
    related: related.map(itemJson),
    scoreBreakdown: scoreBreakdown(article.scoreParts),
  }
}
