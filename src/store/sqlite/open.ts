import type { Database } from 'better-sqlite3'
import type { EpochMs } from '../../model/time.ts'
import { columnsFileOf, ColumnsCache } from '../columns-cache.ts'
import type { Columns } from '../columns/columns.ts'
import { newestAt } from '../columns/counts.ts'
import { itemPredicate, passes } from '../columns/item-predicate.ts'
import { Selector } from '../columns/select.ts'
import { walkList } from '../columns/walk-list.ts'
import { WeekActivity } from '../columns/week-activity.ts'
import { UNFINISHED_COPY, unfinishedCopy } from '../copy/tables.ts'
import { namedSources } from '../names.ts'
import type { ReadStore } from '../read-store.ts'
import type { SearchSource } from '../search-source.ts'
import { readSideFile, writeSideFile } from '../side-file.ts'
import type { Store } from '../store.ts'
import { TrendReads } from '../trend-reads.ts'
import { cachedStore } from './cached-store.ts'
import { ChangeFeed } from './change-feed.ts'
import { type SqliteOptions, asOpenFailure, emptyLog, openForReading, openForWriting } from './database.ts'
import { guarded, guardedMethods } from './failure.ts'
import { Names } from './names.ts'
import { OpenedFiles } from './opened-files.ts'
import {
  dueIcons,
  iconReads,
  iconSaver,
  duePictures,
  thumbnailReads,
  thumbnailSaver,
} from './picture-rows.ts'
import { Probe } from './probe.ts'
import { AddressReads } from './reads/addresses.ts'
import { EntryReads } from './reads/entries.ts'
import { ItemReads } from './reads/items.ts'
import { Reports, sourceEvents } from './reads/reports.ts'
import { StoryReads } from './reads/stories.ts'
import { trendRows } from './reads/trends.ts'
import { SqliteSearchSource } from './search-source.ts'
import { sourceStates, sourceSync } from './source-rows.ts'
import { prepareAll } from './statements.ts'
import { correctionSaver } from './writes/corrections.ts'
import { pruner } from './writes/deletes.ts'
import { hotKeyUpdater } from './writes/hot.ts'
import { visitSaver } from './writes/visits.ts'
import { WriteGroup } from './writes/write-group.ts'

export type { SqliteOptions }

export const RESERVE_SQL = {
  reserve: 'UPDATE counters SET value = value + @count WHERE name = @kind RETURNING value - @count',
} as const

/**
 * Opens the store for reading and writing. Creates it if there is none. The columns in memory are built when a list is
 * first read, so a thread that only writes never builds them.
 *
 * @throws DigestError('storeForeign' | 'storeNewer') with the file untouched; `storeForbidden` if a permission is missing;
 *   `storeFailed` if it cannot be opened for another reason
 */
export async function openSqliteStore(file: string, options: SqliteOptions): Promise<Store> {
  const db = openForWriting(file, options)
  const connection = connect(db, file, options)
  const methods = { ...readMethods(connection), ...writeMethods(connection, options) }
  return {
    ...methods,
    close() {
      emptyLog(db)
      return methods.close()
    },
  }
}

/** Opens an existing store for reading only and builds its columns. Same errors as `openSqliteStore`. */
export async function openSqliteReadStore(file: string, options: SqliteOptions): Promise<ReadStore> {
  const connection = connect(openForReading(file, options), file, options)
  return guarded(async () => {
    const { changeFeed, columnsCache } = connection
    await changeFeed.restore(columnsCache)
    changeFeed.columns()
    return readMethods(connection)
  })
}

interface Connection {
  readonly db: Database
  readonly names: Names
  readonly changeFeed: ChangeFeed
  readonly columnsCache: ColumnsCache
  readonly searchSource: SearchSource
  readonly probe: Probe
  readonly files: OpenedFiles
}

export const UNFINISHED_SQL = {
  note: `SELECT value FROM counters WHERE name = '${UNFINISHED_COPY}'`,
} as const

