import { fieldAt, type WordField } from './fields.ts'
import type { PlanUnit } from './plan.ts'
import { formsIn, type PlanParts } from './plan-parts.ts'
import { PostingBlocks, postingsOf } from './posting-blocks.ts'
import { readPositions, skipPositions } from './postings.ts'
import type { Stretch } from './stretch.ts'

/** A word of a phrase that means one term. */
interface PhraseTerm {
  readonly term: number
  readonly offset: number
  /** Documents of the segment that hold it. */
  readonly count: number
}

export interface LeadingPhrase {
  readonly units: readonly PlanUnit[]
  /** The rarest first; empty where the segment lacks one of the words. */
  readonly terms: readonly PhraseTerm[]
}

/** The phrase to begin with: the one with the rarest word, where no other word is much rarer. */
export function leadingPhrase({ words }: PlanParts, stretch: Stretch): LeadingPhrase | undefined {
  let leading: LeadingPhrase | undefined
  let rarest = Infinity
  for (const { units } of words) {
    const size = Math.min(...units.map((unit) => postingsOf(stretch, formsIn(unit, stretch))))
    const terms = phraseTerms(units, stretch)
    if (terms === undefined ? size >= rarest / MUCH : size > rarest) continue
    leading = terms === undefined ? undefined : { units, terms }
    rarest = size
  }
  return leading
}

/** How much rarer a word must be than a phrase's rarest to be read first. */
const MUCH = 8

/** @returns `undefined` for what is no phrase, or one whose words mean several terms */
function phraseTerms(units: readonly PlanUnit[], stretch: Stretch): PhraseTerm[] | undefined {
  if (units.length < 2) return undefined
  const terms: PhraseTerm[] = []
  let lacks = false
  for (const unit of units) {
    const [form, ...more] = formsIn(unit, stretch)
    if (more.length > 0) return undefined
    if (form === undefined) lacks = true
    else {
      const count = stretch.segment.postings.counts[form.term] ?? 0
      terms.push({ term: form.term, offset: unit.offset, count })
    }
  }
  return lacks ? [] : terms.sort((a, b) => a.count - b.count)
}

/**
 * Finds the documents of a phrase and reads each of its words once, documents and places together: what the words find
 * by themselves is many times more. Not for two searches at once.
 */
export class PhraseReader {
  /** Documents that have the words so far at their distances, ascending. */
  docs = new Uint32Array(0)
  count = 0
  /** By document: where its places end in `#starts`. */
  #ends = new Uint32Array(0)
  /** Where the phrase would start, ascending in each document. */
  #starts = new Int32Array(0)
  readonly #blocks = new PostingBlocks()
  readonly #positions: number[] = []

  /** Leaves what it finds in `docs`. */
  read(stretch: Stretch, { units, terms }: LeadingPhrase): void {
    const field = units[0]?.field
    this.count = 0
    terms.forEach((term, i) => {
      if (i === 0) this.#readFirst(stretch, term, field)
      else if (this.count > 0) this.#restrict(stretch, term)
    })
  }

  #readFirst(stretch: Stretch, { term, offset }: PhraseTerm, field: WordField | undefined): void {
    const { data } = stretch.segment.postings
    const blocks = this.#blocks
    const positions = this.#positions
    let places = 0
    blocks.start(stretch, term)
    while (blocks.next()) {
      this.#reserveDocuments(this.count + blocks.end - blocks.first)
      let at = blocks.positions
      for (let i = 0; i < blocks.first; i += 1) at = skipPositions(data, at)
      for (let i = blocks.first; i < blocks.end; i += 1) {
        const end = readPositions(data, at, positions, 0)
        at = skipPositions(data, at)
        this.#reservePlaces(places + end)
        const before = places
        for (let j = 0; j < end; j += 1) {
          const position = positions[j] ?? 0
          if (field !== undefined && fieldAt(position) !== field) continue
          this.#starts[places] = position - offset
          places += 1
        }
        if (places === before) continue
        this.docs[this.count] = blocks.docs[i] ?? 0
        this.#ends[this.count] = places
        this.count += 1
      }
    }
  }

  /** Keeps the documents that have the word at its distance from a start. */
  #restrict(stretch: Stretch, { term, offset }: PhraseTerm): void {
    const { data } = stretch.segment.postings
    const blocks = this.#blocks
    const { docs } = this
    const ends = this.#ends
    let kept = 0
    let places = 0
    let sought = 0
    let soughtStart = 0
    blocks.start(stretch, term)
    while (sought < this.count && blocks.nextWith(docs[sought] ?? 0)) {
      let at = blocks.positions
      let walked = 0
      const last = blocks.docs[blocks.end - 1] ?? 0
      for (let i = blocks.first; sought < this.count;) {
        const doc = docs[sought] ?? 0
        if (doc > last) break
        while ((blocks.docs[i] ?? 0) < doc) i += 1
        const end = ends[sought] ?? 0
        if (blocks.docs[i] === doc) {
          for (; walked < i; walked += 1) at = skipPositions(data, at)
          const before = places
          places = this.#keepStarts(
            soughtStart,
            end,
            readPositions(data, at, this.#positions, 0),
            offset,
            places,
          )
          if (places > before) {
            docs[kept] = doc
            ends[kept] = places
            kept += 1
          }
        }
        soughtStart = end
        sought += 1
      }
    }
    this.count = kept
  }

  /** Writes the starts from `from` to `to` that one of the positions agrees with from `places` on. @returns where they end */
  #keepStarts(from: number, to: number, positions: number, offset: number, places: number): number {
    const starts = this.#starts
    let written = places
    let j = 0
    for (let i = from; i < to; i += 1) {
      const wanted = (starts[i] ?? 0) + offset
      while (j < positions && (this.#positions[j] ?? 0) < wanted) j += 1
      if (j === positions) break
      if (this.#positions[j] !== wanted) continue
      starts[written] = wanted - offset
      written += 1
    }
    return written
  }

  #reserveDocuments(documents: number): void {
    if (this.docs.length >= documents) return
    const docs = new Uint32Array(documents * 2)
    const ends = new Uint32Array(documents * 2)
    docs.set(this.docs)
    ends.set(this.#ends)
    this.docs = docs
    this.#ends = ends
  }

  #reservePlaces(places: number): void {
    if (this.#starts.length >= places) return
    const starts = new Int32Array(places * 2)
    starts.set(this.#starts)
    this.#starts = starts
  }
}
