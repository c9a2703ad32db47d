import type { Dense } from './dense.ts'
import { fieldAt, type Tuning } from './fields.ts'
import { type Found, type FoundPool, keep } from './found.ts'
import type { PlanUnit, TermForm } from './plan.ts'
import { PostingCursor } from './posting-cursor.ts'
import { IMPACT_BITS, readTerm, TITLE_BIT } from './postings.ts'
import type { Segment } from './segment.ts'

/** Marks documents that hold the word as typed. */
const EXACT = 1

/** Reads what single words find in one segment at a time; lends its lists from a pool. */
export class WordReader {
  readonly #pool: FoundPool
  readonly #dense: Dense
  readonly #tuning: Tuning
  /** By payload: how often the word stands in the document, weighted; the impact is what is saturated of it. */
  readonly #occurrences: Float32Array
  #payloads = new Uint8Array(0)

  constructor(pool: FoundPool, dense: Dense, tuning: Tuning) {
    this.#pool = pool
    this.#dense = dense
    this.#tuning = tuning
    this.#occurrences = Float32Array.from({ length: 256 }, (_, payload) => {
      const impact = (payload & IMPACT_BITS) / (IMPACT_BITS + 1)
      return (tuning.saturation * impact) / (1 - impact)
    })
  }

  /** All documents that hold the word. */
  read(segment: Segment, unit: PlanUnit, forms: readonly TermForm[]): Found {
    const { postings } = segment
    const [first] = forms
    if (first === undefined) return this.#pool.take(0)
    if (forms.length > 1) return this.#readForms(segment, unit, forms)

    const found = this.#pool.take(postings.counts[first.term] ?? 0)
    const payloads = this.#payloadRoom(postings.counts[first.term] ?? 0)
    found.count = readTerm(postings, first.term, found.docs, payloads)
    const { scores, titles } = found
    const worth = this.worthByPayload(unit, first)
    for (let i = 0; i < found.count; i += 1) {
      const payload = payloads[i] ?? 0
      scores[i] = worth[payload] ?? 0
      titles[i] = payload & TITLE_BIT
    }
    this.#keepField(segment, found, unit, forms)
    return found
  }

  /** What a document counts for one form of a word alone, by its payload. */
  worthByPayload(unit: PlanUnit, { exact }: TermForm): Float32Array {
    return this.#occurrences.map((occurrences) => this.#worth(occurrences, exact ? EXACT : 0) * unit.weight)
  }

  /** Keeps the documents of `found` that hold the word too, its score added. */
  restrict(segment: Segment, found: Found, unit: PlanUnit, forms: readonly TermForm[]): void {
    const postings = forms.reduce((sum, form) => sum + (segment.postings.counts[form.term] ?? 0), 0)
    if (forms.length * found.count * SEEK_COST > postings) this.#restrictByAll(segment, found, unit, forms)
    else this.#restrictBySeeking(segment, found, unit, forms)
    this.#keepField(segment, found, unit, forms)
  }

  /** Adds up the forms of a word by document, for callers that need only that. */
  fill(segment: Segment, forms: readonly TermForm[]): void {
    const { postings } = segment
    this.#dense.begin(segment.columns.ids.length)
    const most = forms.reduce((largest, form) => Math.max(largest, postings.counts[form.term] ?? 0), 0)
    const scratch = this.#pool.take(most)
    const payloads = this.#payloadRoom(most)
    for (const form of forms) {
      const count = readTerm(postings, form.term, scratch.docs, payloads)
      this.#dense.addForm(scratch.docs, payloads, count, this.#occurrences, form.exact ? EXACT : 0)
    }
    this.#pool.give(scratch)
  }

  #readForms(segment: Segment, unit: PlanUnit, forms: readonly TermForm[]): Found {
    this.fill(segment, forms)
    const found = this.#pool.take(this.#dense.count())
    this.#dense.into(found)
    const { scores, titles } = found
    for (let i = 0; i < found.count; i += 1) {
      const marks = titles[i] ?? 0
      scores[i] = this.#worth(scores[i] ?? 0, marks) * unit.weight
      titles[i] = marks & TITLE_BIT
    }
    this.#keepField(segment, found, unit, forms)
    return found
  }

  #restrictByAll(segment: Segment, found: Found, unit: PlanUnit, forms: readonly TermForm[]): void {
    this.fill(segment, forms)
    const dense = this.#dense
    const { docs, scores, titles } = found
    let count = 0
    for (let i = 0; i < found.count; i += 1) {
      const doc = docs[i] ?? 0
      if (!dense.has(doc)) continue
      docs[count] = doc
      const marks = dense.marks[doc] ?? 0
      scores[count] = (scores[i] ?? 0) + this.#worth(dense.scores[doc] ?? 0, marks) * unit.weight
      titles[count] = (titles[i] ?? 0) & marks
      count += 1
    }
    found.count = count
  }

  #restrictBySeeking(segment: Segment, found: Found, unit: PlanUnit, forms: readonly TermForm[]): void {
    const readers = forms.map((form) => ({
      cursor: new PostingCursor(segment.postings, form.term),
      mark: form.exact ? EXACT : 0,
    }))
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
    const impact = occurrences / (occurrences + this.#tuning.saturation)
    return (marks & EXACT) === 0 ? impact : impact * this.#tuning.exactForm
  }

  #payloadRoom(count: number): Uint8Array {
    if (this.#payloads.length < count) this.#payloads = new Uint8Array(Math.ceil(count * 1.25))
    return this.#payloads
  }

  /** Keeps what has the word in the field asked for. */
  #keepField(segment: Segment, found: Found, unit: PlanUnit, forms: readonly TermForm[]): void {
    const { field } = unit
    if (field === undefined) return
    const readers = forms.map((form) => new PostingCursor(segment.postings, form.term))
    const positions: number[] = []
    keep(found, (doc) =>
      readers.some((reader) => {
        if (!reader.seek(doc)) return false
        if (field === 'title') return (reader.payload & TITLE_BIT) !== 0
        const end = reader.readPositions(positions, 0)
        for (let i = 0; i < end; i += 1) if (fieldAt(positions[i] ?? 0) === field) return true
        return false
      }),
    )
  }
}

/** How many postings are read in the time of one search for a document. */
const SEEK_COST = 4
