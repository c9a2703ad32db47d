import { DigestError, messageOf } from '../model/errors.ts'
import type { SearchIndexState } from '../model/search.ts'
import { MINUTE_MS, SECOND_MS } from '../model/time.ts'
import type { ChangeListener, SearchSource, StoreVersion } from '../store/search-source.ts'
import { type Build, type BuiltIndex, buildInThread } from './build-index.ts'
import { IndexFile } from './index-file.ts'
import { IndexUpdates } from './index-updates.ts'
import { SearchIndex } from './index/search-index.ts'

/** Up to this many items are indexed at the first search, which then takes less than a second longer. */
const MAX_SYNCHRONOUS = 3_000
/** Default time that a search waits for the index. */
const PATIENCE_MS = 2 * SECOND_MS
/** Interval at which a changed index is written to its file. It is also written on close. */
const SAVE_EVERY_MS = 15 * MINUTE_MS
/** After a failure the index is rebuilt at the first search after this time. */
const RETRY_AFTER_MS = MINUTE_MS
/** An index with all items must still be merged and brought up to date. */
const MAX_PROGRESS = 0.99

export interface IndexSyncOptions {
  /**
   * Changes are indexed at most once in this time; default 0, at once. While many items come in, a search then misses the
   * newest for so long, and indexing them together costs a third.
   */
  readonly refreshIntervalMs?: number
  /** How long a search waits for an index that is being built; default 2 s. */
  readonly patienceMs?: number
  /** Stores of up to this many items are indexed at once, without a thread, and get no file; default 3,000. */
  readonly maxSynchronous?: number
  /** Builds the index; default in a thread. */
  readonly build?: typeof buildInThread
}

/**
 * Keeps the search index in memory in step with the store. The index is read from its file or built. A thread builds the
 * index of a large store. Changes are indexed when a search needs them, or when the process is idle. Each of several
 * processes that serve one store writes the file, and each of their files is whole.
 */
export class IndexSync implements ChangeListener {
  readonly #source: SearchSource
  readonly #options: IndexSyncOptions
  readonly #file: IndexFile
  #updates: IndexUpdates | undefined
  #loading: Promise<void> | undefined
  /** Items that changed while there is no index. */
  readonly #changed = new Set<number>()
  /** The build of a small index. */
  #building: Promise<void> | undefined
  #thread: Build | undefined
  /** Share of the items that the thread has indexed, 0..1. */
  #progress = 0
  /** Time of the last failure to build, on the clock of `performance.now`. */
  #failedAt: number | undefined
  /** Version of the index in its file. */
  #savedSeq = -1
  #savedAt = 0
  #saving: Promise<void> | undefined
  #closed = false
  #follows = false

  /** The index is kept beside the store's file, in `FILE-search`. */
  constructor(source: SearchSource, options: IndexSyncOptions = {}) {
    this.#source = source
    this.#options = options
    this.#file = new IndexFile(source)
  }

