import { LRUCache } from 'lru-cache'
import { DigestError } from '../../model/errors.ts'
import type { ItemFilter } from '../../model/filter.ts'
import { getOrInsert } from '../../model/get-or-insert.ts'
import { type Clock, toIso } from '../../model/time.ts'
import type { Search } from '../../search/search.ts'
import type { ReadStore } from '../../store/read-store.ts'
import { Answer } from './answer.ts'
import { WaitingLine } from './waiting-line.ts'

export interface PlanKey {
  /** Route and canonical query: equal keys give equal answers for one state of the store. */
  readonly key: string
  /** Step of the clock for a response that changes with time, ms; `undefined` if only the store's state matters. */
  readonly tickMs?: number | undefined
  /** The items that it depends on, if it depends on nothing else in the store. */
  readonly items?: ItemFilter | undefined
  /** The item that it depends on, with its story, if it depends on nothing else in the store. */
  readonly itemId?: number | undefined
  /** Whether it depends on the search index, which may lag behind the store. */
  readonly isOfSearch?: boolean | undefined
}

export interface Plan extends PlanKey {
  readonly mimeType: string
  /** How long a cache may use the response without revalidation. */
  readonly maxAgeSeconds: number
  build(): Promise<Draft>
}

export interface Draft {
  /** @param asOf the time whose state the response shows */
  bytes(asOf: string): Buffer
  /** Path and query of the next page, below the base URL. */
  readonly next?: string | undefined
}

type Versioned = Pick<ReadStore, 'version' | 'lastChange' | 'lastChangeOf'>

type SearchFollowing = Pick<Search, 'refresh' | 'version'>

/** Attempts to build an answer from one state while the store changes. */
const BUILD_TRIES = 3

/**
 * Caches whole responses by key while the store's state and the clock's step stay the same. A rebuilt response with
 * equal content keeps its time, ETag and compressed forms, so an ETag depends on the content, not on the store.
 */
export class Answers {
  readonly #store: Versioned
  readonly #search: SearchFollowing
  readonly #now: Clock
  readonly #onFound: (isKept: boolean) => void
  readonly #cache: LRUCache<string, CacheEntry>
  /** Builds in progress, by key and state: equal requests share one. */
  readonly #builds = new Map<string, Promise<Answer>>()
  readonly #line = new WaitingLine()

  /**
   * @param maxBytes > 0, of the answers without their compressed forms
   * @param onFound called by `find`, with false if the answer had to be made
   */
  constructor(
    versions: { readonly store: Versioned; readonly search: SearchFollowing },
    now: Clock,
    maxBytes: number,
    onFound: (isKept: boolean) => void = () => undefined,
  ) {
    this.#store = versions.store
    this.#search = versions.search
    this.#now = now
    this.#onFound = onFound
    this.#cache = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: Math.ceil(maxBytes / 8),
      sizeCalculation: ({ answer }, key) => answer.identity.bytes.length + key.length + 500,
    })
  }

  /** The cached answer, if it is still valid. */
  kept(plan: PlanKey): Answer | undefined {
    const kept = this.#cache.get(plan.key)
    return kept?.state === this.#stateFor(plan) ? kept.answer : undefined
  }

  /**
   * While the store cannot be read, a cached answer is used if only the clock has moved on.
   *
   * @throws DigestError as `plan.build` does; `overloaded`
   */
  async find(plan: Plan): Promise<Answer> {
    // Refresh before the state is noted, so that the answer is of that state. In an outage, go on: a cached answer is
    // given, or the build fails with the reason.
    if (plan.isOfSearch === true)
      await this.#search.refresh().catch((error: unknown) => {
        if (!isOutage(error)) throw error
      })
    const kept = this.kept(plan)
    this.#onFound(kept !== undefined)
    if (kept !== undefined) return kept
    const buildKey = `${this.#stateFor(plan)} ${plan.key}`
    return getOrInsert(this.#builds, buildKey, () =>
      this.#line
        .enter()
        .then(() => this.#build(plan))
        .catch((error: unknown) => {
          const previous = isOutage(error) ? this.#cache.get(plan.key) : undefined
          if (previous === undefined || previous.data !== this.#dataFor(plan)) throw error
          return previous.answer
        })
        .finally(() => this.#builds.delete(buildKey)),
    )
  }

  async #build(plan: Plan): Promise<Answer> {
    const previous = this.#cache.get(plan.key)?.answer
    for (let attempt = 1; ; attempt++) {
      const state = this.#stateFor(plan)
      const asOfMs = (plan.isOfSearch === true ? this.#search : this.#store).version().at
      const draft = await plan.build()
      const isCurrent = state === this.#stateFor(plan)
      if (!isCurrent && attempt < BUILD_TRIES) continue
      const answer = unchanged(previous, draft) ?? makeAnswer(plan, draft, asOfMs)
      if (isCurrent) this.#cache.set(plan.key, { state, data: this.#dataFor(plan), answer })
      return answer
    }
  }

  #stateFor(plan: PlanKey): string {
    const data = this.#dataFor(plan)
    return plan.tickMs === undefined ? data : `${data}@${Math.floor(this.#now() / plan.tickMs)}`
  }

  /** State of the store, as far as the response depends on it. */
  #dataFor(plan: PlanKey): string {
    const { history } = this.#store.version()
    const seq = this.#seqOf(plan)
    return history === undefined ? String(seq) : `${history}/${seq}`
  }

  #seqOf({ items, itemId, isOfSearch }: PlanKey): number {
    if (isOfSearch === true) return this.#search.version().seq
    if (items !== undefined) return this.#store.lastChange(items)
    return itemId === undefined ? this.#store.version().seq : this.#store.lastChangeOf(itemId)
  }
}

interface CacheEntry {
  readonly state: string
  /** The state without the clock. */
  readonly data: string
  readonly answer: Answer
}

function isOutage(error: unknown): boolean {
  return error instanceof DigestError && error.code === 'storeFailed'
}

function unchanged(previous: Answer | undefined, draft: Draft): Answer | undefined {
  if (previous === undefined || previous.next !== draft.next) return undefined
  return draft.bytes(previous.asOf).equals(previous.identity.bytes) ? previous : undefined
}

function makeAnswer(plan: Plan, draft: Draft, asOfMs: number): Answer {
  const asOf = toIso(asOfMs)
  return new Answer({
    bytes: draft.bytes(asOf),
    asOf,
    // A response that changes with the clock has no date of its last change.
    changedAt: plan.tickMs === undefined ? asOfMs : undefined,
    next: draft.next,
    mimeType: plan.mimeType,
    maxAgeSeconds: plan.maxAgeSeconds,
  })
}
