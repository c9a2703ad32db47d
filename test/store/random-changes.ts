import { ORDINARY, scoreOf } from '../../src/model/score.ts'
import { MINUTE_MS } from '../../src/model/time.ts'
import type { Store } from '../../src/store/store.ts'
import { aSource } from '../a-source.ts'
import { randomOf } from '../random.ts'
import { aDraft, aScore, aSighting, aVisit, anInsert, NOW } from './drafts.ts'

export const SOURCES = ['alpha', 'beta', 'gamma', 'delta']
const ITEMS_A_ROUND = 8

interface Known {
  readonly id: number
  readonly source: string
  readonly publisher: string
  storyId: number
  publishedAt: number
}

/** What collecting does to a store, at random: new items most of all. */
export class RandomChanges {
  readonly #random: () => number
  readonly #items: Known[] = []
  #nextId = 0

  constructor(seed: number) {
    this.#random = randomOf(seed)
  }

  async begin(store: Store): Promise<void> {
    await this.#syncSources(store, SOURCES)
    await store.reserveIds('item', 10_000)
    await store.reserveIds('story', 10_000)
  }

  async change(store: Store): Promise<void> {
    const items = this.#items
    const item = items.length < ITEMS_A_ROUND ? undefined : this.#pick(items)
    const kind = item === undefined ? 0 : this.#below(9)
    if (item === undefined || kind <= 2) {
      await store.saveVisit(this.#newItems())
    } else if (kind === 3) {
      item.publishedAt = this.#someTime()
      const edit = { itemId: item.id, draft: draftOf(item), updatedAt: NOW }
      await store.saveVisit(aVisit(item.source, { edits: [edit] }))
    } else if (kind === 4) {
      const parts = {
        ...ORDINARY,
        frequency: this.#below(50),
        coverage: 1 + this.#below(3),
        engagement: this.#below(8),
        share: this.#below(5) / 4,
      }
      await store.saveVisit(
        aVisit(item.source, {
          scores: [{ itemId: item.id, score: scoreOf(parts), hot: this.#below(9), parts }],
        }),
      )
    } else if (kind === 5) {
      const from = this.#pick(items).storyId
      if (from === item.storyId) return
      for (const each of items) if (each.storyId === from) each.storyId = item.storyId
      await store.saveVisit(aVisit(item.source, { merges: [{ from, into: item.storyId }] }))
    } else if (kind === 6) {
      items.splice(items.indexOf(item), 1)
      await store.saveCorrections({ at: NOW, deletes: [item.id], corrections: [] })
    } else if (kind === 7) {
      // Another source carries the item too.
      const sightings = [aSighting(item.id, draftOf(item), { seenAt: NOW + MINUTE_MS })]
      const representatives = [{ storyId: item.storyId, itemId: item.id }]
      await store.saveVisit(aVisit(this.#pick(SOURCES), { sightings, representatives }))
    } else {
      await this.#syncSources(store)
    }
  }

  /** Some in stories that are there. */
  #newItems() {
    const source = this.#pick(SOURCES)
    const added = Array.from({ length: ITEMS_A_ROUND }, (): Known => {
      const id = (this.#nextId += 1)
      const storyId = this.#items.length > 0 && this.#below(8) === 0 ? this.#pick(this.#items).storyId : id
      const known = { id, source, publisher: this.#pick(SOURCES), storyId, publishedAt: this.#someTime() }
      this.#items.push(known)
      return known
    })
    return aVisit(source, {
      inserts: added.map((known) => ({
        ...anInsert(known.id, known.storyId, draftOf(known)),
        ...(known.id % 5 === 0 ? { rankedAt: known.publishedAt - MINUTE_MS * known.id } : {}),
      })),
      sightings: added.map((known) => aSighting(known.id, draftOf(known))),
      scores: added.map(({ id }) => aScore(id, 20, id)),
    })
  }

  async #syncSources(store: Store, ids = this.#below(3) === 0 ? SOURCES.slice(1) : SOURCES): Promise<void> {
    const sources = ids.map((id) =>
      aSource(id, {
        weight: 1 + this.#below(3),
        name: `The ${id} ${this.#below(12) === 0 ? 1 : 0}`,
        category: this.#below(12) === 0 ? 'business' : 'general',
      }),
    )
    await store.syncSources(sources, NOW)
  }

  /** In the last four days, to the minute. */
  #someTime(): number {
    return NOW - this.#below(96 * 60) * MINUTE_MS
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit)
  }

  #pick<T>(values: readonly T[]): T {
    return values[this.#below(values.length)] as T
  }
}

function draftOf({ id, publisher, publishedAt }: Known) {
  return aDraft(`item-${id}`, {
    key: `https://${publisher}.example/${id}`,
    url: `https://${publisher}.example/${id}`,
    contentHash: `content-${id}-${publishedAt}`,
    category: id % 3 === 0 ? 'science' : 'technology',
    publishedAt,
    isTimeStated: id % 5 !== 0,
  })
}
