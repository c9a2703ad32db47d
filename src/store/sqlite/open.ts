import type { Database } from 'better-sqlite3'
import { DigestError } from '../../domain/errors.ts'
import { Selector } from '../columns/select.ts'
import { WeekActivity } from '../columns/week-activity.ts'
import { newestAt } from '../columns/counts.ts'
import type { Columns } from '../columns/columns.ts'
import { itemTest, passes } from '../columns/item-test.ts'
import type { ReadStore } from '../read-store.ts'
import type { Store } from '../store.ts'
import { AddressReads } from './address-reads.ts'
import { correctionSaver } from './corrections.ts'
import { type SqliteOptions, asOpenFailure, emptyLog, openForReading, openForWriting } from './database.ts'
import { EntryReads } from './entry-reads.ts'
import { guarded } from './failure.ts'
import { hotKeeper } from './hot-writes.ts'
import { Follower } from './follower.ts'
import { dueIcons, iconReads, iconSaver } from './icon-rows.ts'
import { identityReads } from './identity.ts'
import { ItemReads } from './item-reads.ts'
import { Names } from './names.ts'
import { pruner } from './prune.ts'
import { Reports } from './reports.ts'
import { SearchKeeper } from './search-keeper.ts'
import { SearchReads } from './search-reads.ts'
import { SearchWrites } from './search-writes.ts'
import { readSideFile, writeSideFile } from './side-file.ts'
import { sourceEvents } from './source-events.ts'
import { sourceStates, sourceSync } from './source-rows.ts'
import { Probe } from './probe.ts'
import { prepareAll } from './statements.ts'
import { SuggestReads } from './suggest-reads.ts'
import { StoryReads } from './story-reads.ts'
import { TrendReads } from './trend-reads.ts'
import { visitSaver } from './visit-writes.ts'
import { WriteGroup } from './write-group.ts'

export type { SqliteOptions }

export const RESERVE_SQL = {
  reserve: 'UPDATE counters SET value = value + @count WHERE name = @kind RETURNING value - @count',
} as const

/**
 * Opens the store for reading and writing, made first where there is none. What reads of lists need in memory is
 * built by the first such read: a thread that only writes does without.
 *
 * @throws DigestError('storeForeign' | 'storeNewer') with the file untouched, `storeForbidden` where it may not be opened,
 * `storeFailed` where it cannot
 */
export async function openSqliteStore(file: string, options: SqliteOptions): Promise<Store> {
  const db = openForWriting(file, options)
  const connection = connect(db, file, false, options)
  const methods = { ...readMethods(connection), ...writeMethods(connection, options) }
  return {
    ...methods,
    close() {
      emptyLog(db)
      return methods.close()
    },
  }
}

export interface SqliteReadOptions extends SqliteOptions {
  /**
   * Whether the search index of a large store is built where its file is not there, and kept in a file beside the
   * store: for the process that serves. Without, FTS5 answers searches until another process has written the file.
   */
  readonly keepsSearchIndex?: boolean
}

/** Opens an existing store for reading only, ready to answer. Errors as `openSqliteStore`. */
export async function openSqliteReadStore(file: string, options: SqliteReadOptions): Promise<ReadStore> {
  const keeps = options.keepsSearchIndex === true
  const connection = connect(openForReading(file, options), file, keeps, options)
  return guarded(() => {
    connection.follower.columns()
    if (keeps) setImmediate(() => connection.index.begin())
    return readMethods(connection)
  })
}

interface Connection {
  readonly db: Database
  readonly names: Names
  readonly follower: Follower
  readonly index: SearchKeeper
  readonly probe: Probe
}

function connect(db: Database, file: string, builds: boolean, options: SqliteOptions): Connection {
  try {
    const names = new Names(db)
    const follower = new Follower(db, names)
    return {
      db,
      names,
      follower,
      index: new SearchKeeper(db, names, follower, { file, builds }),
      probe: new Probe(() => openForReading(file, options)),
    }
  } catch (error) {
    db.close()
    throw asOpenFailure(file, error)
  }
}

