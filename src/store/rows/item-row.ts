import type { Enclosure, Engagement } from '../../model/entry.ts'
import type { Item, ScoreParts, ScoreWrite } from '../../model/item.ts'
import { parseJson } from '../../model/json-object.ts'
import { ORDINARY } from '../../model/score.ts'
import type { StoreNames } from './store-names.ts'

/** Columns of an item `i` and its story `s`, in the order of `ItemRow`. */
export const ITEM_COLUMNS = `i.id, i.published_at, i.score, i.facet_id, i.story_id, i.source_id, i.also_in,
  i.first_seen_at, i.updated_at, i.points, i.comments, i.word_count, i.reading_minutes, i.url, i.title, i.summary,
  i.author, i.tags, i.image_url, i.comments_url, i.enclosures, s.item_count, s.source_count`

/** By position, since rows with names take twice as long to read. */
export type ItemRow = readonly [
  id: number,
  publishedAt: number,
  score: number,
  facet: number,
  story: number,
  source: number,
  alsoIn: string | null,
  firstSeenAt: number,
  updatedAt: number | null,
  points: number | null,
  comments: number | null,
  wordCount: number,
  readingMinutes: number,
  url: string,
  title: string,
  summary: string,
  author: string | null,
  tags: string | null,
  imageUrl: string | null,
  commentsUrl: string | null,
  enclosures: string | null,
  itemCount: number | null,
  sourceCount: number | null,
]

export const ITEM_WIDTH = 23

/** @param row may have more columns at its end */
export function itemOf(row: readonly [...ItemRow, ...unknown[]], names: StoreNames): Item {
  const [id, publishedAt, score, facet, story, source, alsoIn, firstSeenAt, updatedAt, points, comments] = row
  const [, , , , , , , , , , , wordCount, readingMinutes, url, title, summary, author, tags, imageUrl] = row
  const words = names.facet(facet)
  const owner = names.source(source)
  return {
    id,
    url,
    title,
    summary,
    author,
    source: owner.slug,
    sourceName: owner.name,
    alsoIn: sourceKeys(alsoIn).map((key) => names.source(key).slug),
    category: words.category,
    region: words.region,
    language: words.language,
    tags: (storedList(tags) ?? []) as string[],
    publishedAt,
    firstSeenAt,
    updatedAt,
    imageUrl,
    commentsUrl: row[19],
    enclosures: (storedList(row[20]) ?? []) as Enclosure[],
    engagement: engagementOf(points, comments),
    wordCount,
    readingMinutes,
    score,
    story: { id: story, itemCount: row[21] ?? 1, sourceCount: row[22] ?? 1 },
  }
}

export function engagementOf(points: number | null, comments: number | null): Engagement | null {
  return points === null && comments === null ? null : { points, comments }
}

/** SQL for the engagement in points, as `engagementPoints` computes it. */
export const ENGAGEMENT_POINTS = 'coalesce(points, 0) + CAST(0.5 AS float8) * coalesce(comments, 0)'

/** SQL condition: a sighting or an item has engagement. */
export const HAS_ENGAGEMENT = '(points IS NOT NULL OR comments IS NOT NULL)'

/** SQL after `SELECT …`: the sighting of an item with the highest engagement, if one has any. */
export function strongestSighting(itemId: string): string {
  return `FROM sightings WHERE item_id = ${itemId} AND ${HAS_ENGAGEMENT} ORDER BY ${ENGAGEMENT_POINTS} DESC, id LIMIT 1`
}

/** Parses a stored list; `undefined` if it is damaged, which `doctor --deep` reports: one row must not hide all others. */
export function storedList(json: string | null): readonly unknown[] | undefined {
  const list = json === null ? [] : parseJson(json)
  return Array.isArray(list) ? list : undefined
}

/** Decodes `items.also_in`. */
export function sourceKeys(alsoIn: string | null): number[] {
  return alsoIn === null ? [] : alsoIn.split(',').map(Number)
}

/** Rounds engagement for its columns. `null` if the result is not a safe integer. */
export function countsOf(engagement: Engagement | null): Engagement {
  return { points: wholeOrNull(engagement?.points), comments: wholeOrNull(engagement?.comments) }
}

function wholeOrNull(count: number | null | undefined): number | null {
  const whole = Math.round(count ?? Number.NaN)
  return Number.isSafeInteger(whole) ? whole : null
}

/** The score columns; the minimum for an item without a score. */
export function scoreColumns(write: ScoreWrite | undefined) {
  const { score = 0, hot = 0, parts = ORDINARY } = write ?? {}
  const { weight, frequency, depth, coverage, engagement, share } = parts
  return { score, hot, weight, frequency, depth, coverage, engagement, share }
}

/** Columns of `ScoreParts`, in the order of `PartsRow`. */
export const PARTS_COLUMNS = 'weight, frequency, depth, coverage, engagement, share'

export type PartsRow = readonly [
  weight: number,
  frequency: number,
  depth: number,
  coverage: number,
  engagement: number,
  share: number,
]

export function partsOf([weight, frequency, depth, coverage, engagement, share]: PartsRow): ScoreParts {
  return { weight, frequency, depth, coverage, engagement, share }
}
