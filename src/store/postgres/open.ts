import { type PostgresAddress, placeOf } from '../../model/store-address.ts'
import type { Clock } from '../../model/time.ts'
import { type CachedStore, columnsFileOf, ColumnsCache } from '../columns-cache.ts'
import type { Columns } from '../columns/columns.ts'
import { newestAt } from '../columns/counts.ts'
import { itemPredicate, passes } from '../columns/item-predicate.ts'
import { Selector } from '../columns/select.ts'
import { WeekActivity } from '../columns/week-activity.ts'
import { UNFINISHED_COPY, unfinishedCopy } from '../copy/tables.ts'
import type { Inbox } from '../inbox.ts'
import { namedSources } from '../names.ts'
import type { ReadStore } from '../read-store.ts'
import { countedSources } from '../reports.ts'
import type { Store } from '../store.ts'
import { type TrendRow, TrendReads } from '../trend-reads.ts'
import type { VisitLeases } from '../visit-leases.ts'
import { ChangeFeed } from './change-feed.ts'
import { ContentPartitions } from './content-partitions.ts'
import { type Connection, Database, type ReadLimits } from './database.ts'
import { asOpenFailure } from './failure.ts'
import { PostgresInbox } from './inbox.ts'
import { type Listener, listenForChanges } from './listener.ts'
import { checkSchema, checkUpToDate, migrate, NEWEST_VERSION } from './migrations.ts'
import { Names } from './names.ts'
import {
  findIcon,
  findThumbnail,
  listDueIcons,
  listDuePictures,
  listThumbnailed,
  saveIcon,
  saveThumbnails,
} from './pictures.ts'
import { addressReads } from './reads/addresses.ts'
import { EntryReads } from './reads/entries.ts'
import { ItemReads } from './reads/items.ts'
import { Reports } from './reads/reports.ts'
import { StoryReads } from './reads/stories.ts'
import { RowReader } from './replicas.ts'
import { PostgresSearchSource } from './search-source.ts'
import { PostgresVisitLeases } from './visit-leases.ts'
import { correctionSaver } from './writes/corrections.ts'
import { pruner } from './writes/deletes.ts'
import { hotKeyUpdater } from './writes/hot.ts'
import { sourceSync } from './writes/sources.ts'
import { visitSaver } from './writes/visits.ts'

/** A request must not wait for a server that hangs. */
const SERVING_LIMITS: ReadLimits = { statementMs: 10_000, snapshotMs: 60_000 }

export interface PostgresOptions {
  readonly now: Clock
  /** Whether the store refreshes itself when another node has written; default false. `refresh` works in any case. */
  readonly listens?: boolean
  /** Stores of fewer items keep no columns in a file; default 20,000. */
  readonly minItemsOfFile?: number
}

export const OPEN_SQL = {
  identity: 'SELECT id::text AS id FROM identity',
  changeText: `SELECT json_build_array(kind, item_id, story_id, source_id, at)::text AS text FROM changes WHERE seq = $1`,
  unfinished: `SELECT value FROM counters WHERE name = '${UNFINISHED_COPY}'`,
  newest: 'SELECT id, url, title FROM items ORDER BY id DESC LIMIT 1',
  trends: 'SELECT id, publisher, engagement FROM items WHERE id = ANY($1::bigint[])',
  reserve: 'UPDATE counters SET value = value + $1 WHERE name = $2 RETURNING value - $1 AS first',
  keepCache: `INSERT INTO caches (name, bytes) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET bytes = excluded.bytes`,
  readCache: 'SELECT bytes FROM caches WHERE name = $1',
} as const

/** A store with what its nodes share. */
export interface PostgresStore extends Store {
  readonly inbox: Inbox
  readonly leases: VisitLeases
}

const LIVE_STORIES = 'live-stories'

/**
 * Opens the store for reading and writing. Creates its tables if there are none. The columns in memory are read when a list
 * is first made, so a thread that only writes never reads them.
 *
 * @throws DigestError('storeForeign' | 'storeNewer') with nothing changed; `storeForbidden` if the login or a right is
 *   refused; `storeUnusable` if it cannot be opened for another reason; `storeFailed` if there is no store to read
 */
export async function openPostgresStore(
  address: PostgresAddress,
  options: PostgresOptions,
): Promise<PostgresStore> {
  const connection = await connect(address, options, (db, place) => migrate(db, place, options.now()))
  return {
    ...readMethods(connection),
    ...writeMethods(connection, options),
    inbox: new PostgresInbox(connection.db),
    leases: new PostgresVisitLeases(connection.db),
  }
}

/** Opens an existing store for reading only and reads its columns. Same errors as `openPostgresStore`. */
export async function openPostgresReadStore(
  address: PostgresAddress,
  options: PostgresOptions,
): Promise<ReadStore> {
  const connection = await connect(address, options, checkUpToDate, SERVING_LIMITS)
  try {
    await connection.changeFeed.loaded()
  } catch (error) {
    await connection.close()
    throw error
  }
  return readMethods(connection)
}