function readMethods({ db, names, follower, index, probe }: Connection): ReadStore {
  const items = new ItemReads(db, names)
  const addresses = new AddressReads(db)
  const identity = identityReads(db)
  const searches = new SearchReads(db, index)
  const suggestions = new SuggestReads(db, names, index)
  const reports = new Reports(db)
  const trends = new TrendReads(db, names, follower)
  const findIcon = iconReads(db)
  const rhythms = new WeekActivity()
  const events = sourceEvents(db)
  const atOnce = <T>(read: () => T): T => db.transaction(read)()
  let selector: { readonly columns: Columns; readonly answers: Selector } | undefined

  function select(): Selector {
    const columns = follower.columns()
    if (selector?.columns !== columns) selector = { columns, answers: new Selector(columns) }
    return selector.answers
  }

  return {
    version: () => follower.version(),
    onChange: (listener) => follower.onChange(listener),
    refresh: () => guarded(() => follower.refresh()),
    select: (filter, order, window) => guarded(() => select().select(filter, order, window)),
    search: (query, filter, order, window, now, options) =>
      guarded(async () => {
        await index.readyToAsk()
        return searches.search(follower.columns(), query, { ...options, filter, order, window, now })
      }),
    suggest: (text, limit, now) => guarded(() => suggestions.suggest(follower.columns(), text, limit, now)),
    findItems: (ids) => guarded(() => items.findItems(ids)),
    findArticle: (id) => guarded(() => items.findArticle(id)),
    listArticles: (afterId, limit) => guarded(() => items.listArticles(afterId, limit)),
    findContents: (ids) => guarded(() => items.findContents(ids)),
    findTexts: (ids) => guarded(() => items.findTexts(ids)),
    findItemIdsByUrl: (url) => guarded(() => addresses.find(url)),
    resolveStoryId: (id) => guarded(() => items.resolveStoryId(id)),
    findRepresentatives: (storyIds, filter) =>
      guarded(() => {
        const found = items.findRepresentatives(storyIds)
        if (filter === undefined) return found
        const columns = follower.columns()
        const test = itemTest(columns, filter)
        return new Map([...found].filter(([, id]) => passes(columns, test, columns.slotOf(id) ?? -1)))
      }),
    listTrendItems: (filter, from, until, stories) =>
      guarded(() => trends.list(filter, from, until, stories)),
    storeId: () => guarded(() => identity()),
    findIcon: (sourceId) => guarded(() => findIcon(sourceId)),
    hourOfWeekActivity: (now) => guarded(() => rhythms.activity(follower.columns(), now)),
    listSources: (now) =>
      guarded(() =>
        // At one moment: a visit that is told without its items would look like one that brought none.
        atOnce(() => {
          follower.refresh()
          return reports.listSources(follower.columns(), now)
        }),
      ),
    listSourceEvents: (limit) => guarded(() => events(limit)),
    listCategories: (now) => guarded(() => reports.listCategories(follower.columns(), now)),
    stats: (now) => guarded(() => reports.stats(follower.columns(), now)),
    ping: () =>
      guarded(() => {
        follower.ping()
        probe.read()
        const columns = follower.columns()
        return { engine: 'sqlite', itemCount: columns.size, newestItemAt: newestAt(columns) }
      }),
    isSearchIndexLoading: () => guarded(() => index.isLoading()),
    close: () =>
      guarded(async () => {
        await index.close()
        probe.close()
        db.close()
      }),
  }
}

type WriteMethods = Omit<Store, keyof ReadStore>

function writeMethods({ db, names, follower }: Connection, { now }: SqliteOptions): WriteMethods {
  const entries = new EntryReads(db, names)
  const stories = new StoryReads(db, names)
  const due = dueIcons(db)
  const saveIcon = iconSaver(db)
  const states = sourceStates(db)
  const sync = sourceSync(db, names)
  const keepHot = hotKeeper(db)
  const search = new SearchWrites(db)
  const save = visitSaver(db, names, search)
  const correct = correctionSaver(db, names, search)
  const prune = pruner(db)
  const reserve = prepareAll(db, RESERVE_SQL).reserve.pluck()
  const group = new WriteGroup(db, {
    beforeCommit: () => search.flush(),
    afterCommit: () => follower.refresh(),
    afterRollback() {
      search.undo(0)
      names.forget()
    },
  })

  /** What is not yet saved must not be told. */
  function written(): void {
    if (!group.isOpen) follower.refresh()
  }

  return {
    syncSources: (sources, at) =>
      guarded(() => {
        try {
          sync(sources, at)
        } finally {
          names.forget()
        }
        written()
      }),
    keepHalfLife: (halfLifeMs) => guarded(() => keepHot(halfLifeMs)),
    listSourceStates: () => guarded(states),
    findKnown: (sourceId, identities) => guarded(() => entries.findKnown(sourceId, identities)),
    findTwins: (sourceId, drafts) => guarded(() => entries.findTwins(sourceId, drafts)),
    reserveIds: (kind, count) => guarded(() => Number(reserve.get({ kind, count }))),
    listStoryItems: (from) => guarded(() => stories.listStoryItems(from)),
    listStoryPlacements: (from) => guarded(() => stories.listStoryPlacements(from)),
    listPlacementChanges: (from, mark) =>
      guarded(() => ({ ...stories.listPlacementChanges(from, mark), isSaved: !group.isOpen })),
    findStoryItems: (itemIds) => guarded(() => stories.findStoryItems(itemIds)),
    keepLiveStories: (bytes) => writeSideFile(`${db.name}-stories`, bytes),
    readLiveStories: () => readSideFile(`${db.name}-stories`),
    listStoryMembers: (storyIds) => guarded(() => stories.listStoryMembers(storyIds)),
    listEngagements: (sourceId, from) => guarded(() => entries.listEngagements(sourceId, from)),
    listDiscussions: (sourceId, from, limit) => guarded(() => entries.listDiscussions(sourceId, from, limit)),
    listPublishedTimes: (sourceId, limit) => guarded(() => entries.listPublishedTimes(sourceId, limit)),
    together: (work) => guarded(() => group.run(work)),
    saveVisit: (record) =>
      guarded(() => {
        save(record)
        written()
      }),
    listDueIcons: (at, limit) => guarded(() => due(at, limit)),
    saveIcon: (...icon) =>
      guarded(() => {
        const isAnother = saveIcon(...icon)
        written()
        return isAnother
      }),
    saveCorrections: (record) =>
      guarded(() => {
        search.flush()
        correct(record)
        written()
      }),
    prune: (request) =>
      guarded(() => {
        search.flush()
        const deleted = prune(request, now())
        written()
        return deleted
      }),
    backup: (file) => guarded(() => backupTo(db, file)),
  }
}

async function backupTo(db: Database, file: string): Promise<void> {
  try {
    await db.backup(file)
  } catch (cause) {
    throw new DigestError('storeFailed', `the backup to ${file} failed`, { cause })
  }
}
