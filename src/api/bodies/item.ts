import type { z } from 'zod'
import type { Enclosure, Engagement } from '../../model/entry.ts'
import type { Article, Item } from '../../model/item.ts'
import { scoreBreakdown } from '../../model/score.ts'
import { toIso, toIsoOrNull } from '../../model/time.ts'
import type { ArticleBody, ItemBody } from '../schemas/item.ts'
import { cutContent } from './cut-content.ts'

export type ItemJson = z.output<typeof ItemBody>
export type ArticleJson = z.output<typeof ArticleBody>

/** An item as it leaves the service; the order of the fields is the documented one. */
export function itemJson(item: Item): ItemJson {
  return {
    id: item.id,
    url: item.url,
    title: item.title,
    summary: item.summary || null,
    author: item.author,
    source: item.source,
    sourceName: item.sourceName,
    alsoIn: [...item.alsoIn],
    category: item.category,
    region: item.region,
    language: item.language,
    tags: [...item.tags],
    publishedAt: toIso(item.publishedAt),
    firstSeenAt: toIso(item.firstSeenAt),
    updatedAt: toIsoOrNull(item.updatedAt),
    imageUrl: item.imageUrl,
    commentsUrl: item.commentsUrl,
    enclosures: item.enclosures.map(enclosureJson),
    engagement: engagementJson(item.engagement),
    wordCount: item.wordCount,
    readingMinutes: item.readingMinutes,
    score: item.score,
    story: {
      id: item.story.id,
      itemCount: item.story.itemCount,
      sourceCount: item.story.sourceCount,
    },
  }
}

/** The text of an article, at most `maxChars` characters of it. */
export function contentJson(article: Article, maxChars: number | undefined) {
  const cut = cutContent(article, maxChars)
  return { contentHtml: cut.html, contentText: cut.text, contentTruncated: cut.truncated }
}

export function articleJson(
  article: Article,
  related: readonly Item[],
  maxChars: number | undefined,
): ArticleJson {
  return {
    ...itemJson(article.item),
    ...contentJson(article, maxChars),
    alternates: article.sightings.map((sighting) => ({
      source: sighting.source,
      url: sighting.url,
      seenAt: toIso(sighting.seenAt),
      commentsUrl: sighting.commentsUrl,
      engagement: engagementJson(sighting.engagement),
    })),
    related: related.map(itemJson),
    scoreBreakdown: scoreBreakdown(article.scoreParts),
  }
}

function enclosureJson(enclosure: Enclosure) {
  return { url: enclosure.url, mimeType: enclosure.mimeType, bytes: enclosure.bytes }
}

function engagementJson(engagement: Engagement | null) {
  return engagement === null ? null : { points: engagement.points, comments: engagement.comments }
}
