import { countWhile } from '../../model/count-while.ts'
import { HOUR_MS } from '../../model/time.ts'
import type { DocumentFrequencies } from './document-frequencies.ts'
import { byTime, type LiveItem } from './live-item.ts'
import {
  isName,
  isNumber,
  isOfAddress,
  MAX_TERMS,
  type Terms,
  termIn,
  timesInSummary,
  timesInTitle,
  type WeightedTerm,
} from './terms.ts'

/** The numbers by which two items are compared, in the order of the learned weights. */
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
  'han',
  'otherWords',
] as const
export type Feature = (typeof FEATURES)[number]

/** Exponent of the idf in the vector of all words, and the factor of names, which tell more than other words. */
const IDF_POWER = 1.2
const NAME_BOOST = 1.3

/** What a term's use in an item adds to its weight, by the lowest byte of its entry. */
const USE_WEIGHTS = Float64Array.from({ length: 256 }, (_, use) => {
  const inTitle = isOfAddress(use) ? 1 : timesInTitle(use)
  return (inTitle + Math.sqrt(timesInSummary(use)) / 2) * (isName(use) ? NAME_BOOST : 1)
})

function useWeight(entry: number): number {
  return USE_WEIGHTS[entry & 0xff] ?? 0
}

/** Weight of a term in the vector of all words. */
export function weightOf(entry: number, idf: number): number {
  return useWeight(entry) * idf ** IDF_POWER
}

/** How an item compares with another one. */
export interface Compared<T extends LiveItem> {
  readonly other: T
  /** Of all their words, 0..1; 0 if they share one word at most: "Update" is no event. */
  readonly cosine: number
  /** In the order of `FEATURES`. */
  readonly features: readonly number[]
}

/** Compares items by their words. One for each live set, since it reuses its lists. */
export class Comparer {
  readonly #frequencies: DocumentFrequencies
  /** Of the item that is compared with others, by the position of a term: its idf, and that to `IDF_POWER`. */
  readonly #idfs = new Float64Array(MAX_TERMS)
  readonly #powers = new Float64Array(MAX_TERMS)
  /** What it shares with another, from `#meet`: positions among its own terms, and the other's entries. */
  readonly #positions = new Int32Array(MAX_TERMS)
  readonly #entries = new Int32Array(MAX_TERMS)

  constructor(frequencies: DocumentFrequencies) {
    this.#frequencies = frequencies
  }

