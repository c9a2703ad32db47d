import { countBits } from './bits.ts'
import { alignedBits, DocumentBits } from './document-bits.ts'
import { liveBits } from './live-bits.ts'
import { phraseCheck } from './phrase-check.ts'
import { type LeadingPhrase, leadingPhrase } from './leading-phrase.ts'
import { PhraseReader } from './phrase-reader.ts'
import type { Plan, PlanUnit, TermForm } from './plan.ts'
import { formsIn, leadingAlternatives, loneUnit, mostFound, planParts, unitsByRarity } from './plan-parts.ts'
import { mostDocuments, PostingBlocks, postingsOf } from './posting-blocks.ts'
import { PostingCursor } from './posting-cursor.ts'
import type { Stretch } from './stretch.ts'
import { inField, SEEK_COST } from './word-found.ts'

/** Documents of a stretch, ascending. */
interface Documents {
  docs: Uint32Array
  count: number
}

/**
 * Counts what fulfils a plan, without what it is worth: for documents that cannot come among the best, of which there
 * are many times more. The same documents as the evaluator's. Not for two searches at once: they share its memory.
 */
export class Matcher {
  readonly #blocks = new PostingBlocks()
  readonly #phrases = new PhraseReader()
  readonly #freeBits: DocumentBits[] = []
  readonly #free: Documents[] = []

  /** @param accepts which items count of those that are not gone; all where left out */
  count(plan: Plan, stretch: Stretch, accepts: ((id: number) => boolean) | undefined): number {
    const unit = accepts === undefined ? loneUnit(plan) : undefined
    const kept = unit === undefined ? undefined : alignedBits(stretch, formsIn(unit, stretch))
    if (kept !== undefined) return countBits(kept, liveBits(stretch.segment), stretch.from, stretch.to)
    if (accepts === undefined && isOfBits(plan, stretch)) {
      const bits = this.#bitsOf([plan], stretch)
      bits.keepLive(stretch)
      this.#freeBits.push(bits)
      return bits.count()
    }
    const documents = this.#all([plan], stretch)
    const live = liveBits(stretch.segment)
    if (live !== undefined) keepIn(documents, { words: live, from: 0 }, 0)
    const { ids } = stretch.segment.columns
    if (accepts !== undefined) keep(documents, (doc) => accepts(ids[doc] ?? 0))
    this.#free.push(documents)
    return documents.count
  }

