import type { ItemDraft, ScoreWrite } from '../../src/model/item.ts'
import { ORDINARY } from '../../src/model/score.ts'
import { NO_VALIDATORS } from '../../src/model/source.ts'
import { HOUR_MS } from '../../src/model/time.ts'
import type { WalkWindow } from '../../src/model/walk.ts'
import { textHashOf } from '../../src/pipeline/identify/text-hash.ts'
import type { ItemInsert, SightingWrite, VisitRecord } from '../../src/store/records.ts'

/** The moment that tests call now: 2026-03-02 12:00 UTC, a Monday. */
export const NOW = Date.UTC(2026, 2, 2, 12)

/** An article of its own for each `name`, all else as ordinary as can be. */
export function aDraft(name: string, changes: Partial<ItemDraft> = {}): ItemDraft {
  const url = `https://paper.example/${name}`
  return {
    key: url,
    entryKey: `guid-${name}`,
    entryHash: `entry-${name}`,
    textHash: textHashOf({ title: name, summaryHtml: undefined, contentHtml: undefined }),
    contentHash: `content-${name}`,
    url,
    title: `Title of ${name}`,
    summary: `Summary of ${name}.`,
    contentHtml: `<p>Content of ${name}.</p>`,
    contentText: `Content of ${name}.`,
    author: null,
    category: 'general',
    region: null,
    language: 'en',
    tags: [],
    publishedAt: NOW - HOUR_MS,
    isTimeStated: true,
    imageUrl: null,
    commentsUrl: null,
    enclosures: [],
    engagement: null,
    wordCount: 3,
    readingMinutes: 1,
    ...changes,
  }
}

export function anInsert(id: number, storyId: number, draft: ItemDraft): ItemInsert {
  return { id, storyId, publisher: new URL(draft.url).hostname, firstSeenAt: NOW, draft }
}

/** The visited source's sighting of an item that it shows as `draft`. */
export function aSighting(
  itemId: number,
  draft: ItemDraft,
  changes: Partial<SightingWrite> = {},
): SightingWrite {
  return {
    itemId,
    key: draft.key,
    entryKey: draft.entryKey,
    entryHash: draft.entryHash,
    textHash: draft.textHash,
    url: draft.url,
    seenAt: NOW,
    publishedAt: draft.publishedAt,
    commentsUrl: draft.commentsUrl,
    engagement: draft.engagement,
    ...changes,
  }
}

export function aScore(itemId: number, score: number, hot: number, weight = 1): ScoreWrite {
  return { itemId, score, hot, parts: { ...ORDINARY, weight } }
}

/** A successful visit that brought nothing, with changes. */
export function aVisit(sourceId: string, changes: Partial<VisitRecord> = {}): VisitRecord {
  return {
    sourceId,
    at: NOW,
    outcome: 'entries',
    status: 200,
    latencyMs: 12.5,
    error: undefined,
    nextVisitAt: NOW + HOUR_MS,
    intervalMs: HOUR_MS,
    validators: NO_VALIDATORS,
    documentHash: undefined,
    feed: undefined,
    inserts: [],
    edits: [],
    sightings: [],
    moves: [],
    merges: [],
    scores: [],
    ...changes,
  }
}

/** A visit of `sourceId` that brings new articles, each a story of its own with its item's id. */
export function aFirstVisit(
  sourceId: string,
  articles: Readonly<Record<number, ItemDraft>>,
  changes: Partial<VisitRecord> = {},
): VisitRecord {
  const entries = Object.entries(articles).map(([id, draft]) => ({ id: Number(id), draft }))
  return aVisit(sourceId, {
    inserts: entries.map(({ id, draft }) => anInsert(id, id, draft)),
    sightings: entries.map(({ id, draft }) => aSighting(id, draft)),
    scores: entries.map(({ id }) => aScore(id, 20, id)),
    ...changes,
  })
}

export const FIRST_PAGE: WalkWindow = { limit: 50, offset: 0, after: undefined }
