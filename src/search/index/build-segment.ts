import { grown } from '../../model/grown.ts'
import type { SearchDocument } from '../../store/search-source.ts'
import { primaryLanguage } from '../../text/stems/stem.ts'
import { domainsOf, siteHost } from '../../url/host.ts'
import {
  type Inflection,
  HYPHENATED_SUFFIX,
  indexOfLanguage,
  stemKey,
  writeInflections,
} from '../terms/inflections.ts'
import { type BatchWord, BatchWords, type InflectionCount, type TextWords } from './batch-words.ts'
import { coverageCode, emptyColumns, hashOf, titleHashOf, toSeconds } from './document.ts'
import { bodyTexts, fieldAt, fieldRange, type TextField, type Tuning } from './fields.ts'
import { IMPACT_BITS, PostingsWriter, TITLE_BIT } from './postings.ts'
import type { Segment } from './segment.ts'
import { asTerm, sortByBytes, TermTableWriter } from './term-table.ts'

/** Maximum number of indexed words of summary and content, about 1.5 bytes each. It limits the size of the index. */
const CONTENT_WORDS = 20_000

/** Prefix of site terms, against confusion with words. */
export const SITE_PREFIX = '\u0001'
/** Prefix of terms for what an item has: an image, audio, text. */
export const HAS_PREFIX = '\u0002'

/** Builds a segment from documents with ascending ids, in steps of about 1 ms. */
export function* buildSegment(
  documents: readonly SearchDocument[],
  tuning: Tuning,
): Generator<undefined, Segment> {
  const occurrences = new Occurrences(tuning)
  const columns = emptyColumns(documents.length)
  for (const [doc, document] of documents.entries()) {
    columns.ids[doc] = document.id
    columns.publishedAt[doc] = toSeconds(document.publishedAt)
    columns.coverage[doc] = coverageCode(document.coverage)
    columns.textHash[doc] = hashOf(document)
    columns.titleHash[doc] = occurrences.addDocument(doc, document)
    yield
  }
  return { ...(yield* occurrences.finish()), columns, live: documents.length }
}

/** Estimated characters per word with its space. Longer texts are cut before they are tokenised. */
const WORD_CHARS = 12
/** Terms written per step. */
const TERMS_IN_STEP = 1_024
/** Bits of an occurrence: 15 for the document, one for a pair across words, 16 for the position. */
const DOC_SHIFT = 17
const ACROSS_WORDS = 1 << 16
const POSITION_BITS = ACROSS_WORDS - 1

/** Collects all words of a batch by document, then sorts them by term. */
class Occurrences {
  readonly #tuning: Tuning
  readonly #words = new BatchWords()
  readonly #ordinals = new Map<string, number>()
  /** By occurrence. */
  #terms = new Uint32Array(1 << 12)
  #places = new Uint32Array(1 << 12)
  #length = 0
  /** By term: the leading language of its occurrences (index into `#languages`), and its lead in the vote. */
  readonly #leaders: number[] = []
  readonly #leads: number[] = []
  readonly #languages: string[] = []
  /** Positions in the current document. */
  readonly #positions: number[] = []
  readonly #inflections: InflectionCount[] = []
  /** By language, by term: index into `#inflections`, plus one. */
  readonly #inflectionOf = new Map<string, number[]>()
  /** By document and field: the weight of an occurrence. */
  readonly #weights: Record<TextField, number>[] = []

  constructor(tuning: Tuning) {
    this.#tuning = tuning
  }

