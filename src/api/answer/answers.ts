import { LRUCache } from 'lru-cache'
import { DigestError } from '../../model/errors.ts'
import type { ItemFilter } from '../../model/filter.ts'
import { type Clock, toIso } from '../../model/time.ts'
import type { Search } from '../../search/search.ts'
import type { ReadStore } from '../../store/read-store.ts'
import { Answer } from './answer.ts'
import { WaitingLine } from './waiting-line.ts'

/** What a response depends on besides the store. */
export interface PlanKey {
  /** Route and canonical query: equal keys mean equal answers at one state of the store. */
  readonly key: string
  /**
   * The clock's step for a response that changes as time passes, ms; `undefined` if only the store's state
   * matters.
   */
  readonly tickMs?: number | undefined
  /** The items that it depends on, for a response that depends on nothing else of the store. */
  readonly items?: ItemFilter | undefined
  /** The same for a response that depends on one item and its story. */
  readonly itemId?: number | undefined
  /** Whether it depends on the search index, which may follow the store a moment later. */
  readonly isOfSearch?: boolean | undefined
}

/** What a response depends on, and how to make it. */
export interface Plan extends PlanKey {
  readonly mimeType: string
  /** How long a cache may use the response without revalidation. */
  readonly maxAgeSeconds: number
  build(): Promise<Draft>
}

/** A response before its time is inserted. */
export interface Draft {
  /** @param asOf the time whose state the response shows */
  bytes(asOf: string): Buffer
  /** Path and query of the next page, below the base URL. */
  readonly next?: string | undefined
}

/** The part of the store that answers need. */
type Versioned = Pick<ReadStore, 'version' | 'lastChange' | 'lastChangeOf'>

/** The part of the search that answers need. */
type SearchFollowing = Pick<Search, 'refresh' | 'version'>

/** Attempts to build from one state of the store while it changes. */
const BUILD_TRIES = 3

/**
 * Caches whole responses by key, for as long as the store's state and the clock's step are those they were
 * built from. A response that is rebuilt with the same content keeps its time, its ETag and its compressed
 * forms. So an ETag depends on the response, not on the store.
 */
export class Answers {
  readonly #store: Versioned
  readonly #search: SearchFollowing
  readonly #now: Clock
  readonly #onFound: (isKept: boolean) => void
  readonly #cache: LRUCache<string, CacheEntry>
  /** Builds under way, by key and state: equal requests wait for one. */
  readonly #builds = new Map<string, Promise<Answer>>()
  readonly #line = new WaitingLine()

  /**
   * @param versions tell which state an answer is of
   * @param maxBytes > 0, of the answers without their compressed forms
   * @param onFound called by `find`, with false if it has to make the answer
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

  /** The cached answer if it is still valid. */
  kept(plan: PlanKey): Answer | undefined {
    const kept = this.#cache.get(plan.key)
    return kept?.state === this.#stateFor(plan) ? kept.answer : undefined
  }

  /**
   * While the store cannot be read, an answer that only its clock's step makes old is given again.
   *
   * @throws DigestError as `plan.build` does; `overloaded`
   */
  async find(plan: Plan): Promise<Answer> {
    // Before its state is noted, so that the answer is of that state. If the store cannot be read, a kept answer is given, or
    // making one fails with the reason.
    if (plan.isOfSearch === true)
      await this.#search.refresh().catch((error: unknown) => {
        if (!isOutage(error)) throw error
      })
    const kept = this.kept(plan)
    this.#onFound(kept !== undefined)
    if (kept !== undefined) return kept
    const buildKey = `${this.#stateFor(plan)} ${plan.key}`
    const running = this.#builds.get(buildKey)
    if (running !== undefined) return running
    const build = this.#line
      .enter()
      .then(() => this.#build(plan))
      .catch((error: unknown) => {
        const previous = isOutage(error) ? this.#cache.get(plan.key) : undefined
        if (previous === undefined || previous.data !== this.#dataFor(plan)) throw error
        return previous.answer
      })
      .finally(() => this.#builds.delete(buildKey))
    this.#builds.set(buildKey, build)
    return build
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

  /** The state of the store, as far as it concerns the response. */
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
  /** The part of the state that does not depend on the clock. */
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
    // A response that changes with the clock has no time of its last change.
    changedAt: plan.tickMs === undefined ? asOfMs : undefined,
    next: draft.next,
    mimeType: plan.mimeType,
    maxAgeSeconds: plan.maxAgeSeconds,
  })
}