  /** The terms of an item with most weight, the largest first; of equals, the smaller one. */
  topTerms(item: LiveItem, maxCount: number): WeightedTerm[] {
    this.#weigh(item)
    const { terms } = item.text
    const top: WeightedTerm[] = []
    for (let at = 0; at < terms.length; at++) {
      const entry = terms[at] ?? 0
      const weight = useWeight(entry) * (this.#powers[at] ?? 0)
      let rank = top.length
      // Terms ascend, so of equals the earlier one stays ahead.
      while (rank > 0 && (top[rank - 1]?.weight ?? 0) < weight) rank--
      if (rank === maxCount) continue
      top.splice(rank, 0, { term: termIn(entry), weight })
      if (top.length > maxCount) top.pop()
    }
    return top
  }

  /**
   * Compares an item with others of its namespace.
   *
   * @returns the most similar at most `max`, the most similar first; of equals the later
   */
  nearest<T extends LiveItem>(live: LiveItem, others: readonly T[], max = others.length): Compared<T>[] {
    this.#weigh(live)
    return others
      .map((other) => ({ other, cosine: this.#cosine(live, other) }))
      .sort((a, b) => b.cosine - a.cosine || byTime(b.other, a.other))
      .slice(0, max)
      .map(({ other, cosine }, rank) => this.#compared(live, other, cosine, rank))
  }

  /** Compares an item with each of others of its namespace, as if that was its nearest. */
  each<T extends LiveItem>(live: LiveItem, others: readonly T[]): Compared<T>[] {
    this.#weigh(live)
    return others.map((other) => this.#compared(live, other, this.#cosine(live, other), 0))
  }

  /** Prepares an item to be compared with others. */
  #weigh(item: LiveItem): void {
    const { terms } = item.text
    const items = this.#frequencies.itemsOf(item.space)
    for (let at = 0; at < terms.length; at++) {
      const idf = this.#frequencies.idf(termIn(terms[at] ?? 0), items)
      this.#idfs[at] = idf
      this.#powers[at] = idf ** IDF_POWER
    }
    this.#measure(item)
  }

  /** Computes length and title of an item by the present document frequencies, if those that it has are outdated. */
  #measure(item: LiveItem): void {
    const frequencies = this.#frequencies
    if (item.epoch === frequencies.epoch) return
    const items = frequencies.itemsOf(item.space)
    let square = 0
    let titleMass = 0
    for (const entry of item.text.terms) {
      const idf = frequencies.idf(termIn(entry), items)
      square += weightOf(entry, idf) ** 2
      if (timesInTitle(entry) > 0) titleMass += idf
    }
    item.norm = Math.sqrt(square)
    item.titleMass = titleMass
    item.epoch = frequencies.epoch
  }

  /** Finds the terms that two items share. @returns their number */
  #meet(a: Terms, b: Terms): number {
    let shared = 0
    let i = 0
    let j = 0
    while (i < a.length && j < b.length) {
      const x = a[i] ?? 0
      const y = b[j] ?? 0
      const order = termIn(x) - termIn(y)
      if (order === 0) {
        this.#positions[shared] = i
        this.#entries[shared++] = y
      }
      if (order <= 0) i++
      if (order >= 0) j++
    }
    return shared
  }

  /** Cosine of all words, as in `Compared`. @param live given to `#weigh` before */
  #cosine(live: LiveItem, other: LiveItem): number {
    this.#measure(other)
    const { terms } = live.text
    const shared = this.#meet(terms, other.text.terms)
    if (shared < 2) return 0
    let product = 0
    for (let k = 0; k < shared; k++) {
      const at = this.#positions[k] ?? 0
      const power = this.#powers[at] ?? 0
      product += useWeight(terms[at] ?? 0) * power * (useWeight(this.#entries[k] ?? 0) * power)
    }
    return Math.min(1, product / (live.norm * other.norm))
  }

  /**
   * The features of two items. All are 0 up to about 2.
   *
   * @param live given to `#weigh` before
   * @param rank of the other among the nearest of `live`
   */
  #compared<T extends LiveItem>(live: LiveItem, other: T, cosine: number, rank: number): Compared<T> {
    const frequencies = this.#frequencies
    const items = frequencies.itemsOf(live.space)
    const { terms } = live.text
    let covered = 0
    let coveredOfOther = 0
    let own = 0
    let largest = 0
    let second = 0
    let sharedNumbers = 0
    const shared = this.#meet(terms, other.text.terms)
    for (let k = 0; k < shared; k++) {
      const at = this.#positions[k] ?? 0
      const entry = terms[at] ?? 0
      const idf = this.#idfs[at] ?? 0
      if (timesInTitle(entry) > 0) covered += idf
      if (timesInTitle(this.#entries[k] ?? 0) > 0) coveredOfOther += idf
      own += idf * Math.min(1, 2 / frequencies.frequency(termIn(entry)))
      if (idf > largest) {
        second = largest
        largest = idf
      } else if (idf > second) second = idf
      if (isNumber(entry)) sharedNumbers++
    }
    let nearer = 0
    for (const link of other.links) if (link.cosine > cosine) nearer++
    const hours = live.dated && other.dated ? Math.abs(live.publishedAt - other.publishedAt) / HOUR_MS : 0
    const features = [
      cosine,
      Math.min(share(covered, live.titleMass), share(coveredOfOther, other.titleMass)),
      Math.log1p(own) / 4,
      // The nearest of both has rank 0.
      1 / (1 + Math.max(rank, nearer)),
      Math.log1p(hours) / 4,
      live.sourceId === other.sourceId ? 1 : 0,
      !live.hasSummary && !other.hasSummary ? 1 : 0,
      Math.log1p(this.#runs(live, other, items)) / 4,
      gramCosine(live.text.grams, other.text.grams),
      live.text.hasNumbers && other.text.hasNumbers && sharedNumbers === 0 ? 1 : 0,
      live.publisher === other.publisher ? 1 : 0,
      second / 8,
      live.text.isHan ? 1 : 0,
      Math.min(this.#rarestOfOne(live, other, items), this.#rarestOfOne(other, live, items)) / 8,
    ]
    return { other, cosine, features }
  }

  /** The idf of the rarest word of one title that the other item lacks: another name in a text of one form. */
  #rarestOfOne(a: LiveItem, b: LiveItem, items: number): number {
    let rarest = 0
    let least = Infinity
    for (const term of a.text.titleTerms) {
      if (entryOf(b.text.terms, term) !== 0) continue
      const frequency = this.#frequencies.frequency(term)
      if (frequency >= least) continue
      least = frequency
      rarest = term
    }
    return least === Infinity ? 0 : this.#frequencies.idf(rarest, items)
  }

  /**
   * Weighs the runs of neighbouring words of one title that the other title has too. A run counts as its rarest word
   * and 30 % of the others: the pairs of characters of one Chinese name are several terms.
   */
  #runs(a: LiveItem, b: LiveItem, items: number): number {
    let sum = 0
    let run = 0
    let rarest = 0
    for (const term of a.text.titleTerms) {
      if (timesInTitle(entryOf(b.text.terms, term)) > 0) {
        const idf = this.#frequencies.idf(term, items)
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
}

/** The entry of a term in sorted terms; 0 if it is not there. */
function entryOf(terms: Int32Array, term: number): number {
  const at = countWhile(terms.length, (index) => termIn(terms[index] ?? 0) < term)
  // Reading beyond the end would make V8 deoptimise all that reads terms.
  const entry = at < terms.length ? (terms[at] ?? 0) : 0
  return termIn(entry) === term ? entry : 0
}

function gramCosine(a: Int32Array, b: Int32Array): number {
  let shared = 0
  let i = 0
  let j = 0
  while (i < a.length && j < b.length) {
    const order = (a[i] ?? 0) - (b[j] ?? 0)
    if (order <= 0) i++
    if (order >= 0) j++
    if (order === 0) shared++
  }
  return shared === 0 ? 0 : shared / Math.sqrt(a.length * b.length)
}

/** 0 if the whole is 0. */
function share(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0
}