  /** @returns the hash of its title */
  addDocument(doc: number, document: SearchDocument): number {
    const language = primaryLanguage(document.language)
    let left = CONTENT_WORDS
    const texts = bodyTexts(document, CONTENT_WORDS * WORD_CHARS).map((text) => {
      const read = this.#words.read(text, language, left, false)
      left -= read.words.length
      return read
    })
    const title = this.#words.read(document.title, language, Infinity, true)
    this.#weights[doc] = this.#weightsOf(title.words.length, CONTENT_WORDS - left)
    this.#addField(doc, 'title', [title], language)
    this.#addField(doc, 'text', texts, language)
    const labels = document.labels.map((label) => this.#words.read(label, language, Infinity, true))
    this.#addField(doc, 'labels', labels, language)
    const author = this.#words.read(document.author ?? '', '', Infinity, true)
    this.#addField(doc, 'author', [author], '')
    for (const site of sitesOf(document.url)) this.#push(doc, this.#ordinalOf(SITE_PREFIX + site), 0)
    for (const value of document.has ?? []) this.#push(doc, this.#ordinalOf(HAS_PREFIX + value), 0)
    return titleHashOf(title.words)
  }

  *finish(): Generator<undefined, Pick<Segment, 'terms' | 'postings' | 'inflections'>> {
    const texts = sortByBytes([...this.#ordinals.keys()])
    const sorted = Uint32Array.from(texts, (text) => this.#ordinals.get(text) ?? 0)
    const rank = new Uint32Array(sorted.length)
    sorted.forEach((term, i) => (rank[term] = i))

    const terms = new TermTableWriter()
    for (const [term, text] of texts.entries()) {
      terms.pushText(text)
      if (term % TERMS_IN_STEP === 0) yield
    }
    const { places, starts } = this.#byTerm(rank)
    const postings = new PostingsWriter()
    for (let term = 0; term < texts.length; term += 1) {
      this.#writeTerm(postings, places, starts[term] ?? 0, starts[term + 1] ?? 0)
      if (term % TERMS_IN_STEP === 0) yield
    }
    const pairs = this.#inflections.map(({ term, stem, count }): Inflection => {
      const at = rank[term] ?? 0
      const total = (starts[at + 1] ?? 0) - (starts[at] ?? 0)
      return { term: at, stem, share: Math.max(1, Math.round((255 * count) / total)) }
    })
    const inflections = writeInflections(pairs, {
      names: this.#languages,
      byTerm: Uint8Array.from(sorted, (term) => this.#leaders[term] ?? 0),
    })
    return { terms: terms.finish(), postings: postings.finish(), inflections }
  }

  #addField(doc: number, field: TextField, texts: readonly TextWords[], language: string): void {
    let length = texts.length
    for (const { words, joined } of texts) length += words.length + 2 * joined.length
    const { first, end } = fieldRange(field, length)
    const asWritten = indexOfLanguage(this.#languages, language)
    let next = first
    for (const { words, joined } of texts) {
      for (const word of words) {
        if (next >= end) return
        this.#add(doc, word, next, asWritten)
        next += 1
      }
      // A gap, so that phrases do not match across labels.
      next += 1
      for (const word of joined) {
        if (next >= end) return
        this.#add(doc, word, next, indexOfLanguage(this.#languages, language + HYPHENATED_SUFFIX))
        next += 2
      }
    }
  }

  #add(doc: number, word: BatchWord, position: number, asWritten: number): void {
    if (word.term < 0) {
      const { folded, stem, language } = word
      word.term = this.#ordinalOf(asTerm(folded))
      if (stem !== folded) word.inflection = this.#inflection(word.term, stem, language)
    }
    this.#push(doc, word.term, word.isAcross ? position | ACROSS_WORDS : position)
    this.#vote(word.term, asWritten)
    if (word.inflection !== undefined) word.inflection.count += 1
  }

  #ordinalOf(text: string): number {
    const known = this.#ordinals.get(text)
    if (known !== undefined) return known
    const ordinal = this.#ordinals.size
    this.#ordinals.set(text, ordinal)
    this.#leaders.push(0)
    this.#leads.push(0)
    return ordinal
  }

  /** Spellings of one term share the inflection of the first. */
  #inflection(term: number, stem: string, language: string): InflectionCount {
    const ofLanguage = this.#inflectionOf.get(language) ?? []
    this.#inflectionOf.set(language, ofLanguage)
    const known = this.#inflections[(ofLanguage[term] ?? 0) - 1]
    if (known !== undefined) return known
    const inflection = { term, stem: asTerm(stemKey(language, stem)), count: 0 }
    ofLanguage[term] = this.#inflections.push(inflection)
    return inflection
  }

