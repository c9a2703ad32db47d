import { join } from 'node:path'
import { DAY_MS } from '../../src/model/time.ts'
import { publisherOf } from '../../src/url/url.ts'
import { readCaptured, readFolder } from './captured.ts'
import { chance, COLLECTED_AT, hash, type LabelledItem, type LabelledSet } from './labelled-set.ts'

const FIRST_VISIT_AT = Date.UTC(2007, 9, 3, 18)

/**
 * Adds the unlabelled items of each feed's first visit to the labelled items of a day, since a service knows these too.
 * An item without a time has the time of its visit, unless that was the first visit of its feed.
 */
export function afterFirstVisit(folder: string, labelled: readonly LabelledItem[]): LabelledItem[] {
  const captured = readFolder(join(folder, '../feeds/snapshots-2007/10-03-07'), FIRST_VISIT_AT)
  const known = captured.map(({ feed, draft, statedAt }, at): LabelledItem => {
    const { url, title, summary, language, publishedAt } = draft
    return {
      itemId: at + 1,
      sourceId: feed,
      publisher: publisherOf(url) ?? feed,
      url,
      title,
      summary,
      language,
      publishedAt,
      firstSeenAt: FIRST_VISIT_AT,
      dated: statedAt !== undefined,
      truth: null,
    }
  })
  const feeds = new Set(captured.map(({ feed }) => feed))
  const fresh = labelled.map((item) => ({
    ...item,
    itemId: known.length + item.itemId,
    dated: item.dated || feeds.has(item.sourceId),
  }))
  return [...known, ...fresh]
}

/** Items of captured feeds get times within this many days. Each counts as a story of its own. */
const CAPTURED_DAYS = 3

/**
 * Items of captured feeds of many years, as if one collection had seen them all in the same days. They have no labels,
 * but items that were really published months apart report different events.
 */
export function capturedSet(folder: string): LabelledSet {
  const captured = readCaptured(folder, Date.UTC(2026, 11, 31))
    .map((item) => ({ ...item, at: hash(item.draft.key) }))
    .sort((a, b) => a.at - b.at || (a.draft.key < b.draft.key ? -1 : 1))
  const items = captured.map(({ feed, draft, statedAt }, index): LabelledItem => {
    const drawn = COLLECTED_AT - CAPTURED_DAYS * DAY_MS * chance(`published ${draft.key}`)
    return {
      itemId: index + 1,
      sourceId: feed,
      publisher: publisherOf(draft.url) ?? feed,
      url: draft.url,
      title: draft.title,
      summary: draft.summary,
      language: draft.language,
      publishedAt: statedAt === undefined ? COLLECTED_AT : drawn,
      firstSeenAt: COLLECTED_AT,
      dated: statedAt !== undefined,
      truth: `alone ${index}`,
      happenedAt: statedAt ?? Number.NaN,
    }
  })
  return { name: 'captured title+summary', items }
}