/** Opens a store for the thread that indexes it. Same errors as `openPostgresStore`. */
export async function openPostgresSearchSource(address: PostgresAddress): Promise<{
  readonly source: PostgresSearchSource
  readonly close: () => Promise<void>
}> {
  const { searchSource, close } = await connect(address, { now: Date.now }, checkUpToDate)
  return { source: searchSource, close }
}

/** Whether the tables of a store are there. Same errors as `openPostgresStore`. */
export async function hasPostgresStore(address: PostgresAddress): Promise<boolean> {
  const place = placeOf(address)
  const db = new Database(address.url)
  try {
    return (await checkSchema(db, place)) !== undefined
  } catch (error) {
    throw asOpenFailure(place, error)
  } finally {
    await db.close()
  }
}

interface Connected {
  readonly db: Database
  /** Where rows are read. */
  readonly rows: Connection
  readonly names: Names
  readonly changeFeed: ChangeFeed
  readonly searchSource: PostgresSearchSource
  readonly close: () => Promise<void>
}

async function connect(
  address: PostgresAddress,
  options: PostgresOptions,
  prepare: (db: Database, place: string) => Promise<void>,
  /** Of a store that only serves. Replicas answer its reads too. */
  limits?: ReadLimits,
): Promise<Connected> {
  const place = placeOf(address)
  const db = new Database(address.url, limits)
  try {
    await prepare(db, place)
    if ((await db.rows(OPEN_SQL.unfinished)).length > 0) throw unfinishedCopy(place)
    const names = new Names(db)
    const cache = new ColumnsCache(cachedStore(db), options, columnsFileOf(address.file))
    const changeFeed = new ChangeFeed(db, names, cache)
    await names.load()
    await changeFeed.start()
    const reader = limits && new RowReader(db.outside, address.readUrls, limits, () => changeFeed.version())
    const listener: Listener | undefined = options.listens
      ? listenForChanges(address.url, () => void changeFeed.refresh().catch(() => undefined))
      : undefined
    return {
      db,
      rows: reader ?? db,
      names,
      changeFeed,
      searchSource: new PostgresSearchSource({ db, rows: reader ?? db.outside, names, changeFeed, address }),
      async close() {
        await listener?.close()
        await reader?.close()
        await db.close()
      },
    }
  } catch (error) {
    await db.close()
    throw asOpenFailure(place, error)
  }
}

function readMethods({ rows, names, changeFeed, searchSource, close }: Connected): ReadStore {
  const items = new ItemReads(rows, names)
  const reports = new Reports(rows)
  const findAddress = addressReads(rows)
  const rhythms = new WeekActivity()
  const trends = new TrendReads({
    columns: () => changeFeed.columns(),
    onChange: (listener) => changeFeed.listeners.onChange(listener),
    sourceBySlug: (slug) => names.sourceBySlug(slug),
    rows: (itemIds) => rows.tuples<TrendRow>(OPEN_SQL.trends, [itemIds]),
  })
  let selector: { readonly columns: Columns; readonly answers: Selector } | undefined

  async function select(): Promise<Selector> {
    const columns = await changeFeed.loaded()
    if (selector?.columns !== columns) selector = { columns, answers: new Selector(columns) }
    return selector.answers
  }

  return {
    searchSource,
    version: () => changeFeed.version(),
    lastChange: (filter) => changeFeed.lastChange(filter),
    lastChangeOf: (itemId) => changeFeed.lastChangeOf(itemId),
    onChange: (listener) => changeFeed.listeners.onChange(listener),
    refresh: () => changeFeed.refresh(),
    select: async (filter, order, window) => {
      await changeFeed.knowTags(filter.tag)
      return (await select()).select(filter, order, window)
    },
    findItems: (ids) => items.findItems(ids),
    findItemJson: (ids) => items.findItemJson(ids),
    findArticle: async (id) => (await items.findArticles([id]))[0],
    findArticles: (ids) => items.findArticles(ids),
    listArticles: (afterId, limit) => items.listArticles(afterId, limit),
    findContents: (ids) => items.findContents(ids),
    findTexts: (ids) => items.findTexts(ids),
    findItemIdsByUrl: findAddress,
    resolveStoryId: (id) => items.resolveStoryId(id),
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
      await changeFeed.loaded()
      return trends.list(filter, from, until, stories)
    },
    storeId: () => storeId(rows),
    findIcon: (sourceId) => findIcon(rows, sourceId),
    findThumbnail: (itemId) => findThumbnail(rows, itemId),
    listThumbnailed: (itemIds) => listThumbnailed(rows, itemIds),
    hourOfWeekActivity: async (now) => rhythms.activity(await changeFeed.loaded(), now),
    findSources: async (ids) => namedSources(names, ids),
    // The items are at least as new as the visits: reports are read first.
    listSources: async (now) => {
      const uncounted = await reports.readSources(now)
      await changeFeed.refresh()
      return countedSources(uncounted, await changeFeed.loaded(), now)
    },
    listSourceHealth: (now) => reports.listSourceHealth(now),
    listSourceEvents: (limit) => reports.listSourceEvents(limit),
    listCategories: async (now) => reports.listCategories(await changeFeed.loaded(), now),
    categoryNames: () => reports.categoryNames(),
    stats: async (now) => reports.stats(await changeFeed.loaded(), now),
    ping: async () => {
      await rows.rows(OPEN_SQL.newest)
      const columns = await changeFeed.loaded()
      return { engine: 'postgres', itemCount: columns.size, newestItemAt: newestAt(columns) }
    },
    saveColumns: () => changeFeed.save(),
    close,
  }
}