function connect(db: Database, file: string, options: SqliteOptions): Connection {
  try {
    if (prepareAll(db, UNFINISHED_SQL).note.get() !== undefined) throw unfinishedCopy(file)
    const names = new Names(db)
    const changeFeed = new ChangeFeed(db, names)
    return {
      db,
      names,
      changeFeed,
      columnsCache: new ColumnsCache(cachedStore(db), options, columnsFileOf(db.name)),
      searchSource: new SqliteSearchSource(db, names, changeFeed, file),
      probe: new Probe(() => openForReading(file, options)),
      files: new OpenedFiles(db, file),
    }
  } catch (error) {
    db.close()
    throw asOpenFailure(file, error)
  }
}

function readMethods(connection: Connection): ReadStore {
  const { db, names, changeFeed, columnsCache, searchSource, probe, files } = connection
  const items = new ItemReads(db, names)
  const addresses = new AddressReads(db)
  const identity = identityReads(db)
  const reports = new Reports(db)
  const trends = new TrendReads({
    columns: () => changeFeed.columns(),
    onChange: (listener) => changeFeed.listeners.onChange(listener),
    sourceBySlug: (slug) => names.sourceBySlug(slug),
    rows: trendRows(db),
  })
  const findIcon = iconReads(db)
  const thumbnails = thumbnailReads(db)
  const rhythms = new WeekActivity()
  const events = sourceEvents(db)
  let selector: { readonly columns: Columns; readonly answers: Selector } | undefined

  function select(): NonNullable<typeof selector> {
    const columns = changeFeed.columns()
    if (selector?.columns !== columns) selector = { columns, answers: new Selector(columns) }
    return selector
  }

  const methods = guardedMethods<
    Omit<ReadStore, 'searchSource' | 'version' | 'lastChange' | 'lastChangeOf' | 'onChange'>
  >({
    refresh: () => {
      files.check()
      changeFeed.refresh()
    },
    select: (filter, order, window) => {
      const { columns, answers } = select()
      return walkList(columns, answers, filter, order, window)
    },
    findItems: (ids) => items.findItems(ids),
    // Reads in an open group see what is not committed yet.
    findItemJson: (ids) =>
      db.inTransaction
        ? items.findItemJson(ids)
        : changeFeed.columns().itemJson.find(ids, (missing) => items.findItemJson(missing)),
    findArticle: (id) => items.findArticles([id])[0],
    findArticles: (ids) => items.findArticles(ids),
    listArticles: (afterId, limit) => items.listArticles(afterId, limit),
    findContents: (ids) => items.findContents(ids),
    findTexts: (ids) => items.findTexts(ids),
    findItemIdsByUrl: (url) => addresses.find(url),
    resolveStoryId: (id) => items.resolveStoryId(id),
    findRepresentatives: (storyIds, filter) => {
      const found = items.findRepresentatives(storyIds)
      if (filter === undefined) return found
      const columns = changeFeed.columns()
      const predicate = itemPredicate(columns, filter)
      return new Map([...found].filter(([, id]) => passes(columns, predicate, columns.slotOf(id) ?? -1)))
    },
    listTrendItems: (filter, from, until, stories) => trends.list(filter, from, until, stories),
    storeId: identity,
    findIcon,
    findThumbnail: thumbnails.find,
    listThumbnailed: thumbnails.having,
    hourOfWeekActivity: (now) => rhythms.activity(changeFeed.columns(), now),
    findSources: (ids) => namedSources(names, ids),
    // In one transaction, so that a visit is never reported without its items.
    listSources: db.transaction((now: EpochMs) => {
      changeFeed.refresh()
      return reports.listSources(changeFeed.columns(), now)
    }),
    listSourceHealth: (now) => reports.listSourceHealth(now),
    listSourceEvents: events,
    listCategories: (now) => reports.listCategories(changeFeed.columns(), now),
    categoryNames: () => reports.categoryNames(),
    stats: (now) => reports.stats(changeFeed.columns(), now),
    ping: () => {
      files.check()
      changeFeed.ping()
      probe.read()
      const columns = changeFeed.columns()
      return { engine: 'sqlite', itemCount: columns.size, newestItemAt: newestAt(columns) }
    },
    saveColumns: () => changeFeed.save(columnsCache),
    close: () => {
      probe.close()
      db.close()
    },
  })
  return {
    ...methods,
    searchSource,
    version: () => changeFeed.version(),
    lastChange: (filter) => changeFeed.lastChange(filter),
    lastChangeOf: (itemId) => changeFeed.lastChangeOf(itemId),
    onChange: (listener) => changeFeed.listeners.onChange(listener),
  }
}

