import { countWhile } from '../../model/count-while.ts'
import { HOUR_MS } from '../../model/time.ts'
import type { DocumentFrequencies } from './document-frequencies.ts'
import { byTime, type LiveItem } from './live-item.ts'
import type { WeightedTerm } from './neighbours.ts'
import {
  isName,
  isNumber,
  isOfAddress,
  MAX_TERMS,
  type Terms,
  termIn,
  timesInSummary,
  timesInTitle,
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

const MUTUAL_RANK = FEATURES.indexOf('mutualRank')

/** Exponent of the idf in the vector of all words, and the factor of names, which tell more than other words. */
const IDF_POWER = 1.2
const NAME_BOOST = 1.3

/** Weight of a term in the vector of all words. */
export function weightOf(entry: number, idf: number): number {
  const inTitle = isOfAddress(entry) ? 1 : timesInTitle(entry)
  const uses = inTitle + Math.sqrt(timesInSummary(entry)) / 2
  return uses * idf ** IDF_POWER * (isName(entry) ? NAME_BOOST : 1)
}

/** How an item compares with another one. */
export interface Compared<T extends LiveItem> {
  readonly other: T
  /** Of all their words, 0..1; 0 if they share one word at most: "Update" is no event. */
  readonly cosine: number
  /** In the order of `FEATURES`. */
  readonly features: Float64Array
}

/** Compares items by their words. One for each live set, since it reuses its lists. */
export class Comparer {
  readonly #frequencies: DocumentFrequencies
  /** What two items share, from `#meet`. */
  readonly #ofOne = new Int32Array(MAX_TERMS)
  readonly #ofOther = new Int32Array(MAX_TERMS)

  constructor(frequencies: DocumentFrequencies) {
    this.#frequencies = frequencies
  }

  /** Weighs an item's words by the present document frequencies. */
  #weigh(item: LiveItem): void {
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

  /** The terms of an item with most weight, the largest first; of equals, the smaller one. */
  topTerms({ text, space }: LiveItem, maxCount: number): WeightedTerm[] {
    const items = this.#frequencies.itemsOf(space)
    const weighted = Array.from(text.terms, (entry) => {
      const term = termIn(entry)
      return { term, weight: weightOf(entry, this.#frequencies.idf(term, items)) }
    })
    return weighted.sort((a, b) => b.weight - a.weight || a.term - b.term).slice(0, maxCount)
  }

  /**
   * Compares an item with others of its namespace.
   *
   * @returns the most similar at most `max`, the most similar first; of equals the later
   */
  nearest<T extends LiveItem>(live: LiveItem, others: readonly T[], max = others.length): Compared<T>[] {
    return others
      .map((other) => ({ other, cosine: this.#cosine(live, other) }))
      .sort((a, b) => b.cosine - a.cosine || byTime(b.other, a.other))
      .slice(0, max)
      .map(({ other, cosine }, rank) => {
        const features = this.#features(live, other, cosine)
        let nearer = 0
        for (const link of other.links) if (link.cosine > cosine) nearer++
        // The nearest of both has rank 0.
        features[MUTUAL_RANK] = 1 / (1 + Math.max(rank, nearer))
        return { other, cosine, features }
      })
  }

  /** Collects both entries of each term that two lists of terms share. @returns their number */
  #meet(a: Terms, b: Terms): number {
    let shared = 0
    let i = 0
    let j = 0
    while (i < a.length && j < b.length) {
      const x = a[i] ?? 0
      const y = b[j] ?? 0
      const order = termIn(x) - termIn(y)
      if (order <= 0) i++
      if (order >= 0) j++
      if (order !== 0) continue
      this.#ofOne[shared] = x
      this.#ofOther[shared++] = y
    }
    return shared
  }

  /** Cosine of all words of two items of one namespace, as in `Compared`. */
  #cosine(a: LiveItem, b: LiveItem): number {
    this.#weigh(a)
    this.#weigh(b)
    const items = this.#frequencies.itemsOf(a.space)
    const shared = this.#meet(a.text.terms, b.text.terms)
    if (shared < 2) return 0
    let product = 0
    for (let k = 0; k < shared; k++) {
      const x = this.#ofOne[k] ?? 0
      const idf = this.#frequencies.idf(termIn(x), items)
      product += weightOf(x, idf) * weightOf(this.#ofOther[k] ?? 0, idf)
    }
    return Math.min(1, product / (a.norm * b.norm))
  }

  /**
   * The features of two items, without their ranks. All are 0 up to about 2.
   *
   * @param cosine from `#cosine`
   */
  #features(a: LiveItem, b: LiveItem, cosine: number): Float64Array {
    const frequencies = this.#frequencies
    const items = frequencies.itemsOf(a.space)
    let coveredOfA = 0
    let coveredOfB = 0
    let own = 0
    let largest = 0
    let second = 0
    let sharedNumbers = 0
    const shared = this.#meet(a.text.terms, b.text.terms)
    for (let k = 0; k < shared; k++) {
      const x = this.#ofOne[k] ?? 0
      const term = termIn(x)
      const idf = frequencies.idf(term, items)
      if (timesInTitle(x) > 0) coveredOfA += idf
      if (timesInTitle(this.#ofOther[k] ?? 0) > 0) coveredOfB += idf
      own += idf * Math.min(1, 2 / frequencies.frequency(term))
      if (idf > largest) {
        second = largest
        largest = idf
      } else if (idf > second) second = idf
      if (isNumber(x)) sharedNumbers++
    }
    const hours = a.dated && b.dated ? Math.abs(a.publishedAt - b.publishedAt) / HOUR_MS : 0
    const features = new Float64Array(FEATURES.length)
    features[0] = cosine
    features[1] = Math.min(share(coveredOfA, a.titleMass), share(coveredOfB, b.titleMass))
    features[2] = Math.log1p(own) / 4
    features[4] = Math.log1p(hours) / 4
    features[5] = a.sourceId === b.sourceId ? 1 : 0
    features[6] = !a.hasSummary && !b.hasSummary ? 1 : 0
    features[7] = Math.log1p(this.#runs(a, b, items)) / 4
    features[8] = gramCosine(a.text.grams, b.text.grams)
    features[9] = a.text.hasNumbers && b.text.hasNumbers && sharedNumbers === 0 ? 1 : 0
    features[10] = a.publisher === b.publisher ? 1 : 0
    features[11] = second / 8
    features[12] = a.text.isHan ? 1 : 0
    features[13] = Math.min(this.#rarestOfOne(a, b, items), this.#rarestOfOne(b, a, items)) / 8
    return features
  }

  /** The idf of the rarest word of one title that the other item lacks: another name in a text of one form. */
  #rarestOfOne(a: LiveItem, b: LiveItem, items: number): number {
    let rarest = 0
    let least = Infinity
    for (const term of a.text.titleTerms) {
      const frequency = this.#frequencies.frequency(term)
      if (frequency >= least || entryOf(b.text.terms, term) !== 0) continue
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
  const entry = terms[countWhile(terms.length, (at) => termIn(terms[at] ?? 0) < term)] ?? 0
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
