import type { Columns } from '../columns/columns.ts'
import { newestAt, weekActivity } from '../columns/counts.ts'
import { itemPredicate, passes } from '../columns/item-predicate.ts'
import { Selector } from '../columns/select.ts'
import { walkList } from '../columns/walk-list.ts'
import { type OpenStore, storeId } from '../open-store.ts'
import { pictureReads } from '../pictures.ts'
import type { ReadStore } from '../read-store.ts'
import { changeReads } from './changes.ts'
import { editionReads } from './editions.ts'
import { hookReads } from './hooks.ts'
import { itemReads } from './items.ts'
import { reportReads } from './reports.ts'
import { findStoryItems } from './stories.ts'
import { trendItems } from './trend-items.ts'

/** The read methods of a store. Rows come from replicas if there are any. */
export function readMethods(store: OpenStore): ReadStore {
  const { db, rows, names, changeFeed, searchSource, engine } = store
  const items = itemReads(rows, names)
  let selector: { readonly columns: Columns; readonly answers: Selector } | undefined

  async function select(): Promise<NonNullable<typeof selector>> {
    const columns = await changeFeed.loaded()
    if (selector?.columns !== columns) selector = { columns, answers: new Selector(columns) }
    return selector
  }

  return {
    ...items,
    searchSource,
    version: () => changeFeed.version(),
    lastChange: (filter) => changeFeed.lastChange(filter),
    lastChangeOf: (itemId) => changeFeed.lastChangeOf(itemId),
    onChange: (listener) => changeFeed.onChange(listener),
    refresh: async () => {
      engine.check()
      await changeFeed.refresh()
    },
    select: async (filter, order, window) => {
      await changeFeed.knowTags(filter.tag)
      const { columns, answers } = await select()
      return walkList(columns, answers, filter, order, window)
    },
    findStoryItems: (ids) => findStoryItems(rows, names, ids),
    findItemJson: async (ids) => {
      const { itemJson } = await changeFeed.loaded()
      // Reads within an open group see uncommitted writes.
      if (db.isGrouping) return engine.findItemJson(ids)
      return itemJson.find(ids, (missing) => engine.findItemJson(missing))
    },
    findContentJson: (ids) => engine.findContentJson(ids),
    findRepresentatives: async (storyIds, filter) => {
      const found = await items.findRepresentatives(storyIds)
      if (filter === undefined) return found
      await changeFeed.knowTags(filter.tag)
      const columns = await changeFeed.loaded()
      const predicate = itemPredicate(columns, filter)
      return new Map([...found].filter(([, id]) => passes(columns, predicate, columns.slotOf(id) ?? -1)))
    },
    listTrendItems: async (filter, from, until, stories) => {
      await changeFeed.knowTags(filter.tag)
      return trendItems(await changeFeed.loaded(), names, filter, from, until, stories)
    },
    ...changeReads(rows, changeFeed),
    storeId: () => storeId(rows),
    ...pictureReads(rows),
    hourOfWeekActivity: async (now) => weekActivity(await changeFeed.loaded(), now),
    findSources: async (ids) => names.named(ids),
    ...reportReads(store),
    ping: async () => {
      await engine.ping()
      const columns = await changeFeed.loaded()
      return { engine: engine.name, itemCount: columns.size, newestItemAt: newestAt(columns) }
    },
    ...editionReads(rows),
    ...hookReads(db),
    saveColumns: () => changeFeed.save(),
    close: () => engine.close(),
  }
}
