import { setImmediate } from 'node:timers/promises'
import { findKin } from '../../domain/elsewhere/kin.ts'
import { NameIndex } from '../../domain/elsewhere/name-index.ts'
import { KIN_HOURS, namedStory, type NamedStory } from '../../domain/elsewhere/named-story.ts'
import type { Span } from '../../domain/elsewhere/sharing.ts'
import { EVERYTHING } from '../../domain/filter.ts'
import { groupBy } from '../../domain/group-by.ts'
import type { Item } from '../../domain/item.ts'
import { HOUR_MS, type EpochMs } from '../../domain/time.ts'
import type { ReadStore } from '../../store/read-store.ts'

/** The part of the store that links between languages need. */
export type ElsewhereStore = Pick<ReadStore, 'findItems' | 'listTrendItems' | 'onChange' | 'select'>

/** Of a long story only its last hours are compared. */
const LOOKED_AT_MS = 72 * HOUR_MS

/** Most items that a story is compared with, those nearest in time to its newest one. */
const MOST_ITEMS = 12_000

/** Items kept by their names, some 10 MB; then the index begins anew. */
const MOST_KEPT = 40_000

/** Items read and added before other requests have their turn: some 10 ms. */
const CHUNK = 100

/** Items that stand for a story where it is compared. */
const ITEMS_OF_STORY = 12

/** A story of another language that tells the same event. */
export interface ElsewhereStory {
  readonly storyId: number
  readonly sharedNames: readonly string[]
  /** At least one: the item of highest score first. */
  readonly items: readonly Item[]
}

/**
 * Finds the stories that tell the same event in other languages, by the names and numbers that they share. Items are
 * read when a story of their days is first asked for; nothing is stored.
 */
export class Elsewhere {
  readonly #store: ElsewhereStore
  readonly #index = new NameIndex()
  readonly #stopListening: () => void
  /** Questions are answered one after the other: they fill one index. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(store: ElsewhereStore) {
    this.#store = store
    this.#stopListening = store.onChange((itemIds) => {
      for (const id of itemIds) this.#index.forget(id)
    })
  }

  /**
   * @param items of the story, oldest first
   * @returns at most some twenty, those that share most first
   * @throws DigestError('storeFailed')
   */
  find(storyId: number, items: readonly Item[]): Promise<ElsewhereStory[]> {
    const found = this.#last.then(() => this.#find(storyId, items))
    this.#last = found.catch(() => undefined)
    return found
  }

  close(): void {
    this.#stopListening()
    this.#index.clear()
  }

  async #find(storyId: number, items: readonly Item[]): Promise<ElsewhereStory[]> {
    const newest = items.at(-1)?.publishedAt ?? 0
    const looked = items.filter(({ publishedAt }) => publishedAt >= newest - LOOKED_AT_MS)
    const story = namedStory(storyId, looked)
    const from = (looked[0]?.publishedAt ?? 0) - KIN_HOURS * HOUR_MS
    const until = newest + KIN_HOURS * HOUR_MS + 1
    if (story.languages.length === 0 || !(await this.#hasOthers(story.languages, from, until))) return []

    const shown = await this.#span(from, until, newest)
    const read = async (ids: readonly number[]): Promise<NamedStory[]> => {
      const own = await this.#itemsOf(ids, shown)
      return ids.map((id) => namedStory(id, own.get(id) ?? []))
    }
    const kin = await findKin(story, shown, read)
    const own = await this.#itemsOf(
      kin.map(({ storyId: id }) => id),
      shown,
    )
    return kin.flatMap(({ storyId: id, sharedNames }) => {
      const found = own.get(id)?.toSorted((a, b) => b.score - a.score || a.publishedAt - b.publishedAt) ?? []
      return found.length === 0 ? [] : [{ storyId: id, sharedNames, items: found }]
    })
  }

  /** The oldest of each story in the span. */
  async #itemsOf(storyIds: readonly number[], { itemIds, stories }: Shown): Promise<Map<number, Item[]>> {
    const left = new Map(storyIds.map((id) => [id, ITEMS_OF_STORY]))
    const ids: number[] = []
    for (let at = 0; at < stories.length; at++) {
      const story = stories[at] ?? 0
      const more = left.get(story) ?? 0
      if (more === 0) continue
      left.set(story, more - 1)
      ids.push(itemIds[at] ?? 0)
    }
    return groupBy(await this.#store.findItems(ids), ({ story }) => story.id)
  }

  async #hasOthers(languages: readonly string[], from: EpochMs, until: EpochMs): Promise<boolean> {
    const others = { ...EVERYTHING, language: { include: [], exclude: languages }, from, until }
    return (await this.#store.select(others, 'newest', { limit: 1, offset: 0, after: undefined })).total > 0
  }

  /** What was published in [from, until), with its names; of more than can be looked at what is nearest to `centre`. */
  async #span(from: EpochMs, until: EpochMs, centre: EpochMs): Promise<Shown> {
    const items = await this.#store.listTrendItems(EVERYTHING, from, until)
    const [first, end] = nearestTo(centre, items.publishedAt)
    const itemIds: number[] = []
    for (let at = first; at < end; at++) itemIds.push(items.itemId[at] ?? 0)
    await this.#addMissing(itemIds)

    const stories = new Uint32Array(itemIds.length)
    const storyOfSlot = new Uint32Array(this.#index.slots)
    for (let at = 0; at < itemIds.length; at++) {
      const story = items.storyId[first + at] ?? 0
      const slot = this.#index.slotOf(itemIds[at] ?? 0)
      stories[at] = story
      if (slot !== undefined) storyOfSlot[slot] = story
    }
    return { index: this.#index, storyOfSlot, storyCount: distinct(stories), itemIds, stories }
  }

  /** Adds those that are not there yet. */
  async #addMissing(itemIds: readonly number[]): Promise<void> {
    let missing: readonly number[] = itemIds.filter((id) => this.#index.slotOf(id) === undefined)
    if (this.#index.slots + missing.length > MOST_KEPT) {
      this.#index.clear()
      missing = itemIds
    }
    for (let at = 0; at < missing.length; at += CHUNK) {
      for (const item of await this.#store.findItems(missing.slice(at, at + CHUNK))) this.#index.add(item)
      await setImmediate()
    }
  }
}

/** The items of a span, in order of time, and the stories that they are of. */
interface Shown extends Span {
  readonly itemIds: readonly number[]
  readonly stories: Uint32Array
}

/** Sorting typed numbers takes a tenth of what a set of them does. */
function distinct(values: Uint32Array): number {
  const sorted = values.toSorted()
  let count = 0
  for (let at = 0; at < sorted.length; at++) if (at === 0 || sorted[at] !== sorted[at - 1]) count += 1
  return count
}

/** Positions [first, end) of at most `MOST_ITEMS` of the times, which are in order. */
function nearestTo(centre: EpochMs, times: ArrayLike<EpochMs>): [first: number, end: number] {
  let first = 0
  let end = times.length
  while (end - first > MOST_ITEMS) {
    if (centre - (times[first] ?? 0) > (times[end - 1] ?? 0) - centre) first += 1
    else end -= 1
  }
  return [first, end]
}
