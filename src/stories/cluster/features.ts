import { HOUR_MS } from '../../model/time.ts'
import type { DocumentFrequencies } from '../words/document-frequencies.ts'
import { MAX_TERMS, Positions } from '../words/positions.ts'
import { IDF_POWER, useWeight } from '../words/term-weight.ts'
import {
  isName,
  isNumber,
  type ReadText,
  termIn,
  termsOf,
  timesInTitle,
  type WeightedTerms,
} from '../words/terms.ts'
import { type Links, NO_END } from './links.ts'
import { byTime, type LiveItem } from './live-item.ts'

/** Features of a pair of items, in the order of the learned weights. */
export const FEATURES = [
  'cosine',
  'coverage',
  'own',
  'mutualRank',
  'gap',
  'sameSource',
  'noSummary',
  'run',
  'grams',
  'otherNumbers',
  'samePublisher',
  'secondWord',
  'hanTitles',
  'otherWords',
  'otherNames',
] as const
export type Feature = (typeof FEATURES)[number]

export interface Compared<T extends LiveItem> {
  readonly other: T
  /** Of all their words, 0..1; 0 if they share at most one word: "Update" is no event. */
  readonly cosine: number
  /** In the order of `FEATURES`. */
  readonly features: readonly number[]
}

/** Compares items by their words. Each live set has its own, since it reuses buffers. */
export class Comparer {
  readonly #frequencies: DocumentFrequencies
  readonly #links: Links<LiveItem>
  /** Positions of the terms and grams of the item given to `#compareWith`. */
  readonly #terms = new Positions()
  readonly #grams = new Positions()
  /** By position of a term: its idf, and idf to the power `IDF_POWER`. */
  readonly #idfs = new Float64Array(MAX_TERMS)
  readonly #powers = new Float64Array(MAX_TERMS)
  readonly #idfsOfOther = new Float64Array(MAX_TERMS)
  readonly #powersOfOther = new Float64Array(MAX_TERMS)
  /** Weights of its top terms. */
  readonly #weights = new Float64Array(MAX_TERMS)
  /** Terms shared with another item, from `#findShared`: positions among its own terms, and the other's entries. */
  readonly #positions = new Int32Array(MAX_TERMS)
  readonly #entries = new Int32Array(MAX_TERMS)
  /** By position: the other's entry, else 0. */
  readonly #entryAt = new Int32Array(MAX_TERMS)

  constructor(frequencies: DocumentFrequencies, links: Links<LiveItem>) {
    this.#frequencies = frequencies
    this.#links = links
  }

