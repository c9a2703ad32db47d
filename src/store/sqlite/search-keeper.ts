import type { Database } from 'better-sqlite3'
import { MINUTE_MS, SECOND_MS } from '../../domain/time.ts'
import { readSnapshot, type SnapshotMark, writeSnapshot } from '../search-index/snapshot.ts'
import { SearchIndex } from '../search-index/search-index.ts'
import type { Segment } from '../search-index/segment.ts'
import type { Follower, Follows } from './follower.ts'
import type { Names } from './names.ts'
import { type Build, type BuiltIndex, buildInThread } from './search-build.ts'
import { SearchDocuments } from './search-documents.ts'

/** Up to so many items are indexed at once when the first search comes: less than a second. */
const SMALL = 3_000
/** With more changes than this to take in, FTS5 answers until they are. */
const MOST_PENDING = 3_000
/** Items taken in, and time spent on merging, while nothing else is to do: an answer may have to wait for one such step. */
const TAKEN_AT_ONCE = 32
const MERGING_MS = 1
/** After a burst of changes, or at a start without an index, a search waits so long at most for what ranks better. */
const PATIENCE_MS = 10 * SECOND_MS
/** Items taken in at a step while a search waits. */
const TAKEN_WHILE_WAITING = 256
/** An index that has changed is written to its file this often, and at the end. */
const SAVE_EVERY_MS = 15 * MINUTE_MS

/** To be raised with every change of how words are prepared or postings written: an older file is then built anew. */
const MADE = '12'

export interface KeeperOptions {
  /** The store's file; its index is kept beside it, in `FILE-search`. */
  readonly file: string
  /** Whether this process builds a large index that is not there, and writes it: one that serves. */
  readonly builds: boolean
  /** `SMALL` where left out. */
  readonly small?: number
  /** In a thread where left out. */
  readonly build?: typeof buildInThread
}

/**
 * Keeps the search index in memory in step with the store. It is read from its file, or built: by a thread, while
 * FTS5 answers. Every change is taken in when an answer needs it or nothing else is to do.
 */
export class SearchKeeper implements Follows {
  readonly #follower: Follower
  readonly #documents: SearchDocuments
  readonly #db: Database
  readonly #options: KeeperOptions
  #index: SearchIndex | undefined
  #begun: Promise<void> | undefined
  #pending = new Set<number>()
  #idle: NodeJS.Immediate | undefined
  #begunAt = 0
  #thread: Build | undefined
  /** Of the index, once nothing is pending. */
  #savedSeq = -1
  #savedAt = 0
  #saving: Promise<void> | undefined
  #closed = false
  #follows = false
  /** Whether the index was made, or turned out to be none. */
  #ended = false

  constructor(db: Database, names: Names, follower: Follower, options: KeeperOptions) {
    this.#db = db
    this.#documents = new SearchDocuments(db, names)
    this.#follower = follower
    this.#options = options
  }

