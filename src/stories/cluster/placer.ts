import { getOrInsert } from '../../model/get-or-insert.ts'
import type { PlacedStoryItem, StoryItem, StoryMerge, StoryMove } from '../../model/story.ts'
import type { EpochMs } from '../../model/time.ts'
import { assign } from './assign.ts'
import { Journal } from './journal.ts'
import { LINK_MODEL } from './link-model.ts'
import type { LinkModel } from './link-odds.ts'
import { byTime, newLiveStory, type LiveItem, type LiveStory } from './live-item.ts'
import { LiveSet } from './live-set.ts'
import { OperatingPoint } from './operating-point.ts'
import type { Snapshot } from './snapshot.ts'

/** With fewer items, document frequencies are unreliable, so the first items are assigned repeatedly. */
const YOUNG_ITEMS = 3_000

/** One of the first items is reassigned after at least 60 more items, and after their number has doubled. */
const YOUNG_LOOK_AFTER = 60
const YOUNG_GROWTH = 1

/** Maximum number of reassignments per batch: 3 for each of its items, and 20 more. */
const LOOKS_AN_ITEM = 3
const LOOKS_A_BATCH = 20

/**
 * The changes of a batch. Save placements, then moves, then merges. `placements` and `moves` have the final story of an
 * item. No `from` of a merge is an `into` of a later one.
 */
export interface StoryPlacement {
  /** One for each item of the batch, in order. */
  readonly placements: readonly StoryMove[]
  /** Earlier items that now belong to another story. */
  readonly moves: readonly StoryMove[]
  /** Stories merged into others. */
  readonly merges: readonly StoryMerge[]
}

/** Additional stories that a batch may create by splitting. */
export const SPARE_STORIES = 8

/** Items of a snapshot, with the current story of each. */
interface KnownItems {
  readonly snapshot: Snapshot
  /** By row of the snapshot; 0 if the item is not live. */
  readonly storyIds: Float64Array
}

/**
 * Keeps the live stories in memory and decides which story each item reports. Deterministic. Never throws because of an
 * item's content. Placing and restoring run in short steps (`inSteps`); call nothing else before the last step.
 */
export class StoryPlacer {
  readonly #live: LiveSet
  readonly #point = new OperatingPoint()
  readonly #fixed: number | undefined
  /** Items to assign again, the next first. */
  #young: LiveItem[] = []
  #arrived = 0

  /** @param fixed log odds from which a report joins a story. By default they follow the collection. */
  constructor(model: LinkModel = LINK_MODEL, fixed?: number) {
    this.#live = new LiveSet(model)
    this.#fixed = fixed
  }

  /**
   * Adds items with their stories. Call it once at start, and on a new placer after a failed save.
   *
   * @param known a snapshot of an earlier placer, from which restoring is much faster than adding items
   */
  *restore(placed: readonly PlacedStoryItem[], known?: KnownItems): Generator<undefined, void> {
    const live = this.#live
    const stories = new Map<number, LiveStory>()
    const storyOf = (storyId: number): LiveStory => getOrInsert(stories, storyId, newLiveStory)
    if (known !== undefined) {
      const { snapshot, storyIds } = known
      const items = live.restore(snapshot, (row) => {
        const storyId = storyIds[row] ?? 0
        return storyId === 0 ? undefined : storyOf(storyId)
      })
      this.#arrived = snapshot.arrived
      this.#point.restore(snapshot.point)
      for (const item of items) item.story.items.push(item)
      this.#young = Array.from(snapshot.young, (itemId) => live.items.get(itemId)).filter(
        (item) => item !== undefined,
      )
    }
    const missing = placed.filter(({ itemId }) => !live.items.has(itemId))
    const items: LiveItem[] = []
    for (const item of missing.toSorted((a, b) => a.itemId - b.itemId)) {
      items.push(this.#add(item, storyOf(item.storyId)))
      yield
    }
    for (const { story } of items) story.dissolveAt = story.items.length
    yield* this.#connect(items)
    this.#arrived = Math.max(this.#arrived + items.length, live.items.size)
  }

  /** The state of the live items, without their stories. */
  snapshot(): Snapshot {
    const young = this.#young.filter(({ itemId }) => this.#live.items.has(itemId))
    return {
      ...this.#live.snapshot(),
      arrived: this.#arrived,
      point: this.#point.state(),
      young: Float64Array.from(young, ({ itemId }) => itemId),
    }
  }

  /**
   * Places a batch in any order and of any dates. An item placed before keeps its story. An empty batch does pending
   * work.
   *
   * @param newStoryId called at most `batch.length + SPARE_STORIES` times; ids must increase with each call, also
   *   across batches
   */
  *place(batch: readonly StoryItem[], newStoryId: () => number): Generator<undefined, StoryPlacement> {
    const known = this.#live.items
    const fresh = batch.filter(({ itemId }) => !known.has(itemId)).toSorted(byTime)
    const distinct = fresh.filter(({ itemId }, at) => fresh[at - 1]?.itemId !== itemId)
    const journal = new Journal(distinct.length + SPARE_STORIES)
    const items: LiveItem[] = []
    for (const item of distinct) {
      items.push(this.#add(item, newLiveStory(0)))
      yield
    }
    for (const item of items) journal.created(item)
    yield* this.#connect(items)
    for (const item of items) {
      this.#arrived++
      this.#assign(item, journal)
      yield
    }
    if (this.#fixed === undefined) this.#point.follow(known, this.#live.links, this.#arrived)
    yield* this.#lookAgain(LOOKS_A_BATCH + LOOKS_AN_ITEM * items.length, journal)
    const changes = journal.end(newStoryId)
    const placements = batch.map(({ itemId }) => ({
      itemId,
      storyId: known.get(itemId)?.story.storyId ?? 0,
    }))
    return { placements, ...changes }
  }

  /** Removes items published and first seen before this time. Their stories can no longer grow. */
  forget(before: EpochMs): void {
    const expired = new Set<LiveItem>()
    for (const item of this.#live.items.values()) {
      if (item.publishedAt < before && item.firstSeenAt < before) expired.add(item)
    }
    for (const { story } of expired) {
      story.items = story.items.filter((item) => !expired.has(item))
      story.anchored = true
    }
    if (expired.size > 0) this.#live.remove(expired)
    this.#live.forget(before)
  }

  #add(item: StoryItem, story: LiveStory): LiveItem {
    const added = this.#live.add(item, story)
    story.items.push(added)
    return added
  }

  /** Makes items findable, then compares each with its nearest. */
  *#connect(items: readonly LiveItem[]): Generator<undefined, void> {
    for (const item of items) {
      this.#live.index(item)
      yield
    }
    for (const item of items) {
      this.#live.link(item)
      yield
    }
  }

  #assign(item: LiveItem, journal: Journal): void {
    assign(item, journal, this.#fixed ?? this.#point.threshold, this.#live)
    item.lookedAt = this.#arrived
    if (this.#arrived < YOUNG_ITEMS) this.#young.push(item)
  }

  *#lookAgain(maxLooks: number, journal: Journal): Generator<undefined, void> {
    let taken = 0
    let looks = 0
    // Reassigned items are appended again.
    for (const item of this.#young) {
      if (looks === maxLooks) break
      if (this.#live.items.has(item.itemId)) {
        const since = this.#arrived - item.lookedAt
        if (since < YOUNG_LOOK_AFTER || since < item.lookedAt * YOUNG_GROWTH) break
        yield* this.#connect([item])
        item.story.dissolveAt = 0
        this.#assign(item, journal)
        looks++
      }
      taken++
    }
    this.#young = this.#young.slice(taken)
  }
}