  #push(doc: number, term: number, position: number): void {
    if (this.#length === this.#terms.length) {
      this.#terms = grown(this.#terms, 2 * this.#length)
      this.#places = grown(this.#places, 2 * this.#length)
    }
    this.#terms[this.#length] = term
    this.#places[this.#length] = (doc << DOC_SHIFT) | position
    this.#length += 1
  }

  /** Boyer–Moore majority vote: a language with more than 50 % of the occurrences leads at the end. */
  #vote(term: number, language: number): void {
    const lead = this.#leads[term] ?? 0
    if (lead === 0) this.#leaders[term] = language
    this.#leads[term] = lead === 0 || this.#leaders[term] === language ? lead + 1 : lead - 1
  }

  /** Words of shorter fields count more. */
  #weightsOf(title: number, text: number): Record<TextField, number> {
    const { weights, lengthShare, usualWords } = this.#tuning
    const ofTitle = 1 - lengthShare.title + (lengthShare.title * title) / usualWords.title
    const ofText = 1 - lengthShare.text + (lengthShare.text * text) / usualWords.text
    return { ...weights, title: weights.title / ofTitle, text: weights.text / ofText }
  }

  /** Sorts occurrences by term. Within a term, the order of documents and positions is kept. */
  #byTerm(rank: Uint32Array): { readonly places: Uint32Array; readonly starts: Uint32Array } {
    const starts = new Uint32Array(rank.length + 1)
    for (let i = 0; i < this.#length; i += 1) {
      const next = (rank[this.#terms[i] ?? 0] ?? 0) + 1
      starts[next] = (starts[next] ?? 0) + 1
    }
    for (let i = 1; i < starts.length; i += 1) starts[i] = (starts[i] ?? 0) + (starts[i - 1] ?? 0)
    const next = starts.slice()
    const places = new Uint32Array(this.#length)
    for (let i = 0; i < this.#length; i += 1) {
      const term = rank[this.#terms[i] ?? 0] ?? 0
      places[next[term] ?? 0] = this.#places[i] ?? 0
      next[term] = (next[term] ?? 0) + 1
    }
    return { places, starts }
  }

  #writeTerm(postings: PostingsWriter, places: Uint32Array, start: number, end: number): void {
    const positions = this.#positions
    const { acrossWords } = this.#tuning
    postings.begin()
    for (let from = start; from < end;) {
      const doc = (places[from] ?? 0) >>> DOC_SHIFT
      const weights = this.#weights[doc]
      let count = 0
      let sum = 0
      let title = 0
      for (; from < end; from += 1) {
        const place = places[from] ?? 0
        if (place >>> DOC_SHIFT !== doc) break
        const position = place & POSITION_BITS
        const field = fieldAt(position)
        if (field === 'title') title = TITLE_BIT
        const weight = weights?.[field] ?? 0
        sum += (place & ACROSS_WORDS) === 0 ? weight : acrossWords * weight
        insertSorted(positions, count, position)
        count += 1
      }
      postings.addPositions(doc, title | this.#impact(sum), positions, count)
    }
    postings.end()
  }

  /** The impact of a term in a document: the saturated sum over its fields (BM25F), in 127 steps. */
  #impact(sum: number): number {
    const impact = Math.round(((IMPACT_BITS + 1) * sum) / (sum + this.#tuning.saturation))
    return Math.min(IMPACT_BITS, Math.max(1, impact))
  }
}

/** Inserts a value into the first `count` values, which are ascending. Most values belong at the end. */
function insertSorted(values: number[], count: number, value: number): void {
  let at = count
  while (at > 0 && (values[at - 1] ?? 0) > value) {
    values[at] = values[at - 1] ?? 0
    at -= 1
  }
  values[at] = value
}

function sitesOf(url: string): string[] {
  return URL.canParse(url) ? [...domainsOf(siteHost(new URL(url).hostname))].map(asTerm) : []
}
