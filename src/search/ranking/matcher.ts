import { alignedTermBitset, Bitset } from '../index/bitset.ts'
import { mostDocuments, PostingBlocks, postingsOf, PostingsIterator } from '../index/postings-reader.ts'
import { countBits, liveDocs } from '../index/segment-bitsets.ts'
import type { DocRange, TermVariant } from '../index/segment.ts'
import { phraseCheck } from './phrase-check.ts'
import { PhraseReader } from './phrase-reader.ts'
import {
  type LeadingPhrase,
  leadingPhrase,
  variantsIn,
  leadingAlternatives,
  singleClause,
  maxMatches,
  planParts,
  unitsByFrequency,
} from './plan-parts.ts'
import type { Plan, PlanUnit } from './plan.ts'
import { inField, SEEK_COST } from './term-scorer.ts'

/** Documents of a range, ascending. */
interface Documents {
  docs: Uint32Array
  count: number
}

/**
 * Counts the documents that match a plan, without scores, for the many documents that cannot reach the best hits. It
 * matches the same documents as the evaluator. Two searches must not share an instance, since it reuses its buffers.
 */
export class Matcher {
  readonly #blocks = new PostingBlocks()
  readonly #phrases = new PhraseReader()
  readonly #freeBits: Bitset[] = []
  readonly #free: Documents[] = []

  /** @param accepts which live items count; default all */
  count(plan: Plan, range: DocRange, accepts: ((id: number) => boolean) | undefined): number {
    const unit = accepts === undefined ? singleClause(plan) : undefined
    const kept = unit === undefined ? undefined : alignedTermBitset(range, variantsIn(unit, range))
    if (kept !== undefined) return countBits(kept, liveDocs(range.segment), range.from, range.to)
    if (accepts === undefined && isOfBits(plan, range)) {
      const bits = this.#bitsOf([plan], range)
      bits.keepLive(range)
      this.#freeBits.push(bits)
      return bits.count()
    }
    const documents = this.#all([plan], range)
    const live = liveDocs(range.segment)
    if (live !== undefined) keepIn(documents, { words: live, from: 0 }, 0)
    const { ids } = range.segment.columns
    if (accepts !== undefined) keep(documents, (doc) => accepts(ids[doc] ?? 0))
    this.#free.push(documents)
    return documents.count
  }

