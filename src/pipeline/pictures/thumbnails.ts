import { LRUCache } from 'lru-cache'
import { inParallel } from '../../fetch/in-parallel.ts'
import type { ItemPicture, ThumbnailRecord } from '../../model/picture.ts'
import { type Clock, DAY_MS, type EpochMs, HOUR_MS } from '../../model/time.ts'
import type { Shrink } from '../../sources/thumbnails/shrinker.ts'
import type { Store } from '../../store/store.ts'

interface ThumbnailDeps {
  readonly store: Pick<Store, 'listDuePictures' | 'saveThumbnails'>
  /** Rejects only on abort; `undefined` if there is no usable picture. */
  readonly fetchPicture: (url: string, signal: AbortSignal) => Promise<Buffer | undefined>
  /** Loads the image library; `undefined` if this machine has none. Called when pictures are due. */
  readonly loadShrinker: () => Promise<Shrink | undefined>
  readonly now: Clock
}

/** Maximum age of items that get a thumbnail. The page rarely shows older ones. */
const LOOKED_FOR_MS = 2 * DAY_MS
/** Delay before a failed picture is requested again. Outages last hours, rarely days. */
const RETRY_MS = 6 * HOUR_MS
/** Maximum requests per hour in all, to limit the load on publishers and on the operator's network. */
const MAX_PER_HOUR = 600
/** Thumbnails per save; each save invalidates cached responses. */
const BATCH = 32
const AT_ONCE = 8
/** Pictures in the cache. Some sources use one picture for all items. */
const REMEMBERED = 200

/** Makes thumbnails of items' pictures, independently of visits. One per process, since it counts requests. */
export class Thumbnails {
  readonly #deps: ThumbnailDeps
  readonly #known = new LRUCache<
    string,
    { readonly made: Promise<Buffer | undefined>; readonly until: EpochMs }
  >({ max: REMEMBERED })
  /** One picture is decoded at a time. */
  #decoding: Promise<unknown> = Promise.resolve()
  #hour = { startedAt: Number.NEGATIVE_INFINITY, requests: 0 }

  constructor(deps: ThumbnailDeps) {
    this.#deps = deps
  }

  /**
   * Fetches the pictures that are due, those of the hottest items first, until none is left or the hour's limit is
   * reached.
   *
   * @returns the number of items that got a thumbnail
   * @throws the signal's reason, when it is aborted; `storeFailed`
   */
  async refresh(signal: AbortSignal): Promise<number> {
    const { store, now, loadShrinker } = this.#deps
    let added = 0
    for (;;) {
      signal.throwIfAborted()
      const at = now()
      const most = Math.min(BATCH, this.#left(at))
      const due = most > 0 ? await store.listDuePictures(at - LOOKED_FOR_MS, at, most) : []
      const shrink = due.length > 0 ? await loadShrinker() : undefined
      if (shrink === undefined) return added
      const records = await inParallel(due, AT_ONCE, (picture) => this.#thumbnailOf(picture, shrink, signal))
      added += await store.saveThumbnails(records, now())
    }
  }

  #left(at: EpochMs): number {
    const { startedAt } = this.#hour
    if (at >= startedAt + HOUR_MS || at < startedAt) this.#hour = { startedAt: at, requests: 0 }
    return MAX_PER_HOUR - this.#hour.requests
  }

  async #thumbnailOf(
    { itemId, imageUrl }: ItemPicture,
    shrink: Shrink,
    signal: AbortSignal,
  ): Promise<ThumbnailRecord> {
    signal.throwIfAborted()
    const now = this.#deps.now()
    let before = this.#known.get(imageUrl)
    if (before === undefined || before.until <= now) {
      before = { made: this.#make(imageUrl, shrink, signal), until: now + RETRY_MS }
      this.#known.set(imageUrl, before)
    }
    return { itemId, imageUrl, bytes: await before.made, nextCheckAt: before.until }
  }

  async #make(url: string, shrink: Shrink, signal: AbortSignal): Promise<Buffer | undefined> {
    this.#hour.requests++
    const picture = await this.#deps.fetchPicture(url, signal)
    if (picture === undefined) return undefined
    const made = this.#decoding.then(() => shrink(picture))
    this.#decoding = made
    return made
  }
}