type WriteMethods = Omit<Store, keyof ReadStore>

function writeMethods({ db, names, changeFeed, files }: Connection, { now }: SqliteOptions): WriteMethods {
  const entries = new EntryReads(db, names)
  const stories = new StoryReads(db, names)
  const due = dueIcons(db)
  const saveIcon = iconSaver(db)
  const pictures = duePictures(db)
  const saveThumbnails = thumbnailSaver(db)
  const states = sourceStates(db)
  const sync = sourceSync(db, names)
  const keepHot = hotKeyUpdater(db)
  const save = visitSaver(db, names)
  const correct = correctionSaver(db, names)
  const prune = pruner(db)
  const reserve = prepareAll(db, RESERVE_SQL).reserve.pluck()
  const group = new WriteGroup(db, {
    check: () => files.check(),
    afterCommit: () => changeFeed.refresh(),
    afterRollback: () => names.forget(),
  })

  return guardedMethods<WriteMethods>({
    syncSources: (sources, at) =>
      group.write(() => {
        try {
          sync(sources, at)
        } finally {
          names.forget()
        }
      }),
    keepHalfLife: (halfLifeMs) => group.write(() => keepHot(halfLifeMs)),
    listSourceStates: states,
    findKnown: (sourceId, identities) => entries.findKnown(sourceId, identities),
    findTwins: (sourceId, drafts) => entries.findTwins(sourceId, drafts),
    findTitled: (sourceId, titleKeys) => entries.findTitled(sourceId, titleKeys),
    reserveIds: (kind, count) => group.write(() => Number(reserve.get({ kind, count }))),
    listStoryItems: (from) => stories.listStoryItems(from),
    listStoryPlacements: (from) => stories.listStoryPlacements(from),
    listPlacementChanges: (from, version) => ({
      ...stories.listPlacementChanges(from, version),
      isSaved: !group.isOpen,
    }),
    findStoryItems: (itemIds) => stories.findStoryItems(itemIds),
    keepLiveStories: (bytes) => writeSideFile(`${db.name}-stories`, bytes),
    readLiveStories: () => readSideFile(`${db.name}-stories`),
    listStoryMembers: (storyIds) => stories.listStoryMembers(storyIds),
    listEngagements: (sourceId, from) => entries.listEngagements(sourceId, from),
    listDiscussions: (sourceId, from, limit) => entries.listDiscussions(sourceId, from, limit),
    listPublishedTimes: (sourceId, limit) => entries.listPublishedTimes(sourceId, limit),
    listPublications: (sourceId, limit) => entries.listPublications(sourceId, limit),
    together: (work) => group.run(work),
    saveVisit: (record) => group.write(() => save(record)),
    listDueIcons: due,
    saveIcon: (...icon) => group.write(() => saveIcon(...icon)),
    listDuePictures: pictures,
    saveThumbnails: (records, at) => group.write(() => saveThumbnails(records, at)),
    saveCorrections: (record) => group.write(() => correct(record)),
    prune: (request) => group.write(() => prune(request, now())),
  })
}

export const IDENTITY_SQL = { id: 'SELECT id FROM identity LIMIT 1' } as const

/** Makes a function that gives the id of this store. */
function identityReads(db: Database): () => string {
  const { id } = prepareAll(db, IDENTITY_SQL)
  id.pluck()
  return () => id.get() as string
}