  /** The terms of an item with the highest weights, the largest first; ties by term. */
  topTerms(item: LiveItem, maxCount: number): WeightedTerms {
    this.#weigh(item)
    const terms = termsOf(item.text)
    const ranked = this.#positions
    const weights = this.#weights
    let count = 0
    for (let at = 0; at < terms.length; at++) {
      const weight = useWeight(terms[at] ?? 0) * (this.#powers[at] ?? 0)
      // Terms ascend, so ties keep the earlier one first.
      if (count === maxCount && weight <= (weights[count - 1] ?? 0)) continue
      let rank = count === maxCount ? count - 1 : count++
      for (; rank > 0 && (weights[rank - 1] ?? 0) < weight; rank--) {
        ranked[rank] = ranked[rank - 1] ?? 0
        weights[rank] = weights[rank - 1] ?? 0
      }
      ranked[rank] = at
      weights[rank] = weight
    }
    return {
      terms: ranked.slice(0, count).map((at) => termIn(terms[at] ?? 0)),
      weights: weights.slice(0, count),
    }
  }

  /**
   * Compares an item with others of its namespace.
   *
   * @returns at most `max`, the most similar first; ties by later time
   */
  nearest<T extends LiveItem>(live: LiveItem, others: readonly T[], max = others.length): Compared<T>[] {
    this.#compareWith(live)
    return others
      .map((other) => ({ other, cosine: this.#cosine(live, other) }))
      .sort((a, b) => b.cosine - a.cosine || byTime(b.other, a.other))
      .slice(0, max)
      .map(({ other, cosine }, rank) => this.#compared(live, other, cosine, rank))
  }

  /** Compares an item with each of the others in its namespace, as if that were the nearest. */
  each<T extends LiveItem>(live: LiveItem, others: readonly T[]): Compared<T>[] {
    this.#compareWith(live)
    return others.map((other) => this.#compared(live, other, this.#cosine(live, other), 0))
  }

  /** Prepares an item for comparisons with others. */
  #compareWith(item: LiveItem): void {
    this.#weigh(item)
    this.#terms.clear()
    const { values, termsAt, titleAt, gramsAt, topAt } = item.text
    for (let at = termsAt; at < titleAt; at++) this.#terms.add(termIn(values[at] ?? 0))
    this.#grams.clear()
    for (let at = gramsAt; at < topAt; at++) this.#grams.add(values[at] ?? 0)
  }

  /** Weighs the terms of an item by the current document frequencies. */
  #weigh(item: LiveItem, idfs = this.#idfs, powers = this.#powers): void {
    const terms = termsOf(item.text)
    const items = this.#frequencies.itemsOf(item.space)
    for (let at = 0; at < terms.length; at++) {
      const idf = this.#frequencies.idf(termIn(terms[at] ?? 0), items)
      idfs[at] = idf
      powers[at] = idf ** IDF_POWER
    }
    if (item.epoch === this.#frequencies.epoch) return
    item.epoch = this.#frequencies.epoch
    let square = 0
    item.titleMass = 0
    for (let at = 0; at < terms.length; at++) {
      const entry = terms[at] ?? 0
      square += (useWeight(entry) * (powers[at] ?? 0)) ** 2
      if (timesInTitle(entry) > 0) item.titleMass += idfs[at] ?? 0
    }
    item.norm = Math.sqrt(square)
  }

  /** Finds the terms shared by another item and the one given to `#compareWith`. @returns their number */
  #findShared(other: LiveItem): number {
    const { values, termsAt, titleAt } = other.text
    let shared = 0
    for (let term = termsAt; term < titleAt; term++) {
      const entry = values[term] ?? 0
      const at = this.#terms.of(termIn(entry))
      if (at < 0) continue
      this.#positions[shared] = at
      this.#entries[shared++] = entry
    }
    return shared
  }

  /** See `Compared`. @param live given to `#compareWith` before */
  #cosine(live: LiveItem, other: LiveItem): number {
    // Its norm may be outdated.
    if (other.epoch !== this.#frequencies.epoch) this.#weigh(other, this.#idfsOfOther, this.#powersOfOther)
    const shared = this.#findShared(other)
    if (shared < 2) return 0
    const { values, termsAt } = live.text
    let product = 0
    for (let k = 0; k < shared; k++) {
      const at = this.#positions[k] ?? 0
      const power = this.#powers[at] ?? 0
      product += useWeight(values[termsAt + at] ?? 0) * power * (useWeight(this.#entries[k] ?? 0) * power)
    }
    return Math.min(1, product / (live.norm * other.norm))
  }

  /**
   * The features of two items, each from 0 up to about 2.
   *
   * @param live given to `#compareWith` before
   * @param rank of the other among the nearest of `live`
   */
  #compared<T extends LiveItem>(live: LiveItem, other: T, cosine: number, rank: number): Compared<T> {
    const { values, termsAt } = live.text
    let covered = 0
    let coveredOfOther = 0
    let own = 0
    let largest = 0
    let second = 0
    let sharedNumbers = 0
    const shared = this.#findShared(other)
    for (let k = 0; k < shared; k++) {
      const at = this.#positions[k] ?? 0
      const entry = values[termsAt + at] ?? 0
      const idf = this.#idfs[at] ?? 0
      const entryOfOther = this.#entries[k] ?? 0
      this.#entryAt[at] = entryOfOther
      if (timesInTitle(entry) > 0) covered += idf
      if (timesInTitle(entryOfOther) > 0) coveredOfOther += idf
      own += idf * Math.min(1, 2 / this.#frequencies.frequency(termIn(entry)))
      if (idf > largest) {
        second = largest
        largest = idf
      } else if (idf > second) second = idf
      if (isNumber(entry)) sharedNumbers++
    }
    let nearer = 0
    for (let end = other.firstEnd; end !== NO_END; end = this.#links.next(end))
      if (this.#links.cosine(end) > cosine) nearer++
    const hours = live.dated && other.dated ? Math.abs(live.publishedAt - other.publishedAt) / HOUR_MS : 0
    const areTitles = !live.hasSummary && !other.hasSummary
    const features = [
      cosine,
      Math.min(share(covered, live.titleMass), share(coveredOfOther, other.titleMass)),
      Math.log1p(own) / 4,
      // The nearest of both has rank 0.
      1 / (1 + Math.max(rank, nearer)),
      Math.log1p(hours) / 4,
      live.sourceId === other.sourceId ? 1 : 0,
      areTitles ? 1 : 0,
      Math.log1p(this.#runs(live)) / 4,
      this.#gramCosine(other.text),
      live.text.hasNumbers && other.text.hasNumbers && sharedNumbers === 0 ? 1 : 0,
      live.publisher === other.publisher ? 1 : 0,
      second / 8,
      areTitles && live.text.isHan ? 1 : 0,
      this.#rarestOther(live, other, { namesOnly: false }) / 8,
      this.#rarestOther(live, other, { namesOnly: true }) / 8,
    ]
    for (let k = 0; k < shared; k++) this.#entryAt[this.#positions[k] ?? 0] = 0
    return { other, cosine, features }
  }

  /**
   * The idf of the rarest word of one title that the other item lacks, the lower of both titles: for example another
   * name in texts from one template. `#entryAt` has the shared terms.
   */
  #rarestOther(live: LiveItem, other: LiveItem, which: { namesOnly: boolean }): number {
    return Math.min(
      this.#rarest(live, which, (at) => this.#entryAt[at] === 0),
      this.#rarest(other, which, (at) => at < 0),
    )
  }

  /** @param lacks whether the other item lacks the word at this position of `#terms` */
  #rarest(
    { text: { values, termsAt, titleAt }, space }: LiveItem,
    { namesOnly }: { namesOnly: boolean },
    lacks: (at: number) => boolean,
  ): number {
    let rarest = 0
    let least = Infinity
    for (let at = termsAt; at < titleAt; at++) {
      const entry = values[at] ?? 0
      if (timesInTitle(entry) === 0 || (namesOnly && !isName(entry))) continue
      const term = termIn(entry)
      if (!lacks(this.#terms.of(term))) continue
      const frequency = this.#frequencies.frequency(term)
      if (frequency >= least) continue
      least = frequency
      rarest = term
    }
    return least === Infinity ? 0 : this.#frequencies.idf(rarest, this.#frequencies.itemsOf(space))
  }

  /**
   * Weighs runs of adjacent title words that the other item has too. A run counts as its rarest word and 30 % of the
   * others: the pairs of characters of one Chinese name are several terms.
   */
  #runs({ text: { values, titleAt, gramsAt } }: LiveItem): number {
    let sum = 0
    let run = 0
    let rarest = 0
    for (let word = titleAt; word < gramsAt; word++) {
      const at = this.#terms.of(values[word] ?? 0)
      if ((this.#entryAt[at] ?? 0) !== 0) {
        const idf = this.#idfs[at] ?? 0
        run += idf
        if (idf > rarest) rarest = idf
      } else if (run > 0) {
        sum += 0.7 * rarest + 0.3 * run
        run = 0
        rarest = 0
      }
    }
    return sum + 0.7 * rarest + 0.3 * run
  }

  #gramCosine({ values, gramsAt, topAt }: ReadText): number {
    let shared = 0
    for (let at = gramsAt; at < topAt; at++) if (this.#grams.of(values[at] ?? 0) >= 0) shared++
    return shared === 0 ? 0 : shared / Math.sqrt(this.#grams.size * (topAt - gramsAt))
  }
}

/** 0 if the whole is 0. */
function share(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0
}
