import { fieldAt, type Tuning } from '../index/fields.ts'
import { mostDocuments, blockMaxImpact, PostingsCursor } from '../index/postings-cursor.ts'
import { IMPACT_BITS, TITLE_BIT } from '../index/postings.ts'
import type { DocRange, TermVariant } from '../index/segment.ts'
import { type DocIdSet, type DocIdSetPool, keep } from './doc-id-set.ts'
import { variantsIn } from './plan-parts.ts'
import type { PlanUnit } from './plan.ts'
import type { ScoreAccumulator } from './score-accumulator.ts'

/** Marks documents that have the word as typed. */
const EXACT = 1

/** Reads the matches of single words in one range at a time, into lists of the pool. */
export class TermScorer {
  readonly #pool: DocIdSetPool
  readonly #accumulator: ScoreAccumulator
  readonly #tuning: Tuning
  /** By payload: the word's weighted frequency in the document, from the impact. */
  readonly #occurrences: Float32Array
  /** By payload: the score of a word from one variant, as typed or not. */
  readonly #scoresByPayload: Readonly<Record<'exact' | 'other', Float32Array>>
  readonly #reader = new PostingsCursor()

  constructor(pool: DocIdSetPool, accumulator: ScoreAccumulator, tuning: Tuning) {
    this.#pool = pool
    this.#accumulator = accumulator
    this.#tuning = tuning
    this.#occurrences = Float32Array.from({ length: 256 }, (_, payload) => {
      const impact = (payload & IMPACT_BITS) / (IMPACT_BITS + 1)
      return (tuning.saturation * impact) / (1 - impact)
    })
    this.#scoresByPayload = {
      exact: this.#occurrences.map((occurrences) => this.#score(occurrences, EXACT)),
      other: this.#occurrences.map((occurrences) => this.#score(occurrences, 0)),
    }
  }

  read(range: DocRange, unit: PlanUnit): DocIdSet {
    const variants = variantsIn(unit, range)
    const [first] = variants
    if (first === undefined) return this.#pool.acquire(0)
    const found = variants.length > 1 ? this.#readVariants(range, unit) : this.#readTerm(range, unit, first)
    this.#keepField(range, found, unit)
    return found
  }

  /** Upper bound of a word's score in a range. */
  maxScore(range: DocRange, unit: PlanUnit): number {
    const variants = variantsIn(unit, range)
    const flags = variants.some(({ exact }) => exact) ? EXACT : 0
    if (variants.length > MAX_BOUNDED_VARIANTS) return this.#score(Infinity, flags) * unit.weight
    let occurrences = 0
    for (const { term } of variants) occurrences += this.#occurrences[blockMaxImpact(range, term)] ?? 0
    return this.#score(occurrences, flags) * unit.weight
  }

  /** Keeps the documents of `found` that have the word, and adds its score. */
  restrict(range: DocRange, found: DocIdSet, unit: PlanUnit): void {
    this.#fill(range, unit)
    const { from } = range
    const accumulator = this.#accumulator
    const { docs, scores, titles } = found
    let count = 0
    for (let i = 0; i < found.count; i += 1) {
      const doc = docs[i] ?? 0
      if (!accumulator.touched.has(doc)) continue
      docs[count] = doc
      const flags = accumulator.flags[doc - from] ?? 0
      const score = this.#score(accumulator.scores[doc - from] ?? 0, flags)
      scores[count] = (scores[i] ?? 0) + score * unit.weight
      titles[count] = (titles[i] ?? 0) & flags
      count += 1
    }
    found.count = count
    this.#keepField(range, found, unit)
  }

  #readTerm(range: DocRange, unit: PlanUnit, variant: TermVariant): DocIdSet {
    const found = this.#pool.acquire(mostDocuments(range, variant.term))
    const { docs, scores, titles } = found
    const { postings } = range.segment
    const { data } = postings
    const scoreByPayload = this.#scoresByPayload[variant.exact ? 'exact' : 'other']
    const { weight } = unit
    const reader = this.#reader
    let count = 0
    reader.start(postings, variant.term, range.from, range.to)
    while (reader.next()) {
      const { end, payloads } = reader
      for (let i = reader.first; i < end; i += 1) {
        const payload = data[payloads + i] ?? 0
        docs[count] = reader.docs[i] ?? 0
        scores[count] = (scoreByPayload[payload] ?? 0) * weight
        titles[count] = payload & TITLE_BIT
        count += 1
      }
    }
    found.count = count
    return found
  }

  #readVariants(range: DocRange, unit: PlanUnit): DocIdSet {
    this.#fill(range, unit)
    const found = this.#accumulator.found(this.#pool)
    const { scores, titles } = found
    for (let i = 0; i < found.count; i += 1) {
      const flags = titles[i] ?? 0
      scores[i] = this.#score(scores[i] ?? 0, flags) * unit.weight
      titles[i] = flags & TITLE_BIT
    }
    return found
  }

  /** Adds up the variants of a word by document. */
  #fill(range: DocRange, unit: PlanUnit): void {
    this.#accumulator.begin(range)
    for (const { term, exact } of variantsIn(unit, range)) {
      this.#accumulator.addTerm(range, term, this.#occurrences, exact ? EXACT : 0)
    }
  }

  /** The saturated score of a frequency, 0..1: each further occurrence adds less. The word as typed scores higher. */
  #score(occurrences: number, flags: number): number {
    const impact = occurrences === Infinity ? 1 : occurrences / (occurrences + this.#tuning.saturation)
    return (flags & EXACT) === 0 ? impact : impact * this.#tuning.exactForm
  }

  #keepField(range: DocRange, found: DocIdSet, unit: PlanUnit): void {
    if (unit.field !== undefined) keep(found, inField(range, unit))
  }
}

/** Makes a test whether a document has a word in the given field. Call it with ascending documents. */
export function inField(range: DocRange, unit: PlanUnit): (doc: number) => boolean {
  const { postings } = range.segment
  const { field } = unit
  const readers = variantsIn(unit, range).map(({ term }) => new PostingsCursor().start(postings, term))
  const positions: number[] = []
  return (doc) =>
    readers.some((reader) => {
      if (!reader.seek(doc)) return false
      if (field === 'title') return (reader.payload & TITLE_BIT) !== 0
      const end = reader.readPositions(positions, 0)
      for (let i = 0; i < end; i += 1) if (fieldAt(positions[i] ?? 0) === field) return true
      return false
    })
}

/** Maximum number of variants whose bounds are summed. With more, the bound is the maximum of any word. */
const MAX_BOUNDED_VARIANTS = 8
