import { DigestError, messageOf } from '../model/errors.ts'
import type { SearchIndexState } from '../model/search.ts'
import { MINUTE_MS, SECOND_MS } from '../model/time.ts'
import type { ChangeListener, SearchSource, StoreVersion } from '../store/search-source.ts'
import { type Build, type BuiltIndex, buildInThread, indexOf } from './build-index.ts'
import { IndexFile } from './index-file.ts'
import { IndexUpdates } from './index-updates.ts'
import { SearchIndex } from './index/search-index.ts'

/** Up to this many items are indexed during the first search if there is no file. */
const MAX_SYNCHRONOUS = 3_000
/** Default time that a search waits for the index. */
const PATIENCE_MS = 2 * SECOND_MS
/** After a failure, the first search after this time rebuilds the index. */
const RETRY_AFTER_MS = MINUTE_MS
/** Maximum reported before the index is merged and updated. */
const MAX_PROGRESS = 0.99

export interface IndexSyncOptions {
  /**
   * Minimum time between indexing changes; default 0. While many items arrive, searches miss the newest for this time,
   * but indexing them together costs a third.
   */
  readonly refreshIntervalMs?: number
  /** How long a search waits for an index that is being built; default 2 s. */
  readonly patienceMs?: number
  /** Stores with up to this many items and no file are indexed without a thread; default 3,000. */
  readonly maxSynchronous?: number
  /** Builds the index; default in a thread. */
  readonly build?: typeof buildInThread
}

/**
 * States of the index:
 *
 *     idle ─ begin ─┬─► indexing ────────────────► ready      a small store, from its file or rebuilt
 *                   └─► loading ──┬─ file ───────► ready      a large one
 *                                 └─► building ──► ready
 *     loading, building ── error ──► failed ── begin, a minute later ──► as from idle
 *     any ── startAnew ──► idle; any ── close ──► closed
 */
type State =
  | { readonly kind: 'idle' | 'closed' }
  | { readonly kind: 'indexing' | 'loading'; readonly done: Promise<void> }
  /** In a thread. */
  | { readonly kind: 'building'; readonly done: Promise<void>; readonly thread: Build }
  | { readonly kind: 'ready'; readonly updates: IndexUpdates }
  /** @param at by `performance.now` */
  | { readonly kind: 'failed'; readonly at: number }

/**
 * Keeps the index in memory in step with the store. The index is read from its file or built, in a thread for a large
 * store. Changes are indexed when a search needs them, or when the process is idle. Several processes that serve one
 * store each write the file; it is always whole.
 */
export class IndexSync implements ChangeListener {
  readonly #source: SearchSource
  readonly #options: IndexSyncOptions
  readonly #file: IndexFile
  #state: State = { kind: 'idle' }
  /** Incremented to discard an index that is being read or built. */
  #epoch = 0
  /** Items that changed while there was no index. */
  readonly #changed = new Set<number>()
  /** Share of the items that the thread has indexed, 0..1. */
  #progress = 0
  #saving: Promise<void> | undefined
  #follows = false

  /** The index file is beside the store's file: `FILE-search`. */
  constructor(source: SearchSource, options: IndexSyncOptions = {}) {
    this.#source = source
    this.#options = options
    this.#file = new IndexFile(source)
  }

  /** Returns the index after a due refresh; `undefined` while it is being built or far behind. */
  async current(): Promise<SearchIndex | undefined> {
    await this.begin()
    const updates = this.#updates
    if (updates === undefined || updates.isFarBehind) return undefined
    await updates.refresh()
    return this.#updates?.index
  }

  /** The version of the store that searches are sure to include. */
  version(): StoreVersion {
    return this.#updates?.version ?? this.#source.version()
  }