  /** The index in the state of the columns; `undefined` while it is made, and where it is not kept. */
  current(): SearchIndex | undefined {
    if (this.#index === undefined && this.#begun === undefined) this.begin()
    if (this.#index === undefined || this.#isBehind()) return undefined
    this.#takeIn(this.#pending.size)
    return this.#index
  }

  /** Starts to read or build the index, which a first search does otherwise. */
  begin(): void {
    if (this.#begun !== undefined || this.#closed) return
    // Not before: a connection that only writes must not pay for what nobody asks.
    if (!this.#follows) this.#follower.keep(this)
    this.#follows = true
    if (this.#follower.columns().size <= this.#small) {
      this.#begun = Promise.resolve()
      this.#buildHere()
    } else {
      this.#begunAt = performance.now()
      const begun = this.#load().catch((cause: unknown) => {
        // FTS5 goes on answering, and ranks worse: that must not go unseen. A thread that was stopped is no failure.
        if (this.#begun === begun && !this.#closed)
          process.emitWarning(`the search index could not be made: ${String(cause)}`)
      })
      this.#begun = begun
      void begun.then(() => (this.#ended ||= this.#begun === begun))
    }
  }

  /**
   * Ends when searches may be asked: once the index has all that happened, or turned out to be none. Where that takes
   * longer than patience lasts, FTS5 answers until then.
   */
  async readyToAsk(): Promise<void> {
    if (this.#index === undefined) {
      const loaded = this.#loaded()
      if (this.#options.builds) await Promise.race([loaded, until(this.#begunAt + PATIENCE_MS)])
      else await loaded
    }
    const end = performance.now() + PATIENCE_MS
    while (this.#isBehind() && performance.now() < end) {
      this.#takeIn(TAKEN_WHILE_WAITING)
      await new Promise(setImmediate)
    }
  }

  /** Whether the index is still being read or built; not where there will be none. */
  isLoading(): boolean {
    this.begin()
    return this.#index === undefined && !this.#ended
  }

  #isBehind(): boolean {
    return this.#index !== undefined && this.#pending.size > MOST_PENDING && !this.#closed
  }

  async #loaded(): Promise<void> {
    this.begin()
    await this.#begun
  }

  /** Ends when the index is there with all that happened, or cannot be. */
  async ready(): Promise<void> {
    await this.#loaded()
    while (this.#index !== undefined && this.#work());
  }

  take(edited: readonly number[], gone: readonly number[]): void {
    if (this.#index === undefined) return
    for (const id of edited) this.#pending.add(id)
    for (const id of gone) this.#pending.delete(id)
    this.#index.remove(gone)
    this.#wake()
  }

  startAnew(): void {
    void this.#thread?.stop()
    this.#index = undefined
    this.#begun = undefined
    this.#ended = false
    this.#pending.clear()
    this.#savedSeq = -1
  }

  /** Writes the index where it has changed; the database must still be open. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#thread?.stop()
    if (this.#idle !== undefined) clearImmediate(this.#idle)
    await this.#saving
    await this.#save()
  }

  #buildHere(): void {
    const index = new SearchIndex()
    for (const documents of this.#documents.all()) index.put(documents)
    this.#index = index
    this.#wake()
  }

  async #load(): Promise<void> {
    const read = await readSnapshot(this.#indexFile, MADE)
    if (this.#closed) return
    if (read !== undefined && this.#documents.changeAt(read.mark.seq) === read.mark.at) {
      this.#savedSeq = read.mark.seq
      this.#savedAt = Date.now()
      return this.#adopt(read)
    }
    if (!this.#options.builds) return
    const thread = (this.#options.build ?? buildInThread)(this.#options.file)
    this.#thread = thread
    const built = await thread.built
    this.#thread = undefined
    if (!this.#closed) this.#adopt(built)
  }

  /** Takes over an index of an earlier state, with all that happened since. */
  #adopt({ mark, segments }: BuiltIndex | { mark: SnapshotMark; segments: readonly Segment[] }): void {
    const index = new SearchIndex()
    index.adopt(segments)
    const { edited, gone } = this.#db.transaction(() => {
      this.#follower.refresh()
      return this.#documents.changesSince(mark.seq)
    })()
    this.#index = index
    this.take(edited, gone)
  }

  #takeIn(most: number): void {
    if (this.#index === undefined || this.#pending.size === 0) return
    const ids: number[] = []
    for (const id of this.#pending) {
      if (ids.length === most) break
      ids.push(id)
    }
    const documents = this.#documents.find(ids)
    this.#index.put(documents)
    if (documents.length < ids.length) {
      const found = new Set(documents.map((document) => document.id))
      this.#index.remove(ids.filter((id) => !found.has(id)))
    }
    for (const id of ids) this.#pending.delete(id)
    this.#wake()
  }

  #wake(): void {
    if (this.#idle !== undefined || this.#closed) return
    // Not `unref`: such a one waits until something else happens, and a service that nobody asks stays behind.
    this.#idle = setImmediate(() => {
      this.#idle = undefined
      if (this.#work()) this.#wake()
      else if (Date.now() - this.#savedAt > SAVE_EVERY_MS) this.#saving = this.#save()
    })
  }

  /** @returns whether there is more to do */
  #work(): boolean {
    if (this.#index === undefined || !this.#db.open) return false
    if (this.#pending.size > 0) {
      this.#takeIn(TAKEN_AT_ONCE)
      return true
    }
    const until = performance.now() + MERGING_MS
    while (this.#index.mergeStep()) if (performance.now() > until) return true
    return false
  }

  async #save(): Promise<void> {
    const index = this.#index
    if (index === undefined || !this.#options.builds || !this.#db.open || index.size <= this.#small) return
    this.#takeIn(this.#pending.size)
    const { seq, at } = this.#follower.version()
    if (seq === this.#savedSeq) return
    this.#savedSeq = seq
    this.#savedAt = Date.now()
    // A folder that cannot be written costs a slower start, and nothing else.
    await writeSnapshot(this.#indexFile, { seq, at, made: MADE }, index.segments).catch(() => undefined)
  }

  get #small(): number {
    return this.#options.small ?? SMALL
  }

  get #indexFile(): string {
    return `${this.#options.file}-search`
  }
}

/** @param at on the clock of `performance.now` */
async function until(at: number): Promise<void> {
  const ms = Math.max(0, at - performance.now())
  await new Promise<void>((resolve) => setTimeout(resolve, ms).unref())
}
