import type { Dense } from './dense.ts'
import { fieldAt, type Tuning } from './fields.ts'
import { type Found, type FoundPool, keep } from './found.ts'
import type { PlanUnit, TermForm } from './plan.ts'
import { mostDocuments, peakImpact, PostingBlocks, postingsOf } from './posting-blocks.ts'
import { PostingCursor } from './posting-cursor.ts'
import { IMPACT_BITS, TITLE_BIT } from './postings.ts'
import type { Stretch } from './stretch.ts'

/** Marks documents that hold the word as typed. */
const EXACT = 1

/** Reads what single words find in one stretch at a time; lends its lists from a pool. */
export class WordReader {
  readonly #pool: FoundPool
  readonly #dense: Dense
  readonly #tuning: Tuning
  /** By payload: how often the word stands in the document, weighted; the impact is what is saturated of it. */
  readonly #occurrences: Float32Array
  /** By payload: what a word is worth that stands in one form, times its weight; as typed, or not. */
  readonly #worths: Readonly<Record<'exact' | 'other', Float32Array>>
  readonly #blocks = new PostingBlocks()
  readonly #cursors: PostingCursor[] = []
  /** By document of a stretch: the payload of one term, 0 where it is not. */
  #payloads = new Uint8Array(0)

  constructor(pool: FoundPool, dense: Dense, tuning: Tuning) {
    this.#pool = pool
    this.#dense = dense
    this.#tuning = tuning
    this.#occurrences = Float32Array.from({ length: 256 }, (_, payload) => {
      const impact = (payload & IMPACT_BITS) / (IMPACT_BITS + 1)
      return (tuning.saturation * impact) / (1 - impact)
    })
    this.#worths = {
      exact: this.#occurrences.map((occurrences) => this.#worth(occurrences, EXACT)),
      other: this.#occurrences.map((occurrences) => this.#worth(occurrences, 0)),
    }
  }

  /**
   * All documents that hold the word.
   * @param least those worth less may be counted only
   */
  read(stretch: Stretch, unit: PlanUnit, forms: readonly TermForm[], least = 0): Found {
    const [first] = forms
    if (first === undefined) return this.#pool.take(0)
    const found =
      forms.length > 1 ? this.#readForms(stretch, unit, forms, least) : this.#readForm(stretch, unit, first)
    this.#keepField(stretch, found, unit, forms)
    return found
  }

  /** What a document counts for one form of a word alone, by its payload. */
  worthByPayload(unit: PlanUnit, { exact }: TermForm): Float32Array {
    return this.#worths[exact ? 'exact' : 'other'].map((worth) => worth * unit.weight)
  }

  /** What no document of a stretch exceeds for a word. */
  mostWorth(stretch: Stretch, unit: PlanUnit, forms: readonly TermForm[]): number {
    const marks = forms.some(({ exact }) => exact) ? EXACT : 0
    if (forms.length > FEW_FORMS) return this.#worth(Infinity, marks) * unit.weight
    let occurrences = 0
    for (const { term } of forms) occurrences += this.#occurrences[peakImpact(stretch, term)] ?? 0
    return this.#worth(occurrences, marks) * unit.weight
  }

  /** Keeps the documents of `found` that hold the word too, its score added. */
  restrict(stretch: Stretch, found: Found, unit: PlanUnit, forms: readonly TermForm[]): void {
    const share = (stretch.to - stretch.from) / stretch.segment.columns.ids.length
    const postings = postingsOf(stretch, forms) * share
    const [first] = forms
    if (forms.length * found.count * SEEK_COST <= postings)
      this.#restrictBySeeking(stretch, found, unit, forms)
    else if (first !== undefined && forms.length === 1) this.#restrictByForm(stretch, found, unit, first)
    else this.#restrictByAll(stretch, found, unit, forms)
    this.#keepField(stretch, found, unit, forms)
  }

  /** Adds the word's score to the documents of `found` that hold it: to the last bit what reading all of them gives. */
  add(stretch: Stretch, found: Found, unit: PlanUnit, forms: readonly TermForm[]): void {
    const readers = this.#readersOf(stretch, forms)
    const [first] = forms
    const alone = forms.length === 1 ? this.#worths[first?.exact === true ? 'exact' : 'other'] : undefined
    const { docs, scores } = found
    for (let i = 0; i < found.count; i += 1) {
      const doc = docs[i] ?? 0
      let occurrences = 0
      let marks = 0
      let payload = 0
      for (const { cursor, mark } of readers) {
        if (!cursor.seek(doc)) continue
        payload = cursor.payload
        occurrences = Math.fround(occurrences + (this.#occurrences[payload] ?? 0))
        marks |= mark
      }
      if (occurrences === 0) continue
      const worth = alone === undefined ? this.#worth(occurrences, marks) : (alone[payload] ?? 0)
      scores[i] = (scores[i] ?? 0) + Math.fround(worth * unit.weight)
    }
  }

  #readersOf(stretch: Stretch, forms: readonly TermForm[]) {
    return forms.map((form, i) => ({
      cursor: this.#cursorAt(i).start(stretch.segment.postings, form.term),
      mark: form.exact ? EXACT : 0,
    }))
  }

  #readForm(stretch: Stretch, unit: PlanUnit, form: TermForm): Found {
    const found = this.#pool.take(mostDocuments(stretch, form.term))
    const { docs, scores, titles } = found
    const { data } = stretch.segment.postings
    const worth = this.#worths[form.exact ? 'exact' : 'other']
    const { weight } = unit
    const blocks = this.#blocks
    let count = 0
    blocks.start(stretch, form.term)
    while (blocks.next()) {
      const { end, payloads } = blocks
      for (let i = blocks.first; i < end; i += 1) {
        const payload = data[payloads + i] ?? 0
        docs[count] = blocks.docs[i] ?? 0
        scores[count] = (worth[payload] ?? 0) * weight
        titles[count] = payload & TITLE_BIT
        count += 1
      }
    }
    found.count = count
    return found
  }

  #readForms(stretch: Stretch, unit: PlanUnit, forms: readonly TermForm[], least: number): Found {
    this.#fill(stretch, forms)
    const found = this.#pool.take(this.#dense.touched.count())
    this.#dense.into(found, unit.field === undefined ? this.#leastOccurrences(unit, least) : 0)
    const { scores, titles } = found
    for (let i = 0; i < found.count; i += 1) {
      const marks = titles[i] ?? 0
      scores[i] = this.#worth(scores[i] ?? 0, marks) * unit.weight
      titles[i] = marks & TITLE_BIT
    }
    return found
  }

  /** Adds up the forms of a word by document. */
  #fill(stretch: Stretch, forms: readonly TermForm[]): void {
    this.#dense.begin(stretch)
    for (const { term, exact } of forms) {
      this.#dense.addForm(stretch, term, this.#occurrences, exact ? EXACT : 0)
    }
  }

  #restrictByForm(stretch: Stretch, found: Found, unit: PlanUnit, form: TermForm): void {
    const { from } = stretch
    const byDoc = this.#payloadsOf(stretch, form.term)
    const worth = this.#worths[form.exact ? 'exact' : 'other']
    const { weight } = unit
    const { docs, scores, titles } = found
    let count = 0
    for (let i = 0; i < found.count; i += 1) {
      const doc = docs[i] ?? 0
      const payload = byDoc[doc - from] ?? 0
      if (payload === 0) continue
      docs[count] = doc
      scores[count] = (scores[i] ?? 0) + (worth[payload] ?? 0) * weight
      titles[count] = (titles[i] ?? 0) & payload
      count += 1
    }
    found.count = count
  }

  #restrictByAll(stretch: Stretch, found: Found, unit: PlanUnit, forms: readonly TermForm[]): void {
    this.#fill(stretch, forms)
    const { from } = stretch
    const dense = this.#dense
    const { docs, scores, titles } = found
    let count = 0
    for (let i = 0; i < found.count; i += 1) {
      const doc = docs[i] ?? 0
      if (!dense.touched.has(doc)) continue
      docs[count] = doc
      const marks = dense.marks[doc - from] ?? 0
      scores[count] = (scores[i] ?? 0) + this.#worth(dense.scores[doc - from] ?? 0, marks) * unit.weight
      titles[count] = (titles[i] ?? 0) & marks
      count += 1
    }
    found.count = count
  }

  #restrictBySeeking(stretch: Stretch, found: Found, unit: PlanUnit, forms: readonly TermForm[]): void {
    const readers = this.#readersOf(stretch, forms)
    const { docs, scores, titles } = found
    let count = 0
    for (let i = 0; i < found.count; i += 1) {
      const doc = docs[i] ?? 0
      let occurrences = 0
      let marks = 0
      for (const { cursor, mark } of readers) {
        if (!cursor.seek(doc)) continue
        const { payload } = cursor
        occurrences += this.#occurrences[payload] ?? 0
        marks |= (payload & TITLE_BIT) | mark
      }
      if (occurrences === 0) continue
      docs[count] = doc
      scores[count] = (scores[i] ?? 0) + this.#worth(occurrences, marks) * unit.weight
      titles[count] = (titles[i] ?? 0) & marks
      count += 1
    }
    found.count = count
  }

  /** What so many occurrences are worth: each further one adds less, up to 1, more for the word as typed. */
  #worth(occurrences: number, marks: number): number {
    const impact = occurrences === Infinity ? 1 : occurrences / (occurrences + this.#tuning.saturation)
    return (marks & EXACT) === 0 ? impact : impact * this.#tuning.exactForm
  }

  /** How often a word must stand in a document, weighted, for it to be worth so much. */
  #leastOccurrences(unit: PlanUnit, least: number): number {
    const impact = least / (unit.weight * this.#tuning.exactForm)
    return impact >= 1 ? Infinity : (this.#tuning.saturation * impact) / (1 - impact)
  }

  #cursorAt(i: number): PostingCursor {
    const cursor = this.#cursors[i] ?? new PostingCursor()
    this.#cursors[i] = cursor
    return cursor
  }

  #payloadsOf(stretch: Stretch, term: number): Uint8Array {
    const { from, to } = stretch
    if (this.#payloads.length < to - from) this.#payloads = new Uint8Array(to - from)
    else this.#payloads.fill(0, 0, to - from)
    const byDoc = this.#payloads
    const { data } = stretch.segment.postings
    const blocks = this.#blocks
    blocks.start(stretch, term)
    while (blocks.next()) {
      const { docs, end, payloads } = blocks
      for (let i = blocks.first; i < end; i += 1) byDoc[(docs[i] ?? 0) - from] = data[payloads + i] ?? 0
    }
    return byDoc
  }

  #keepField(stretch: Stretch, found: Found, unit: PlanUnit, forms: readonly TermForm[]): void {
    if (unit.field !== undefined) keep(found, inField(stretch, unit, forms))
  }
}

/** Makes a test of whether a document has a word in the field asked for; to be asked of ascending ones. */
export function inField(
  { segment }: Stretch,
  { field }: PlanUnit,
  forms: readonly TermForm[],
): (doc: number) => boolean {
  const readers = forms.map((form) => new PostingCursor().start(segment.postings, form.term))
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

/** How many postings are read in the time of one search for a document. */
export const SEEK_COST = 12

/** Forms that a bound is added up of; with more of them it is what any word can be worth. */
const FEW_FORMS = 8
