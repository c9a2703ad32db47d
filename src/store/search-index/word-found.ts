import type { Dense } from './dense.ts'
import { fieldAt, type Tuning } from './fields.ts'
import { type Found, type FoundPool, keep } from './found.ts'
import type { PlanUnit, TermForm } from './plan.ts'
import { PostingCursor } from './posting-cursor.ts'
import { IMPACT_BITS, readTerm, TITLE_BIT } from './postings.ts'
import type { Segment } from './segment.ts'

/** Reads what single words find in one segment at a time; lends its lists from a pool. */
export class WordReader {
  readonly #pool: FoundPool
  readonly #dense: Dense
  /** By payload: what the word as typed is worth, and another form of it. */
  readonly #exact: Float32Array
  readonly #other: Float32Array
  readonly #ceiling: number
  #payloads = new Uint8Array(0)

  constructor(pool: FoundPool, dense: Dense, tuning: Tuning) {
    this.#pool = pool
    this.#dense = dense
    this.#ceiling = Math.max(1, tuning.exactForm)
    this.#other = Float32Array.from({ length: 256 }, (_, payload) => (payload & IMPACT_BITS) / IMPACT_BITS)
    this.#exact = this.#other.map((impact) => impact * tuning.exactForm)
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
    const impacts = this.#impacts(first)
    const { scores, titles } = found
    for (let i = 0; i < found.count; i += 1) {
      const payload = payloads[i] ?? 0
      scores[i] = (impacts[payload] ?? 0) * unit.weight
      titles[i] = payload & TITLE_BIT
    }
    this.#keepField(segment, found, unit, forms)
    return found
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
      this.#dense.addForms(scratch.docs, payloads, count, this.#impacts(form), this.#ceiling)
    }
    this.#pool.give(scratch)
  }

  #readForms(segment: Segment, unit: PlanUnit, forms: readonly TermForm[]): Found {
    this.fill(segment, forms)
    const found = this.#pool.take(this.#dense.count())
    this.#dense.into(found, unit.weight)
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
      scores[count] = (scores[i] ?? 0) + (dense.scores[doc] ?? 0) * unit.weight
      titles[count] = (titles[i] ?? 0) & (dense.titles[doc] ?? 0)
      count += 1
    }
    found.count = count
  }

  #restrictBySeeking(segment: Segment, found: Found, unit: PlanUnit, forms: readonly TermForm[]): void {
    const readers = forms.map((form) => ({
      cursor: new PostingCursor(segment.postings, form.term),
      impacts: this.#impacts(form),
    }))
    const { docs, scores, titles } = found
    let count = 0
    for (let i = 0; i < found.count; i += 1) {
      const doc = docs[i] ?? 0
      let has = false
      let impact = 0
      let title = 0
      for (const { cursor, impacts } of readers) {
        if (!cursor.seek(doc)) continue
        has = true
        const { payload } = cursor
        impact += (impacts[payload] ?? 0) * (1 - impact / this.#ceiling)
        title |= payload & TITLE_BIT
      }
      if (!has) continue
      docs[count] = doc
      scores[count] = (scores[i] ?? 0) + impact * unit.weight
      titles[count] = (titles[i] ?? 0) & title
      count += 1
    }
    found.count = count
  }

  #impacts(form: TermForm): Float32Array {
    return form.exact ? this.#exact : this.#other
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