  /** Documents that match all of `plans`. Reads the rarest words first and applies tests last. */
  #all(plans: readonly Plan[], range: DocRange): Documents {
    const parts = planParts(plans)
    const either = leadingAlternatives(parts, range)
    const phrase = either === undefined ? leadingPhrase(parts, range) : undefined
    let found: Documents | undefined
    if (either !== undefined) {
      const bits = this.#bitsOf(either, range)
      found = this.#listOf(bits)
      this.#freeBits.push(bits)
    } else if (phrase !== undefined) found = this.#phrase(phrase, range)
    for (const { unit, variants } of unitsByFrequency(parts, range)) {
      if (phrase?.units.includes(unit) === true) continue
      if (found === undefined) found = this.#read(range, unit, variants)
      else if (found.count > 0) this.#restrict(range, found, unit, variants)
    }
    for (const { units } of parts.words) {
      if (found === undefined || found.count === 0 || units.length < 2 || units === phrase?.units) continue
      keep(found, phraseCheck(range.segment, range.index, units, units[0]?.field))
    }
    for (const alternatives of parts.ors) {
      if (found?.count === 0) break
      if (alternatives === either) continue
      const bits = this.#bitsOf(alternatives, range)
      if (found === undefined) found = this.#listOf(bits)
      else keepIn(found, bits, 0)
      this.#freeBits.push(bits)
    }
    found ??= this.#everything(range)
    for (const passes of parts.tests) {
      const { ids } = range.segment.columns
      keep(found, (doc) => passes(ids[doc] ?? 0))
    }
    for (const child of parts.nots) {
      if (found.count === 0) break
      const bits = this.#bitsOf([child], range)
      keepIn(found, bits, 1)
      this.#freeBits.push(bits)
    }
    return found
  }

  /** Documents with a phrase. Each word of the phrase has a single term. */
  #phrase(phrase: LeadingPhrase, range: DocRange): Documents {
    this.#phrases.read(range, phrase)
    const found = this.#take(this.#phrases.count)
    found.count = this.#phrases.count
    found.docs.set(this.#phrases.docs.subarray(0, found.count))
    return found
  }

  /** All documents that hold the word. */
  #read(range: DocRange, unit: PlanUnit, variants: readonly TermVariant[]): Documents {
    const [first] = variants
    if (first === undefined) return this.#take(0)
    let found: Documents
    if (variants.length === 1) {
      found = this.#take(mostDocuments(range, first.term))
      this.#readTerm(range, first.term, found)
    } else {
      const bits = this.#takeBits(range)
      bits.addTerms(range, variants)
      found = this.#listOf(bits)
      this.#freeBits.push(bits)
    }
    if (unit.field !== undefined) keep(found, inField(range, unit, variants))
    return found
  }

  #readTerm(range: DocRange, term: number, found: Documents): void {
    const blocks = this.#blocks
    const { docs } = found
    let count = 0
    blocks.start(range, term)
    while (blocks.next()) {
      for (let i = blocks.first; i < blocks.end; i += 1) {
        docs[count] = blocks.docs[i] ?? 0
        count += 1
      }
    }
    found.count = count
  }

  /** Keeps the documents that have the word. */
  #restrict(range: DocRange, found: Documents, unit: PlanUnit, variants: readonly TermVariant[]): void {
    const share = (range.to - range.from) / range.segment.columns.ids.length
    if (variants.length * found.count * SEEK_COST <= postingsOf(range, variants) * share) {
      const cursors = variants.map((variant) =>
        new PostingsIterator().start(range.segment.postings, variant.term),
      )
      keep(found, (doc) => cursors.some((cursor) => cursor.seek(doc)))
    } else {
      const bits = this.#takeBits(range)
      bits.addTerms(range, variants)
      keepIn(found, bits, 0)
      this.#freeBits.push(bits)
    }
    if (unit.field !== undefined) keep(found, inField(range, unit, variants))
  }

  /** Documents that match any of `plans`. */
  #bitsOf(plans: readonly Plan[], range: DocRange): Bitset {
    const bits = this.#takeBits(range)
    const add = (plan: Plan): void => {
      const unit = singleClause(plan)
      if (unit !== undefined) bits.addTerms(range, variantsIn(unit, range))
      else if (plan.kind === 'or') plan.children.forEach(add)
      else if (isOfBits(plan, range)) this.#addShared(bits, plan, range)
      else {
        const found = this.#all([plan], range)
        bits.add(found)
        this.#free.push(found)
      }
    }
    plans.forEach(add)
    return bits
  }

  /** Adds the documents that match every part of a plan of common words only. */
  #addShared(bits: Bitset, plan: Plan, range: DocRange): void {
    const parts = planParts([plan])
    const [first, ...more] = [
      ...parts.words.map((child) => this.#bitsOf([child], range)),
      ...parts.ors.map((children) => this.#bitsOf(children, range)),
    ]
    if (first === undefined) return
    for (const other of more) {
      first.keep(other, false)
      this.#freeBits.push(other)
    }
    for (const child of parts.nots) {
      const unwanted = this.#bitsOf([child], range)
      first.keep(unwanted, true)
      this.#freeBits.push(unwanted)
    }
    bits.unite(first)
    this.#freeBits.push(first)
  }

  #everything({ from, to }: DocRange): Documents {
    const found = this.#take(to - from)
    found.count = to - from
    for (let i = 0; i < found.count; i += 1) found.docs[i] = from + i
    return found
  }

  #listOf(bits: Bitset): Documents {
    const found = this.#take(bits.count())
    found.count = bits.into(found.docs)
    return found
  }

  #takeBits(range: DocRange): Bitset {
    const bits = this.#freeBits.pop() ?? new Bitset()
    bits.begin(range)
    return bits
  }

  #take(capacity: number): Documents {
    const found = this.#free.pop() ?? { docs: new Uint32Array(0), count: 0 }
    if (found.docs.length < capacity) found.docs = new Uint32Array(Math.ceil(capacity * 1.25) + 1_024)
    found.count = 0
    return found
  }
}

/** Whether bitsets are best for a plan: it has only words, all common or alternatives. */
function isOfBits(plan: Plan, range: DocRange): boolean {
  switch (plan.kind) {
    case 'words':
      return singleClause(plan) !== undefined
    case 'or':
      return plan.children.every((child) => isOfBits(child, range))
    case 'and': {
      const parts = planParts([plan])
      const { words, ors, tests, nots } = parts
      if (tests.length > 0 || words.length + ors.length === 0) return false
      const least = range.segment.columns.ids.length * COMMON
      return (
        words.every((child) => singleClause(child) !== undefined && maxMatches(child, range) > least) &&
        [...ors.flat(), ...nots].every((child) => isOfBits(child, range))
      )
    }
    case 'test':
    case 'not':
      return false
  }
}

/** If a word is in at least this share of all documents, its bitset is read faster than its postings. */
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

/**
 * Keeps the documents whose bit is set, or with `not` 1 those whose bit is not set. Has no calls and no unpredictable
 * branches, for speed.
 */
function keepIn(found: Documents, { words, from }: Pick<Bitset, 'words' | 'from'>, not: 0 | 1): void {
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
