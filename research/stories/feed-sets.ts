import { join } from 'node:path'
import { readFolder, storyItemOf } from './captured.ts'
import type { LabelledItem } from './labelled-set.ts'

const FIRST_VISIT_AT = Date.UTC(2007, 9, 3, 18)

/**
 * Adds the unlabelled items of each feed's first visit to the labelled items of a day, since a service knows these too.
 * An item without a time has the time of its visit, unless that was the first visit of its feed.
 */
export function afterFirstVisit(folder: string, labelled: readonly LabelledItem[]): LabelledItem[] {
  const captured = readFolder(join(folder, '../feeds/snapshots-2007/10-03-07'), FIRST_VISIT_AT)
  const known = captured.map((item, at): LabelledItem => {
    return { ...storyItemOf(item, FIRST_VISIT_AT), itemId: at + 1, truth: null }
  })
  const feeds = new Set(captured.map(({ feed }) => feed))
  const fresh = labelled.map((item) => ({
    ...item,
    itemId: known.length + item.itemId,
    dated: item.dated || feeds.has(item.sourceId),
  }))
  return [...known, ...fresh]
}
