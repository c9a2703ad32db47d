import type { QueryNode } from '../../model/search.ts'
import { lookup, type LookupUnit } from '../../text/lookup.ts'
import { isHangul, withoutParticle } from '../../text/stems/light.ts'
import { isWordField } from '../index/fields.ts'
import type { Segment } from '../index/segment.ts'
import { cursorAt, type TermCursor, termsWith } from '../index/term-table.ts'
import { readSpellings, type WordNode } from '../query/node.ts'
import type { PlanSource } from '../ranking/plan.ts'
import { type Split, splitKorean, splitWord } from './compounds.ts'
import { beginsTerm } from './word-lookup.ts'

/** Minimum lengths of a word for one and two typing errors. In shorter words, an error makes another word. */
const ONE_EDIT_LENGTH = 5
const TWO_EDITS_LENGTH = 9

/** Minimum letters of an unknown word that is searched as a prefix. */
const MIN_PREFIX_LENGTH = 6

/** Includes marks, which are the vowels of Indic scripts and Thai. */
export const LETTERS = /^[\p{L}\p{M}]+$/u

/** Maximum number of unknown words that are corrected. More are not typing errors. */
const MAX_LOOKUPS = 4

/**
 * Replaces each word that no document has by the most probable known one: its two parts, a similar word, or all words
 * that begin with it. A Korean noun loses its particle, a loanword in katakana the long vowel at its end: コンピューター.
 * Known words, numbers and excluded words are unchanged.
 *
 * @param itemsWith returns a lower bound of the number of items for a query, 0 if there are none
 * @returns `undefined` if there is nothing to replace
 */
export function correct(
  root: QueryNode,
  { segments, variantsOf }: Pick<PlanSource, 'segments' | 'variantsOf'>,
  itemsWith: (node: QueryNode) => number,
): QueryNode | undefined {
  let corrected = 0
  let lookups = 0
  const visit = (node: QueryNode): QueryNode => {
    // Usually one of the two spellings of a hyphenated word is unknown.
    if (readSpellings(node) !== undefined) return node
    if (node.kind === 'and' || node.kind === 'or') return { ...node, children: node.children.map(visit) }
    if (!isCorrectable(node) || lookups === MAX_LOOKUPS) return node
    if (isHangul(node.text) || LONG_LOANWORD.test(node.text)) {
      lookups += 1
      const other = itemsWith(node) > 0 ? undefined : spellingOf(node, itemsWith)
      if (other === undefined) return node
      corrected += 1
      return other
    }
    const folded = unknownWord(node.text, variantsOf)
    if (folded === undefined) return node
    lookups += 1
    const split = splitWord(folded, segments, itemsWith)
    const similar = correctWord(folded, segments)
    if (split === undefined && similar === undefined) {
      if (!beginsAWord(folded, segments)) return node
      corrected += 1
      return { ...node, prefix: true }
    }
    corrected += 1
    return split !== undefined && (similar === undefined || !isByChance(split, similar))
      ? { kind: 'phrase', text: split.phrase, field: node.field }
      : { ...node, text: similar?.text ?? node.text }
  }
  const repaired = visit(root)
  return corrected > 0 ? repaired : undefined
}

/** Both spellings are usual: サーバー, サーバ. The shorter one finds the longer one by its pairs of characters. */
const LONG_LOANWORD = /^[\p{Script=Katakana}ー]{3,}ー$/u

/** A noun without its end, or the two words of a Korean compound, where spaces are optional. */
function spellingOf(node: WordNode, itemsWith: (node: QueryNode) => number): QueryNode | undefined {
  const noun = LONG_LOANWORD.test(node.text) ? node.text.slice(0, -1) : withoutParticle(node.text)
  if (noun !== undefined && itemsWith({ ...node, text: noun }) > 0) return { ...node, text: noun }
  if (!isHangul(node.text)) return undefined
  const phrase = splitKorean(node.text, (text) => itemsWith({ kind: 'phrase', text, field: node.field }))
  return phrase === undefined ? undefined : { kind: 'phrase', text: phrase, field: node.field }
}

/** Whether a node is a plain word of a text. */
export function isCorrectable(node: QueryNode): node is WordNode {
  return node.kind === 'word' && !node.prefix && isWordField(node.field)
}

/** The lookup unit of a word of letters and digits. */
export function unitOf(text: string): LookupUnit | undefined {
  const [unit, ...more] = lookup(text)
  if (unit === undefined || more.length > 0 || unit.kind !== 'word') return undefined
  return /^[\p{L}\p{M}\p{N}]+$/u.test(unit.folded) ? unit : undefined
}

/** The folded word, if no item has it in any inflection. */
function unknownWord(text: string, variantsOf: PlanSource['variantsOf']): string | undefined {
  const unit = unitOf(text)
  if (unit === undefined) return undefined
  return variantsOf(unit.text, unit.folded).every((variants) => variants.length === 0)
    ? unit.folded
    : undefined
}

/** Whether longer words begin with it, as compounds do with their first part. */
function beginsAWord(folded: string, segments: readonly Segment[]): boolean {
  return folded.length >= MIN_PREFIX_LENGTH && LETTERS.test(folded) && beginsTerm(segments, folded)
}

/**
 * Whether a split is worse than a similar word. A split keeps every letter and usually wins, but single letters are
 * adjacent to many words by chance.
 */
function isByChance(split: Split, similar: Similar): boolean {
  return /^. | .$/u.test(split.phrase) && split.items < similar.count
}

interface Similar {
  readonly text: string
  readonly edits: number
  /** Number of documents with it. */
  readonly count: number
}

