import { setImmediate } from 'node:timers/promises'
import { findKin, type Kin } from '../../domain/elsewhere/kin.ts'
import { NameIndex } from '../../domain/elsewhere/name-index.ts'
import { KIN_HOURS, namedStory, type NamedStory } from '../../domain/elsewhere/named-story.ts'
import type { Span } from '../../domain/elsewhere/sharing.ts'
import { EVERYTHING } from '../../domain/filter.ts'
import type { Item } from '../../domain/item.ts'
import { HOUR_MS, type EpochMs } from '../../domain/time.ts'
import type { ReadStore } from '../../store/store.ts'

/** What of the store links between languages need. */
export type ElsewhereStore = Pick<ReadStore, 'findItems' | 'listTrendItems' | 'onChange' | 'select'>

/** Of a long story the end is looked at. */
const LOOKED_AT_MS = 72 * HOUR_MS

/** Items that a story is held against, those nearest to its newest one. */
const MOST_ITEMS = 30_000

/** Items kept by their names, some 10 MB; then the index begins anew. */
const MOST_KEPT = 60_000

/** Items read and added before other requests have their turn: some 10 ms. */
const CHUNK = 250

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

    const { span, itemsOf } = await this.#span(from, until, newest)
    const read = async (ids: readonly number[]): Promise<NamedStory[]> => {
      const wanted = ids.map((id) => (itemsOf.get(id) ?? []).slice(0, ITEMS_OF_STORY))
      const byId = new Map((await this.#store.findItems(wanted.flat())).map((item) => [item.id, item]))
      return ids.map((id, at) =>
        namedStory(
          id,
          (wanted[at] ?? []).flatMap((item) => byId.get(item) ?? []),
        ),
      )
    }
    const kin = await findKin(story, span, read)
    return this.#show(kin, itemsOf)
  }

  async #show(
    kin: readonly Kin[],
    itemsOf: ReadonlyMap<number, readonly number[]>,
  ): Promise<ElsewhereStory[]> {
    const ids = kin.flatMap(({ storyId }) => (itemsOf.get(storyId) ?? []).slice(0, ITEMS_OF_STORY))
    const items = await this.#store.findItems(ids)
    return kin.flatMap(({ storyId, sharedNames }) => {
      const own = items
        .filter((item) => item.story.id === storyId)
        .toSorted((a, b) => b.score - a.score || a.publishedAt - b.publishedAt)
      return own.length === 0 ? [] : [{ storyId, sharedNames, items: own }]
    })
  }

  async #hasOthers(languages: readonly string[], from: EpochMs, until: EpochMs): Promise<boolean> {
    const others = { ...EVERYTHING, language: { include: [], exclude: languages }, from, until }
    return (await this.#store.select(others, 'newest', { limit: 1, offset: 0, after: undefined })).total > 0
  }

  /** What was published in [from, until), with its names; of more than can be looked at what is nearest to `centre`. */
  async #span(from: EpochMs, until: EpochMs, centre: EpochMs) {
    const { itemId, storyId, publishedAt } = await this.#store.listTrendItems(EVERYTHING, from, until)
    const [first, end] = nearestTo(centre, publishedAt)
    if (this.#index.slots + (end - first) > MOST_KEPT) this.#index.clear()

    const missing: number[] = []
    for (let at = first; at < end; at++) {
      const id = itemId[at] ?? 0
      if (this.#index.slotOf(id) === undefined) missing.push(id)
    }
    for (let at = 0; at < missing.length; at += CHUNK) {
      for (const item of await this.#store.findItems(missing.slice(at, at + CHUNK))) this.#index.add(item)
      await setImmediate()
    }

    const storyOfSlot = new Uint32Array(this.#index.slots)
    const itemsOf = new Map<number, number[]>()
    for (let at = first; at < end; at++) {
      const id = itemId[at] ?? 0
      const slot = this.#index.slotOf(id)
      const story = storyId[at] ?? 0
      if (slot === undefined) continue
      storyOfSlot[slot] = story
      const known = itemsOf.get(story)
      if (known === undefined) itemsOf.set(story, [id])
      else known.push(id)
    }
    const span: Span = { index: this.#index, storyOfSlot, storyCount: itemsOf.size }
    return { span, itemsOf }
  }
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
