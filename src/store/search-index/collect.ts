import type { Place } from '../../domain/filter.ts'
import type { Hit } from '../../domain/search.ts'
import { isSet } from './bits.ts'
import { type DocumentColumns, type Scale, standing } from './document.ts'
import type { Found } from './found.ts'
import { liveBits } from './live-bits.ts'
import { liveCount } from './live-counts.ts'
import { peakStanding } from './peaks.ts'
import { BLOCK_DOCS, IMPACT_BITS, readDocs, TITLE_BIT } from './postings.ts'
import type { Segment } from './segment.ts'
import type { Stretch } from './stretch.ts'
import { TopHits } from './top-hits.ts'

/** How hits are chosen and ordered once found. */
export interface CollectOptions {
  /** Which items may be shown; all where left out. */
  readonly accepts: ((id: number) => boolean) | undefined
  /** What orders the hits, highest first; their worth for the query where left out. */
  readonly orderBy: ((id: number) => number) | undefined
  /** Of each story only its first hit in the order; all hits where left out. */
  readonly storyOf: ((id: number) => number) | undefined
  /** Of a hit, whether it comes before all others of its story. */
  readonly represents: ((id: number) => boolean) | undefined
  readonly after: Place | undefined
  /** How many of the order are kept. */
  readonly size: number
  readonly scale: Scale
  /** For a title with all the words in their order. */
  readonly titlePhrase: number
}

/** Scores are single floats, which may be that much above what they are bounded by. */
const ROUNDING = 1 + 1e-6

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
  readonly #docs = new Uint32Array(BLOCK_DOCS)
  readonly #stories = new Map<number, Place>()
  /** Stories whose place is that of the item that stands for them. */
  readonly #represented = new Set<number>()

  constructor(options: CollectOptions) {
    this.#options = options
    this.#top = new TopHits(options.size)
  }

  /**
   * Whether a document of a stretch may come among the best; the others need only be counted.
   * @param most what none of them exceeds for the query's words
   */
  mayEnter({ segment, from, to }: Stretch, most: number): boolean {
    const highest = most * ROUNDING * peakStanding(segment.columns, from, to - 1, this.#options.scale)
    return highest >= this.#top.threshold
  }

  /**
   * What a document of a stretch must be worth for the query's words to come among the best; those worth less need only
   * be counted. 0 where each must be looked at.
   */
  leastWorth({ segment, from, to }: Stretch): number {
    const { threshold } = this.#top
    if (!this.countsOnly || threshold <= 0 || this.#options.accepts !== undefined) return 0
    return (
      threshold / (ROUNDING * ROUNDING * peakStanding(segment.columns, from, to - 1, this.#options.scale))
    )
  }

  /** Whether as many hits are there as are kept. */
  get isFull(): boolean {
    return this.#top.threshold > -Infinity
  }

  /** Whether documents that cannot come among the best need only be counted. */
  get countsOnly(): boolean {
    const { orderBy, storyOf, after } = this.#options
    return orderBy === undefined && storyOf === undefined && after === undefined
  }

  /** @param hasTitlePhrase tells of a document with all words in its title; asked of ascending ones */
  take(segment: Segment, found: Found, hasTitlePhrase: ((doc: number) => boolean) | undefined): void {
    const { accepts, orderBy, after, scale, titlePhrase } = this.#options
    const { columns } = segment
    const { ids } = columns
    const { docs, scores, titles } = found
    const live = liveBits(segment)
    const lowest = after === undefined ? Infinity : after.value
    // What a document must be worth before its standing is looked at, where that can matter to the order alone.
    const highest = this.#highestOf(found, columns) * (hasTitlePhrase === undefined ? 1 : titlePhrase)
    this.total += found.others
    for (let i = 0; i < found.count; i += 1) {
      const doc = docs[i] ?? 0
      if (live !== undefined && !isSet(live, doc)) continue
      if (accepts !== undefined && !accepts(ids[doc] ?? 0)) continue
      this.total += 1
      if ((scores[i] ?? 0) * highest < this.#top.threshold) continue
      let worth = (scores[i] ?? 0) * standing(columns, doc, scale)
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

  /**
   * As `take`, for one term alone: documents are counted without being looked at where none of a block can come among
   * the best and none of the segment is left out. Only where `countsOnly`.
   *
   * @param worth by payload
   */
  takeTerm(segment: Segment, term: number, worth: Float32Array): void {
    const { postings, columns } = segment
    const { ids } = columns
    const { accepts, scale } = this.#options
    const count = postings.counts[term] ?? 0
    const blocks = Math.ceil(count / BLOCK_DOCS)
    const skips = postings.skipStarts[term] ?? 0
    const live = liveBits(segment)
    if (accepts === undefined) this.total += liveCount(segment, term)
    // The newest come first: what they reach, older ones seldom do.
    for (let block = blocks - 1; block >= 0; block -= 1) {
      const before = block === 0 ? -1 : (postings.skips[skips + block * 2 - 2] ?? 0)
      const last = blocks === 1 ? ids.length - 1 : (postings.skips[skips + block * 2] ?? 0)
      const peak = blocks === 1 ? IMPACT_BITS : (postings.peaks[(skips >>> 1) + block] ?? 0)
      const most = (worth[peak] ?? 0) * peakStanding(columns, before + 1, last, scale)
      const mayEnter = most >= this.#top.threshold
      if (!mayEnter && accepts === undefined) continue
      const n = Math.min(BLOCK_DOCS, count - block * BLOCK_DOCS)
      const start = blocks === 1 ? (postings.starts[term] ?? 0) : (postings.skips[skips + block * 2 + 1] ?? 0)
      const at = readDocs(postings.data, start, n, before, this.#docs, 0)
      for (let i = 0; i < n; i += 1) {
        const doc = this.#docs[i] ?? 0
        if (live !== undefined && !isSet(live, doc)) continue
        if (accepts !== undefined) {
          if (!accepts(ids[doc] ?? 0)) continue
          this.total += 1
          if (!mayEnter) continue
        }
        const value = (worth[postings.data[at + i] ?? 0] ?? 0) * standing(columns, doc, scale)
        if (value > this.best) this.best = value
        if (value >= this.#top.threshold) this.#top.offer(value, ids[doc] ?? 0)
      }
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
    const { best } = this
    const relevanceOf = (worth: number): number => (best > 0 ? worth / best : 0)
    return {
      hits: places.map(({ id, value }) => ({
        id,
        relevance: relevanceOf(this.#options.orderBy === undefined ? value : (this.#worths.get(id) ?? 0)),
      })),
      last: places.at(-1),
    }
  }

  /** How high a found document stands at most; beyond all bounds where each must be looked at. */
  #highestOf({ docs, count }: Found, columns: DocumentColumns): number {
    if (!this.countsOnly || count === 0) return Infinity
    return ROUNDING * peakStanding(columns, docs[0] ?? 0, docs[count - 1] ?? 0, this.#options.scale)
  }

  #offer(id: number, worth: number): void {
    const { orderBy, storyOf, represents } = this.#options
    const value = orderBy === undefined ? worth : orderBy(id)
    if (orderBy !== undefined && value >= this.#top.threshold) this.#worths.set(id, worth)
    if (storyOf === undefined) return this.#keep(value, id)

    const story = storyOf(id)
    if (represents?.(id) === true) {
      this.#represented.add(story)
      this.#stories.set(story, { value, id })
    }
    if (this.#represented.has(story)) return
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
