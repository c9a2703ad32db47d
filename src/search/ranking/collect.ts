import { type DocumentColumns, prior, blockMaxPrior, timesOf } from '../index/document.ts'
import type { Tuning } from '../index/fields.ts'
import { TITLE_BIT } from '../index/postings.ts'
import { isSet, liveDocs } from '../index/segment-bitsets.ts'
import type { Segment, DocRange } from '../index/segment.ts'
import type { ScaledRequest } from '../request.ts'
import type { DocIdSet } from './doc-id-set.ts'
import type { ExactTitles } from './exact-titles.ts'
import { type ScoredDoc, TopHits } from './top-hits.ts'

/** How matches are filtered and ordered. */
interface CollectOptions extends Omit<ScaledRequest, 'segments' | 'window' | 'now' | 'tests'> {
  readonly after: ScoredDoc | undefined
  /** Number of hits to keep. */
  readonly size: number
  readonly exactTitles: ExactTitles
  readonly tuning: Pick<Tuning, 'titlePhrase' | 'exactTitle'>
}

/** Scores may exceed their bounds by this factor, due to rounding of 32-bit floats. */
const ROUNDING = 1 + 1e-6

/** Collects the matches of all segments: the best hits, and exact counts. */
export class Collector {
  total = 0
  /** Score of the best hit of all. */
  best = 0
  bestId = -1
  readonly #options: CollectOptions
  readonly #top: TopHits
  /** Scores of the hits, if they have another sort key. */
  readonly #scores = new Map<number, number>()
  readonly #stories = new Map<number, ScoredDoc>()
  /** Stories whose hit is their representative. */
  readonly #represented = new Set<number>()

  constructor(options: CollectOptions) {
    this.#options = options
    this.#top = new TopHits(options.size)
  }

  /**
   * Whether a document of a range can be among the best hits. Otherwise the range is only counted.
   *
   * @param most upper bound of their scores for the query's words
   */
  mayEnter({ segment, index, from, to }: DocRange, most: () => number): boolean {
    if (this.#options.isByTime === true && this.#options.storyOf === undefined)
      return timesOf(segment.columns, from, to - 1).latest >= this.#top.threshold
    if (!this.countsOnly) return true
    for (const doc of this.#options.exactTitles[index] ?? []) if (doc >= from && doc < to) return true
    const highest = most() * ROUNDING * blockMaxPrior(segment.columns, from, to - 1, this.#options.scale)
    return highest >= this.#top.threshold
  }

  /** Whether a document from `first` to `last`, inclusive, can be accepted, by the time at which it ranks. */
  mayAccept({ columns }: Segment, first: number, last: number): boolean {
    const { ranked } = this.#options
    if (ranked === undefined) return true
    const { earliest, latest } = timesOf(columns, first, last)
    return latest >= ranked.from && earliest < ranked.until
  }

  /** Whether the maximum number of hits is kept. */
  get isFull(): boolean {
    return this.#top.threshold > -Infinity
  }

  /** Whether documents that cannot be among the best hits need only be counted. */
  get countsOnly(): boolean {
    const { orderBy, storyOf, after } = this.#options
    return orderBy === undefined && storyOf === undefined && after === undefined
  }

  /**
   * Adds the matches of a segment.
   *
   * @param hasTitlePhrase whether a document's title has all words in order; called with ascending documents
   */
  take(
    { segment, index }: Pick<DocRange, 'segment' | 'index'>,
    found: DocIdSet,
    hasTitlePhrase: ((doc: number) => boolean) | undefined,
  ): void {
    const { accepts, orderBy, after, scale } = this.#options
    const { titlePhrase, exactTitle } = this.#options.tuning
    const ofSegment = this.#options.exactTitles[index]
    const exact = ofSegment?.size === 0 ? undefined : ofSegment
    const { columns } = segment
    const { ids } = columns
    const { docs, scores, titles } = found
    const live = liveDocs(segment)
    const lowest = after === undefined ? Infinity : after.value
    // Upper bound of the factors, if the score alone decides the order.
    const highest = this.#maxPriorOf(found, columns) * (hasTitlePhrase === undefined ? 1 : titlePhrase)
    for (let i = 0; i < found.count; i += 1) {
      const doc = docs[i] ?? 0
      if (live !== undefined && !isSet(live, doc)) continue
      if (accepts !== undefined && !accepts(ids[doc] ?? 0)) continue
      this.total += 1
      const factor = exact?.has(doc) === true ? exactTitle : 1
      if (factor === 1 && (scores[i] ?? 0) * highest < this.#top.threshold) continue
      let score = (scores[i] ?? 0) * prior(columns, doc, scale) * factor
      if (
        (titles[i] ?? 0) === TITLE_BIT &&
        hasTitlePhrase !== undefined &&
        // Reading the title takes most of the time, so it is read only if it can matter.
        (orderBy !== undefined || score * titlePhrase >= Math.min(this.#top.threshold, lowest)) &&
        hasTitlePhrase(doc)
      ) {
        score *= titlePhrase
      }
      if (score >= this.best) this.#raiseBest(ids[doc] ?? 0, score)
      if (orderBy === undefined && after === undefined && score < this.#top.threshold) continue
      this.#offer(ids[doc] ?? 0, score)
    }
  }

  /** Call it once, after all segments. */
  finish(): void {
    if (this.#options.storyOf === undefined) return
    this.total = this.#stories.size
    for (const hit of this.#stories.values()) this.#keep(hit.value, hit.id)
  }

  /** Copies the count and the best hit of another search for the same query. */
  takeTotals({ total, best, bestId }: Collector): void {
    this.total = total
    this.best = best
    this.bestId = bestId
  }

  /** The best hits, with their sort keys. */
  scoredDocs(): ScoredDoc[] {
    return this.#top.ranked()
  }

  /** The score of a kept hit, in any order. */
  scoreOf({ id, value }: ScoredDoc): number {
    return this.#options.orderBy === undefined ? value : (this.#scores.get(id) ?? 0)
  }

  /** Upper bound of the documents' priors; infinite if each document must be scored. */
  #maxPriorOf({ docs, count }: DocIdSet, columns: DocumentColumns): number {
    if (!this.countsOnly || count === 0) return Infinity
    return ROUNDING * blockMaxPrior(columns, docs[0] ?? 0, docs[count - 1] ?? 0, this.#options.scale)
  }

  #raiseBest(id: number, score: number): void {
    if (score === this.best && id < this.bestId) return
    this.best = score
    this.bestId = id
  }

  #offer(id: number, score: number): void {
    const { orderBy, storyOf, represents } = this.#options
    const value = orderBy === undefined ? score : orderBy(id)
    if (orderBy !== undefined && value >= this.#top.threshold) this.#scores.set(id, score)
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
    if (after !== undefined && (value > after.value || (value === after.value && id >= after.id))) return
    if (value >= this.#top.threshold) this.#top.offer(value, id)
  }
}