  /** What fulfils every one of `plans`: the rarest words first, tests last. */
  #all(plans: readonly Plan[], stretch: Stretch): Documents {
    const parts = planParts(plans)
    const either = leadingAlternatives(parts, stretch)
    const phrase = either === undefined ? leadingPhrase(parts, stretch) : undefined
    let found: Documents | undefined
    if (either !== undefined) {
      const bits = this.#bitsOf(either, stretch)
      found = this.#listOf(bits)
      this.#freeBits.push(bits)
    } else if (phrase !== undefined) found = this.#phrase(phrase, stretch)
    for (const { unit, forms } of unitsByRarity(parts, stretch)) {
      if (phrase?.units.includes(unit) === true) continue
      if (found === undefined) found = this.#read(stretch, unit, forms)
      else if (found.count > 0) this.#restrict(stretch, found, unit, forms)
    }
    for (const { units } of parts.words) {
      if (found === undefined || found.count === 0 || units.length < 2 || units === phrase?.units) continue
      keep(found, phraseCheck(stretch.segment, stretch.index, units, units[0]?.field))
    }
    for (const alternatives of parts.ors) {
      if (found?.count === 0) break
      if (alternatives === either) continue
      const bits = this.#bitsOf(alternatives, stretch)
      if (found === undefined) found = this.#listOf(bits)
      else keepIn(found, bits, 0)
      this.#freeBits.push(bits)
    }
    found ??= this.#everything(stretch)
    for (const passes of parts.tests) {
      const { ids } = stretch.segment.columns
      keep(found, (doc) => passes(ids[doc] ?? 0))
    }
    for (const child of parts.nots) {
      if (found.count === 0) break
      const bits = this.#bitsOf([child], stretch)
      keepIn(found, bits, 1)
      this.#freeBits.push(bits)
    }
    return found
  }

  /** Documents with a phrase whose words mean one term each. */
  #phrase(phrase: LeadingPhrase, stretch: Stretch): Documents {
    this.#phrases.read(stretch, phrase)
    const found = this.#take(this.#phrases.count)
    found.count = this.#phrases.count
    found.docs.set(this.#phrases.docs.subarray(0, found.count))
    return found
  }

  /** All documents that hold the word. */
  #read(stretch: Stretch, unit: PlanUnit, forms: readonly TermForm[]): Documents {
    const [first] = forms
    if (first === undefined) return this.#take(0)
    let found: Documents
    if (forms.length === 1) {
      found = this.#take(mostDocuments(stretch, first.term))
      this.#readTerm(stretch, first.term, found)
    } else {
      const bits = this.#takeBits(stretch)
      bits.addForms(stretch, forms)
      found = this.#listOf(bits)
      this.#freeBits.push(bits)
    }
    if (unit.field !== undefined) keep(found, inField(stretch, unit, forms))
    return found
  }

  #readTerm(stretch: Stretch, term: number, found: Documents): void {
    const blocks = this.#blocks
    const { docs } = found
    let count = 0
    blocks.start(stretch, term)
    while (blocks.next()) {
      for (let i = blocks.first; i < blocks.end; i += 1) {
        docs[count] = blocks.docs[i] ?? 0
        count += 1
      }
    }
    found.count = count
  }

  /** Keeps the documents that hold the word too. */
  #restrict(stretch: Stretch, found: Documents, unit: PlanUnit, forms: readonly TermForm[]): void {
    const share = (stretch.to - stretch.from) / stretch.segment.columns.ids.length
    if (forms.length * found.count * SEEK_COST <= postingsOf(stretch, forms) * share) {
      const cursors = forms.map((form) => new PostingCursor().start(stretch.segment.postings, form.term))
      keep(found, (doc) => cursors.some((cursor) => cursor.seek(doc)))
    } else {
      const bits = this.#takeBits(stretch)
      bits.addForms(stretch, forms)
      keepIn(found, bits, 0)
      this.#freeBits.push(bits)
    }
    if (unit.field !== undefined) keep(found, inField(stretch, unit, forms))
  }

  /** What fulfils any of `plans`. */
  #bitsOf(plans: readonly Plan[], stretch: Stretch): DocumentBits {
    const bits = this.#takeBits(stretch)
    const add = (plan: Plan): void => {
      const unit = loneUnit(plan)
      if (unit !== undefined) bits.addForms(stretch, formsIn(unit, stretch))
      else if (plan.kind === 'or') plan.children.forEach(add)
      else if (isOfBits(plan, stretch)) this.#addShared(bits, plan, stretch)
      else {
        const found = this.#all([plan], stretch)
        bits.add(found)
        this.#free.push(found)
      }
    }
    plans.forEach(add)
    return bits
  }

  /** Adds what fulfils every part of a plan; of nothing but common words. */
  #addShared(bits: DocumentBits, plan: Plan, stretch: Stretch): void {
    const parts = planParts([plan])
    const [first, ...more] = [
      ...parts.words.map((child) => this.#bitsOf([child], stretch)),
      ...parts.ors.map((children) => this.#bitsOf(children, stretch)),
    ]
    if (first === undefined) return
    for (const other of more) {
      first.keep(other, false)
      this.#freeBits.push(other)
    }
    for (const child of parts.nots) {
      const unwanted = this.#bitsOf([child], stretch)
      first.keep(unwanted, true)
      this.#freeBits.push(unwanted)
    }
    bits.unite(first)
    this.#freeBits.push(first)
  }

  #everything({ from, to }: Stretch): Documents {
    const found = this.#take(to - from)
    found.count = to - from
    for (let i = 0; i < found.count; i += 1) found.docs[i] = from + i
    return found
  }

  #listOf(bits: DocumentBits): Documents {
    const found = this.#take(bits.count())
    found.count = bits.into(found.docs)
    return found
  }

  #takeBits(stretch: Stretch): DocumentBits {
    const bits = this.#freeBits.pop() ?? new DocumentBits()
    bits.begin(stretch)
    return bits
  }

  #take(capacity: number): Documents {
    const found = this.#free.pop() ?? { docs: new Uint32Array(0), count: 0 }
    if (found.docs.length < capacity) found.docs = new Uint32Array(Math.ceil(capacity * 1.25) + 1_024)
    found.count = 0
    return found
  }
}

/** Whether a plan asks for words alone that are so common, or any of which may be there, that bits serve best. */
function isOfBits(plan: Plan, stretch: Stretch): boolean {
  switch (plan.kind) {
    case 'words':
      return loneUnit(plan) !== undefined
    case 'or':
      return plan.children.every((child) => isOfBits(child, stretch))
    case 'and': {
      const parts = planParts([plan])
      const { words, ors, tests, nots } = parts
      if (tests.length > 0 || words.length + ors.length === 0) return false
      const least = stretch.segment.columns.ids.length * COMMON
      return (
        words.every((child) => loneUnit(child) !== undefined && mostFound(child, stretch) > least) &&
        [...ors.flat(), ...nots].every((child) => isOfBits(child, stretch))
      )
    }
    case 'test':
    case 'not':
      return false
  }
}

/** Part of all documents that a word must be in for its bits to be read faster than its documents. */
const COMMON = 1 / 64

function keep(found: Documents, passes: (doc: number) => boolean): void {
  const { docs } = found
  let count = 0
  for (let i = 0; i < found.count; i += 1) {
    const doc = docs[i] ?? 0
    if (!passes(doc)) continue
    docs[count] = doc
    count += 1
  }
  found.count = count
}

/** Keeps what has its bit, or with `not` 1 has not: without a call, or a branch that cannot be foretold, for each. */
function keepIn(found: Documents, { words, from }: Pick<DocumentBits, 'words' | 'from'>, not: 0 | 1): void {
  const { docs } = found
  let count = 0
  for (let i = 0; i < found.count; i += 1) {
    const doc = docs[i] ?? 0
    docs[count] = doc
    const at = doc - from
    count += (((words[at >>> 5] ?? 0) >>> (at & 31)) & 1) ^ not
  }
  found.count = count
}