  /** Gives the index as of the last refresh, which may be now; `undefined` while it is being built or far behind. */
  async current(): Promise<SearchIndex | undefined> {
    await this.begin()
    if (this.#updates === undefined || this.#updates.isFarBehind) return undefined
    await this.#updates.refresh()
    return this.#updates?.index
  }

  /** The version of the store whose changes searches know for certain. */
  version(): StoreVersion {
    return this.#updates?.version ?? this.#source.version()
  }

  /**
   * Starts to read or build the index. Without this call the first search does.
   *
   * @returns when a small index is built, or a thread builds a large one
   */
  async begin(): Promise<void> {
    if (this.#closed || this.#updates !== undefined || this.#loading !== undefined) return
    if (this.#building !== undefined) {
      await this.#building
      return
    }
    if (this.#failedAt !== undefined && performance.now() - this.#failedAt < RETRY_AFTER_MS) return
    // Not in the constructor: a connection that only writes must not load an index that it does not need.
    if (!this.#follows) this.#source.subscribe(this)
    this.#follows = true
    this.#failedAt = undefined
    if (this.#source.columns().size > this.#maxSynchronous) {
      this.#startLoading()
      return
    }
    const building = this.#buildNow().finally(() => {
      if (this.#building === building) this.#building = undefined
    })
    this.#building = building
    await building
    // The store was read anew meanwhile.
    if (this.#updates === undefined) await this.begin()
  }

  /**
   * Gives the index at the version of the columns, once it is ready.
   *
   * @throws DigestError('searchUnavailable') if that takes longer than `patienceMs`, or the index cannot be built
   */
  async ready(): Promise<SearchIndex> {
    await this.begin()
    const end = performance.now() + (this.#options.patienceMs ?? PATIENCE_MS)
    // Pruned changes of the store may restart the index at any time.
    while (this.#loading !== undefined && performance.now() < end)
      await Promise.race([this.#loading, until(end)])
    while (this.#updates?.isFarBehind === true && performance.now() < end) {
      await this.#updates.indexBatch()
      await new Promise(setImmediate)
    }
    const index = await this.current()
    if (index === undefined) throw new DigestError('searchUnavailable', this.#whyUnavailable())
    return index
  }

  async state(): Promise<SearchIndexState> {
    await this.begin()
    if (this.#updates !== undefined) return { status: 'ready', progress: 1 }
    if (this.#failedAt !== undefined) return { status: 'failed', progress: 0 }
    return { status: this.#thread === undefined ? 'loading' : 'building', progress: this.#progress }
  }

  /** Writes the index file of a large store, and any other that is there, for later searches. */
  async keepFile(): Promise<void> {
    if (await this.#file.isCurrent(this.#source.version())) return
    if (!this.#hasFile(this.#source.columns().size)) return
    await this.begin()
    await this.#loading
    await this.#updates?.indexAll()
    while (this.#updates?.index.mergeStep() === true);
    await this.#save()
  }

  take(edited: readonly number[], deleted: readonly number[]): void {
    if (this.#updates !== undefined) this.#updates.take(edited, deleted)
    // The index that is being read or built may still have what is deleted.
    else for (const id of [...edited, ...deleted]) this.#changed.add(id)
  }

  startAnew(): void {
    void this.#thread?.stop()
    void this.#updates?.close()
    this.#updates = undefined
    this.#loading = undefined
    this.#building = undefined
    this.#failedAt = undefined
    this.#changed.clear()
    this.#savedSeq = -1
  }

  /** Writes the index if it has changed. The store must still be open. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#thread?.stop()
    await this.#updates?.close()
    await this.#saving
    await this.#building?.catch(() => undefined)
    await this.#save()
  }

  #whyUnavailable(): string {
    if (this.#failedAt !== undefined)
      return 'The search index could not be built; the log has the reason. Everything else answers.'
    if (this.#updates !== undefined)
      return `The search index is behind by ${this.#updates.pending} changes. Everything else answers.`
    if (this.#thread === undefined) return 'The search index is being loaded. Everything else answers.'
    return `The search index is being built: ${Math.floor(100 * this.#progress)} % so far. Everything else answers.`
  }

  async #buildNow(): Promise<void> {
    const index = new SearchIndex()
    const columns = this.#source.columns()
    for await (const documents of this.#source.allDocuments()) index.put(documents)
    // A store that was larger has a file. It is written anew unless it is up to date.
    const read = this.#file.exists ? await this.#file.read() : undefined
    // The store may have changed meanwhile: `take` keeps such changes as pending, `startAnew` makes new columns.
    if (this.#closed || this.#source.columns() !== columns) return
    this.#savedSeq = read?.version.seq ?? -1
    this.#follow(index)
  }

  #startLoading(): void {
    const loading = this.#load()
      .catch((cause: unknown) => {
        // A stopped thread is not a failure.
        if (this.#loading !== loading || this.#closed) return
        this.#failedAt = performance.now()
        process.emitWarning(`the search index could not be built: ${messageOf(cause)}`)
      })
      .finally(() => {
        if (this.#loading === loading) this.#loading = undefined
      })
    this.#loading = loading
  }

  async #load(): Promise<void> {
    const read = await this.#file.read()
    if (this.#closed) return
    if (read !== undefined) {
      this.#savedSeq = read.version.seq
      this.#savedAt = Date.now()
      return this.#adopt(read)
    }
    this.#progress = 0
    // The file that could not be used is soon replaced.
    this.#savedAt = 0
    const thread = (this.#options.build ?? buildInThread)(this.#source.address, (share) => {
      this.#progress = Math.min(share, MAX_PROGRESS)
    })
    this.#thread = thread
    const built = await thread.built
    if (this.#thread !== thread || this.#closed) return
    this.#thread = undefined
    await this.#adopt(built)
  }

  /** Uses an index of an earlier version, with the changes since then as pending. */
  async #adopt({ version, segments }: BuiltIndex): Promise<void> {
    const loading = this.#loading
    const index = new SearchIndex()
    index.adopt(segments)
    const { edited, deleted } = await this.#source.catchUp(version.seq)
    if (this.#loading !== loading || this.#closed) return
    this.#follow(index)
    this.take(edited, deleted)
  }

  #follow(index: SearchIndex): void {
    this.#updates = new IndexUpdates(index, this.#source, this.#changed, {
      intervalMs: this.#options.refreshIntervalMs ?? 0,
      onIdle: () => {
        if (Date.now() - this.#savedAt > SAVE_EVERY_MS)
          this.#saving ??= this.#save().finally(() => (this.#saving = undefined))
      },
    })
    this.#changed.clear()
  }

  async #save(): Promise<void> {
    const updates = this.#updates
    if (updates === undefined || !this.#source.isOpen) return
    if (!this.#hasFile(updates.index.size)) return
    await updates.indexAll()
    const version = this.#source.version()
    if (version.seq === this.#savedSeq) return
    this.#savedSeq = version.seq
    this.#savedAt = Date.now()
    await this.#file.write(version, updates.index.segments)
  }

  /** Whether a store of so many items has a file to be kept up to date, or to be made. */
  #hasFile(items: number): boolean {
    return items > this.#maxSynchronous || this.#file.exists
  }

  get #maxSynchronous(): number {
    return this.#options.maxSynchronous ?? MAX_SYNCHRONOUS
  }
}

/** Waits until a time, at most one minute. @param at on the clock of `performance.now` */
async function until(at: number): Promise<void> {
  const ms = Math.min(MINUTE_MS, Math.max(0, at - performance.now()))
  await new Promise<void>((resolve) => setTimeout(resolve, ms).unref())
}
