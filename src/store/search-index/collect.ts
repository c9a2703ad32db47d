import type { Place } from '../../domain/filter.ts'
import type { Hit } from '../../domain/search.ts'
import { standing } from './document.ts'
import type { Found } from './found.ts'
import { TITLE_BIT } from './postings.ts'
import type { Segment } from './segment.ts'
import { TopHits } from './top-hits.ts'

/** How hits are chosen and ordered once found. */
export interface CollectOptions {
  /** Which items may be shown; all where left out. */
  readonly accepts: ((id: number) => boolean) | undefined
  /** What orders the hits, highest first; their worth for the query where left out. */
  readonly orderBy: ((id: number) => number) | undefined
  /** Of each story only its first hit in the order; all hits where left out. */
  readonly storyOf: ((id: number) => number) | undefined
  readonly after: Place | undefined
  /** How many of the order are kept. */
  readonly size: number
  /** Seconds since the epoch. */
  readonly now: number
  /** For a title with all the words in their order. */
  readonly titlePhrase: number
}

/** Takes in what each segment found, and keeps the first of the order and exact counts. */
export class Collector {
  total = 0
  /** Hits at or before `after`. */
  passed = 0
  /** Worth of the best hit of all. */
  best = 0
  readonly #options: CollectOptions
  readonly #top: TopHits
  /** Worth of hits that are ordered by something else. */
  readonly #worths = new Map<number, number>()
  readonly #stories = new Map<number, Place>()

  constructor(options: CollectOptions) {
    this.#options = options
    this.#top = new TopHits(options.size)
  }

  /** @param hasTitlePhrase tells of a document with all words in its title; asked of ascending ones */
  take(segment: Segment, found: Found, hasTitlePhrase: ((doc: number) => boolean) | undefined): void {
    const { accepts, orderBy, after, now, titlePhrase } = this.#options
    const { columns } = segment
    const { ids, coverage } = columns
    const { docs, scores, titles } = found
    const lowest = after === undefined ? Infinity : after.value
    for (let i = 0; i < found.count; i += 1) {
      const doc = docs[i] ?? 0
      if (coverage[doc] === 0) continue
      if (accepts !== undefined && !accepts(ids[doc] ?? 0)) continue
      this.total += 1
      let worth = (scores[i] ?? 0) * standing(columns, doc, now)
      if (
        (titles[i] ?? 0) === TITLE_BIT &&
        hasTitlePhrase !== undefined &&
        // A look at the title costs more than the rest: only where it can matter.
        (orderBy !== undefined || worth * titlePhrase >= Math.min(this.#top.threshold, lowest)) &&
        hasTitlePhrase(doc)
      ) {
        worth *= titlePhrase
      }
      if (worth > this.best) this.best = worth
      if (orderBy === undefined && after === undefined && worth < this.#top.threshold) continue
      this.#offer(ids[doc] ?? 0, worth)
    }
  }

  /** To be called once, after all segments. */
  finish(): void {
    if (this.#options.storyOf === undefined) return
    this.total = this.#stories.size
    for (const place of this.#stories.values()) this.#keep(place.value, place.id)
  }

  /** The first of the order, with what orders them. */
  places(): Place[] {
    return this.#top.places()
  }

  /** In their order, from the `offset`th of those kept. */
  hits(offset: number): { readonly hits: Hit[]; readonly last: Place | undefined } {
    const places = this.#top.places().slice(offset)
    const scale = this.best > 0 ? 1 / this.best : 0
    return {
      hits: places.map(({ id, value }) => ({
        id,
        relevance: (this.#options.orderBy === undefined ? value : (this.#worths.get(id) ?? 0)) * scale,
      })),
      last: places.at(-1),
    }
  }

  #offer(id: number, worth: number): void {
    const { orderBy, storyOf } = this.#options
    const value = orderBy === undefined ? worth : orderBy(id)
    if (orderBy !== undefined && value >= this.#top.threshold) this.#worths.set(id, worth)
    if (storyOf === undefined) return this.#keep(value, id)

    const story = storyOf(id)
    const first = this.#stories.get(story)
    if (first === undefined || value > first.value || (value === first.value && id > first.id)) {
      this.#stories.set(story, { value, id })
    }
  }

  #keep(value: number, id: number): void {
    const { after } = this.#options
    if (after !== undefined && (value > after.value || (value === after.value && id >= after.id)))
      this.passed += 1
    else if (value >= this.#top.threshold) this.#top.offer(value, id)
  }
}
