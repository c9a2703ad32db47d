import { inSteps, STEP_MS } from '../model/in-steps.ts'
import type { SearchSource, StoreVersion } from '../store/search-source.ts'
import type { SearchIndex } from './index/search-index.ts'

/** Above this many pending changes, searches wait or fail. */
export const MAX_PENDING = 3_000
/** Maximum number of items per new segment. */
const BATCH = 256
/** Maximum number of rounds in which a search indexes changes that arrive while it waits. */
const MAX_ROUNDS = 3
/** Pause between merge steps. Without it, merging would take every second turn of a busy thread. */
const MERGE_PAUSE_MS = 8

interface IndexUpdatesOptions {
  /** Minimum time between indexing changes, unless they fill a batch. */
  readonly intervalMs: number
  /** Called when all is indexed and merged. */
  readonly onIdle: () => void
}

/**
 * Indexes the changes of a store when a search needs them, or when the process is idle. Requests are answered between
 * its short steps.
 */
export class IndexUpdates {
  readonly index: SearchIndex
  readonly #source: Pick<SearchSource, 'findDocuments' | 'version' | 'isOpen'>
  readonly #options: IndexUpdatesOptions
  /** Ids of items to index again, or to remove if they no longer exist. */
  readonly #pending = new Set<number>()
  /** The batch that is being indexed, if any. */
  #indexing: Promise<void> | undefined
  /** Items deleted during that batch. */
  readonly #deleted = new Set<number>()
  /** When the last batch started, by `performance.now`. */
  #indexedAt = -Infinity
  #version: StoreVersion
  /** Whether segments may need merging. */
  #isMerging = true
  /** Cancels the next idle step. */
  #cancelIdle: (() => void) | undefined
  #closed = false

  /** @param pending items that may have changed since the index was built */
  constructor(
    index: SearchIndex,
    source: Pick<SearchSource, 'findDocuments' | 'version' | 'isOpen'>,
    pending: Iterable<number>,
    options: IndexUpdatesOptions,
  ) {
    this.index = index
    this.#source = source
    this.#options = options
    this.#version = { seq: 0, at: source.version().at }
    for (const id of pending) this.#pending.add(id)
    this.#noteVersion()
    this.#wake()
  }

  /** Number of items to index. */
  get pending(): number {
    return this.#pending.size
  }

  get isFarBehind(): boolean {
    return this.#pending.size > MAX_PENDING && !this.#closed
  }

  /** The version of the store that the index is sure to include. */
  get version(): StoreVersion {
    return this.#version
  }

  /** Removes deleted items at once. */
  take(edited: readonly number[], deleted: readonly number[]): void {
    for (const id of edited) this.#pending.add(id)
    for (const id of deleted) {
      this.#pending.delete(id)
      if (this.#indexing !== undefined) this.#deleted.add(id)
    }
    this.index.remove(deleted)
    if (deleted.length > 0) this.#isMerging = true
    this.#noteVersion()
    this.#wake()
  }

  /**
   * Indexes due changes, and those that arrive meanwhile in a limited number of rounds.
   *
   * @throws the error of the store if it cannot be read
   */
  async refresh(): Promise<void> {
    if (this.#untilDueMs() > 0) return
    await this.#indexing
    for (let round = 0; round < MAX_ROUNDS && this.#pending.size > 0; round += 1)
      for (let left = this.#pending.size; left > 0 && !this.#closed; left -= BATCH) await this.indexBatch()
  }

  /** Indexes all changes, including those that arrive meanwhile. */
  async indexAll(): Promise<void> {
    while (this.#pending.size > 0 || this.#indexing !== undefined) await this.indexBatch()
  }

  async indexBatch(): Promise<void> {
    if (this.#indexing !== undefined) return this.#indexing
    if (this.#pending.size === 0) return
    const indexing = this.#indexSome().finally(() => {
      this.#indexing = undefined
      this.#deleted.clear()
      this.#noteVersion()
    })
    this.#indexing = indexing
    await indexing
  }

  /** Stops idle work, and waits for the batch that is being indexed. */
  async close(): Promise<void> {
    this.#closed = true
    this.#cancelIdle?.()
    await this.#indexing?.catch(() => undefined)
  }

  /** Time until pending changes are due, >= 0. A full batch is due at once, since waiting would not make it cheaper. */
  #untilDueMs(): number {
    if (this.#pending.size >= BATCH) return 0
    return Math.max(0, this.#indexedAt + this.#options.intervalMs - performance.now())
  }

  #noteVersion(): void {
    if (this.#pending.size === 0 && this.#indexing === undefined) this.#version = this.#source.version()
  }

  async #indexSome(): Promise<void> {
    const ids: number[] = []
    for (const id of this.#pending) if (ids.push(id) === BATCH) break
    // An item that changes while it is indexed becomes pending again.
    for (const id of ids) this.#pending.delete(id)
    this.#indexedAt = performance.now()
    const version = this.#pending.size === 0 ? this.#source.version() : this.#version
    try {
      const documents = await this.#source.findDocuments(ids)
      const live = documents.filter(({ id }) => !this.#deleted.has(id))
      this.index.add(await inSteps(this.index.prepare(live)))
      const found = new Set(documents.map(({ id }) => id))
      this.index.remove(ids.filter((id) => !found.has(id) || this.#deleted.has(id)))
      this.#version = version
      this.#isMerging = true
    } catch (error) {
      for (const id of ids) if (!this.#deleted.has(id)) this.#pending.add(id)
      throw error
    }
    this.#wake()
  }

  #wake(): void {
    if (this.#cancelIdle !== undefined || this.#closed) return
    if (this.#pending.size === 0 && !this.#isMerging) return
    const step = (): void => {
      this.#cancelIdle = undefined
      // If the store cannot be read, the next search fails with the reason.
      void this.#workIdle().catch(() => undefined)
    }
    const untilDueMs = this.#pending.size > 0 ? this.#untilDueMs() : Infinity
    const next = setTimeout(step, Math.min(untilDueMs, this.#isMerging ? MERGE_PAUSE_MS : Infinity))
    this.#cancelIdle = () => clearTimeout(next)
  }

  async #workIdle(): Promise<void> {
    if (!this.#source.isOpen || this.#closed) return
    if (this.#pending.size > 0 && this.#untilDueMs() <= 0) await this.indexBatch()
    const until = performance.now() + STEP_MS
    while (this.#isMerging && performance.now() < until) this.#isMerging = this.index.mergeStep()
    if (this.#isMerging || this.#pending.size > 0) this.#wake()
    else this.#options.onIdle()
  }
}