  /**
   * Starts reading or building the index. Otherwise the first search does so.
   *
   * @returns when a small index is ready, or a large one is being loaded
   */
  async begin(): Promise<void> {
    const state = this.#state
    if (state.kind === 'indexing') return state.done
    if (state.kind === 'failed' && performance.now() - state.at < RETRY_AFTER_MS) return
    if (state.kind !== 'idle' && state.kind !== 'failed') return
    // Not in the constructor: a connection that only writes must not load the index.
    if (!this.#follows) this.#source.subscribe(this)
    this.#follows = true
    if (this.#source.columns().size > this.#maxSynchronous) {
      this.#state = { kind: 'loading', done: this.#load(this.#epoch) }
      return
    }
    const done = this.#indexAll(this.#epoch)
    this.#state = { kind: 'indexing', done }
    await done
    // The store may have been reloaded meanwhile.
    await this.begin()
  }

  /**
   * Returns the index at the columns' version, once it is ready.
   *
   * @throws DigestError('searchUnavailable') if this takes longer than `patienceMs`, or the index cannot be built
   */
  async ready(): Promise<SearchIndex> {
    await this.begin()
    const end = performance.now() + (this.#options.patienceMs ?? PATIENCE_MS)
    // Pruned changes of the store may restart the index at any time.
    for (let making = this.#making; making !== undefined && performance.now() < end; making = this.#making)
      await Promise.race([making, until(end)])
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
    const { kind } = this.#state
    const updates = this.#updates
    if (updates !== undefined)
      return { status: 'ready', progress: 1, ...(updates.isFarBehind && { behind: updates.pending }) }
    if (kind === 'failed') return { status: 'failed', progress: 0 }
    return kind === 'building'
      ? { status: 'building', progress: this.#progress }
      : { status: 'loading', progress: 0 }
  }

  take(edited: readonly number[], deleted: readonly number[]): void {
    const updates = this.#updates
    if (updates !== undefined) updates.take(edited, deleted)
    // The index that is being read or built may still have deleted items.
    else for (const id of [...edited, ...deleted]) this.#changed.add(id)
  }

  startAnew(): void {
    void this.#leave({ kind: 'idle' })
    this.#changed.clear()
    this.#file.forget()
  }

  /** Writes the index if it has changed. The store must still be open. */
  async close(): Promise<void> {
    const updates = this.#updates
    await updates?.close()
    await this.#saving
    // Changes during the write still reach the index: the file claims to have them.
    if (updates !== undefined) await this.#save(updates)
    await this.#leave({ kind: 'closed' })
  }

  /** Changes to a state without an index, and stops the work of the current one. */
  async #leave(next: State): Promise<void> {
    const state = this.#state
    this.#state = next
    this.#epoch += 1
    if (state.kind === 'building') await state.thread.stop()
    if (state.kind === 'ready') await state.updates.close()
    if (state.kind === 'indexing') await state.done.catch(() => undefined)
  }

  get #updates(): IndexUpdates | undefined {
    return this.#state.kind === 'ready' ? this.#state.updates : undefined
  }

  /** Resolves when the index of a large store is loaded or built; `undefined` if neither is going on. */
  get #making(): Promise<void> | undefined {
    const state = this.#state
    return state.kind === 'loading' || state.kind === 'building' ? state.done : undefined
  }

  #whyUnavailable(): string {
    const state = this.#state
    if (state.kind === 'failed')
      return 'The search index could not be built; the log has the reason. Everything else answers.'
    if (state.kind === 'ready')
      return `The search index is behind by ${state.updates.pending} changes. Everything else answers.`
    if (state.kind !== 'building') return 'The search index is being loaded. Everything else answers.'
    return `The search index is being built: ${Math.floor(100 * this.#progress)} % so far. Everything else answers.`
  }

  /** Loads the index of a small store from its file, or indexes all items. */
  async #indexAll(epoch: number): Promise<void> {
    try {
      const read = await this.#file.read()
      if (read !== undefined) return await this.#adopt(read, epoch)
      const index = await indexOf(this.#source)
      if (epoch === this.#epoch) this.#follow(index)
    } catch (cause) {
      if (epoch === this.#epoch) this.#state = { kind: 'idle' }
      throw cause
    }
  }

  /** Loads the index of a large store from its file, or builds it in a thread. */
  async #load(epoch: number): Promise<void> {
    try {
      const read = await this.#file.read()
      if (epoch !== this.#epoch) return
      await this.#adopt(read ?? (await this.#built()), epoch)
    } catch (cause) {
      // A stopped thread is not a failure.
      if (epoch !== this.#epoch) return
      this.#state = { kind: 'failed', at: performance.now() }
      process.emitWarning(`the search index could not be built: ${messageOf(cause)}`)
    }
  }

  #built(): Promise<BuiltIndex> {
    this.#progress = 0
    const thread = (this.#options.build ?? buildInThread)(this.#source.address, (share) => {
      this.#progress = Math.min(share, MAX_PROGRESS)
    })
    const done = this.#making ?? Promise.resolve()
    this.#state = { kind: 'building', done, thread }
    return thread.built
  }

  /** Uses an index of an earlier version. Later changes become pending. */
  async #adopt({ version, segments }: BuiltIndex, epoch: number): Promise<void> {
    if (epoch !== this.#epoch) return
    const index = new SearchIndex()
    index.adopt(segments)
    const { edited, deleted } = await this.#source.catchUp(version.seq)
    if (epoch !== this.#epoch) return
    this.#follow(index)
    this.take(edited, deleted)
  }

  #follow(index: SearchIndex): void {
    const updates = new IndexUpdates(index, this.#source, this.#changed, {
      intervalMs: this.#options.refreshIntervalMs ?? 0,
      onIdle: () => {
        if (this.#file.isOld) this.#saving ??= this.#save(updates).finally(() => (this.#saving = undefined))
      },
    })
    this.#state = { kind: 'ready', updates }
    this.#changed.clear()
  }

  async #save(updates: IndexUpdates): Promise<void> {
    if (!this.#source.isOpen || updates.index.size === 0) return
    await updates.indexAll()
    // The store was reloaded meanwhile.
    if (updates !== this.#updates) return
    await this.#file.write(this.#source.version(), updates.index.segments)
  }

  get #maxSynchronous(): number {
    return this.#options.maxSynchronous ?? MAX_SYNCHRONOUS
  }
}

/** Waits until a time, at most one minute. @param at by `performance.now` */
async function until(at: number): Promise<void> {
  const ms = Math.min(MINUTE_MS, Math.max(0, at - performance.now()))
  await new Promise<void>((resolve) => setTimeout(resolve, ms).unref())
}