/** The most similar known word, ties by frequency. Only for long words of letters. */
function correctWord(folded: string, segments: readonly Segment[]): Similar | undefined {
  if (folded.length < ONE_EDIT_LENGTH || !LETTERS.test(folded)) return undefined
  const most = folded.length >= TWO_EDITS_LENGTH ? 2 : 1
  let best: Similar | undefined
  for (const similar of similarTerms(folded, most, segments)) {
    const { edits, count } = similar
    if (best === undefined || edits < best.edits || (edits === best.edits && count > best.count))
      best = similar
  }
  return best
}

/** Terms of letters with the same first letter and at most `most` edits, and the word itself. */
export function similarTerms(folded: string, most: number, segments: readonly Segment[]): Iterable<Similar> {
  const found = new Map<string, Similar>()
  const initial = String.fromCodePoint(folded.codePointAt(0) ?? 0)
  const bytes = Buffer.byteLength(folded)
  // An edit changes the length by at most the bytes of a letter.
  const slack = most * Math.ceil(bytes / folded.length)
  const distances = new EditDistances(folded, most)
  for (const { terms, postings } of segments) {
    const { from, to } = termsWith(terms, initial)
    if (from === to) continue
    const cursor = cursorAt(terms, from)
    // The previous term is of another segment, so no bytes are shared.
    distances.skip(0)
    const next = (): boolean => (distances.tooFar > 0 ? cursor.nextBeyond(distances.tooFar) : cursor.next())
    for (let more = true; more && cursor.ordinal < to; more = next()) {
      const shared = cursor.ordinal === from ? 0 : cursor.shared
      if (Math.abs(cursor.length - bytes) > slack) {
        distances.skip(shared)
        continue
      }
      const edits = editsTo(cursor, shared, distances)
      const text = edits > most ? '' : cursor.text()
      if (!LETTERS.test(text)) continue
      const count = (found.get(text)?.count ?? 0) + (postings.counts[cursor.ordinal] ?? 0)
      found.set(text, { text, edits, count })
    }
  }
  return found.values()
}

function editsTo(cursor: TermCursor, shared: number, distances: EditDistances): number {
  const { term, length } = cursor
  if (isAscii(term, length)) return distances.distance(term, length, shared)
  const text = cursor.text()
  const units = Uint16Array.from({ length: text.length }, (_, i) => text.charCodeAt(i))
  const edits = distances.distance(units, units.length, 0)
  // The units of this term are not bytes, so the next term is compared from its start.
  distances.skip(0)
  return edits
}

function isAscii(term: Uint8Array, length: number): boolean {
  // A loop, since a letter beyond ASCII is usually near the start.
  for (let i = 0; i < length; i += 1) if ((term[i] ?? 0) >= 0x80) return false
  return true
}

/**
 * Edit distances of one word to sorted terms. Does not recompute the part that a term shares with the previous one, and
 * skips terms whose shared prefix is already too far.
 */
export class EditDistances {
  readonly #word: Uint16Array
  readonly #most: number
  readonly #width: number
  /** A row for each prefix of the term: its distances to the prefixes of the word. */
  readonly #rows: Uint16Array
  /** Number of rows that are valid for the current term. */
  #valid = 0
  #dead = 0

  constructor(word: string, most: number) {
    this.#word = Uint16Array.from({ length: word.length }, (_, i) => word.charCodeAt(i))
    this.#most = most
    this.#width = this.#word.length + 1
    this.#rows = new Uint16Array(this.#width * (word.length + most + 2))
    for (let j = 0; j < this.#width; j += 1) this.#rows[j] = j
  }

  /** Length of the shortest prefix of the term that is already too far; 0 if there is none. */
  get tooFar(): number {
    return this.#dead
  }

  /** Call it for each skipped term. @param shared number of bytes shared with the previous term */
  skip(shared: number): void {
    if (shared < this.#valid) this.#valid = shared
    if (shared < this.#dead) this.#dead = 0
  }

  /**
   * @param term ASCII bytes, or UTF-16 units; only the first `length` count
   * @param shared number of them shared with the previous term
   * @returns the distance, with 1 for a swap of neighbours; `most + 1` if it is more than `most`
   */
  distance(term: ArrayLike<number>, length: number, shared: number): number {
    this.skip(shared)
    const most = this.#most
    if (this.#dead > 0 || Math.abs(length - this.#word.length) > most) return most + 1
    while (this.#valid < length) {
      const least = this.#addRow(term, this.#valid)
      this.#valid += 1
      if (least > most) {
        this.#dead = this.#valid
        return most + 1
      }
    }
    return Math.min(most + 1, this.#rows[length * this.#width + this.#width - 1] ?? 0)
  }

  /** Computes the row of the prefix that ends with the letter at `i`. @returns its smallest distance */
  #addRow(term: ArrayLike<number>, i: number): number {
    const rows = this.#rows
    const word = this.#word
    const width = this.#width
    const byte = term[i] ?? 0
    const before = i > 0 ? (term[i - 1] ?? 0) : -1
    const above = i * width
    const row = above + width
    rows[row] = i + 1
    let least = i + 1
    for (let j = 1; j < width; j += 1) {
      const letter = word[j - 1] ?? 0
      const replaced = (rows[above + j - 1] ?? 0) + (letter === byte ? 0 : 1)
      const shorter = (rows[above + j] ?? 0) + 1
      const longer = (rows[row + j - 1] ?? 0) + 1
      let edits = replaced < shorter ? replaced : shorter
      if (longer < edits) edits = longer
      if (j > 1 && letter === before && word[j - 2] === byte) {
        const swapped = (rows[above - width + j - 2] ?? 0) + 1
        if (swapped < edits) edits = swapped
      }
      rows[row + j] = edits
      if (edits < least) least = edits
    }
    return least
  }
}