/** What the columns' file is tied to. */
function cachedStore(db: Database): CachedStore {
  return {
    identity: async () => ({ storeId: await storeId(db.outside), schemaVersion: NEWEST_VERSION }),
    async changeText(seq) {
      const [change] = await db.outside.rows<{ readonly text: string }>(OPEN_SQL.changeText, [seq])
      return change?.text
    },
  }
}

async function storeId(db: Connection): Promise<string> {
  const [identity] = await db.rows<{ readonly id: string }>(OPEN_SQL.identity)
  return identity?.id ?? ''
}

type WriteMethods = Omit<Store, keyof ReadStore>

function writeMethods({ db, names, changeFeed }: Connected, { now }: PostgresOptions): WriteMethods {
  const entries = new EntryReads(db, names)
  const stories = new StoryReads(db, names)
  const reports = new Reports(db)
  const partitions = new ContentPartitions()
  const save = visitSaver(db, names, partitions)
  const correct = correctionSaver(db, names)
  const prune = pruner(db)
  const sync = sourceSync(db, names)
  /** Whether a group deleted items: their partitions are dropped at its end. */
  let hasPruned = false

  async function dropPartitions(): Promise<void> {
    if (!hasPruned || db.isGrouping) return
    hasPruned = false
    await partitions.dropEmpty(db)
  }

  /** Publishes what was written. Changes that are not committed yet are published at the end of the group. */
  async function written<T>(writing: Promise<T>): Promise<T> {
    const result = await writing
    // It is saved. If it cannot be read now, the next refresh reads it.
    if (!db.isGrouping) await changeFeed.refresh().catch(() => undefined)
    return result
  }

  return {
    syncSources: (sources, at) => written(sync(sources, at)),
    keepHalfLife: hotKeyUpdater(db),
    listSourceStates: () => reports.listSourceStates(),
    findKnown: (sourceId, identities) => entries.findKnown(sourceId, identities),
    findTwins: (sourceId, drafts) => entries.findTwins(sourceId, drafts),
    // Outside of any transaction, as the numbers of a sequence: a rollback must not give an id twice.
    reserveIds: async (kind, count) => {
      const [row] = await db.outside.rows<{ readonly first: number }>(OPEN_SQL.reserve, [count, kind])
      return row?.first ?? 0
    },
    listStoryItems: (from) => stories.listStoryItems(from),
    listStoryPlacements: (from) => stories.listStoryPlacements(from),
    listPlacementChanges: async (from, version) => {
      const isSaved = !db.isGrouping
      return { ...(await stories.listPlacementChanges(from, version)), isSaved }
    },
    findStoryItems: (itemIds) => stories.findStoryItems(itemIds),
    keepLiveStories: async (bytes) => {
      await db.outside.run(OPEN_SQL.keepCache, [LIVE_STORIES, Buffer.from(bytes)]).catch(() => undefined)
    },
    readLiveStories: async () => {
      const rows = await db.outside
        .rows<{ readonly bytes: Buffer }>(OPEN_SQL.readCache, [LIVE_STORIES])
        .catch(() => [])
      return rows[0]?.bytes
    },
    listStoryMembers: (storyIds) => stories.listStoryMembers(storyIds),
    listEngagements: (sourceId, from) => entries.listEngagements(sourceId, from),
    listDiscussions: (sourceId, from, limit) => entries.listDiscussions(sourceId, from, limit),
    listPublishedTimes: (sourceId, limit) => entries.listPublishedTimes(sourceId, limit),
    together: async (work) => {
      const isOuter = !db.isGrouping
      try {
        return await db.together(work)
      } catch (error) {
        // The rollback took back new names of sources.
        if (isOuter) await names.load().catch(() => undefined)
        throw error
      } finally {
        if (isOuter) {
          await changeFeed.refresh().catch(() => undefined)
          await dropPartitions()
        }
      }
    },
    saveVisit: (record) => written(save(record)),
    listDueIcons: (at, limit) => listDueIcons(db, at, limit),
    saveIcon: (...icon) => written(saveIcon(db, ...icon)),
    listDuePictures: (from, at, limit) => listDuePictures(db, from, at, limit),
    saveThumbnails: (records, at) => written(saveThumbnails(db, records, at)),
    saveCorrections: (record) => written(correct(record)),
    prune: async (request) => {
      const deleted = await written(prune(request, now()))
      hasPruned = true
      await dropPartitions()
      return deleted
    },
  }
}
