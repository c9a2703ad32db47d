import type { SearchDocument } from '../../store/search-source.ts'
import { primaryLanguage } from '../../text/stems/stem.ts'
import type { Token } from '../../text/words.ts'
import { domainsOf, siteHost } from '../../url/host.ts'
import {
  type Inflection,
  HYPHENATED_SUFFIX,
  indexOfLanguage,
  stemKey,
  writeInflections,
} from '../terms/inflections.ts'
import { ByteBuffer } from './byte-buffer.ts'
import { coverageCode, emptyColumns, hashOf, titleHashOf, toSeconds } from './document.ts'
import {
  bodyTexts,
  cutWords,
  type FieldText,
  fieldText,
  fieldAt,
  fieldRange,
  type TextField,
  type Tuning,
} from './fields.ts'
import { IMPACT_BITS, PostingsWriter, TITLE_BIT, writePositions } from './postings.ts'
import type { Segment } from './segment.ts'
import { asTerm, sortByBytes, TermTableWriter } from './term-table.ts'

export interface BuildOptions {
  readonly tuning: Tuning
  /**
   * Maximum number of words of summary and content that are indexed. It bounds the index for sources with full texts.
   */
  readonly contentWords: number
}

/** Prefix of the terms of sites, which distinguishes them from words. */
export const SITE_PREFIX = '\u0001'
/** Precedes what an item has: an image, audio, text. */
export const HAS_PREFIX = '\u0002'

/** Makes a segment of documents in ascending order of their ids, in steps of about 1 ms. */
export function* buildSegment(
  documents: readonly SearchDocument[],
  options: BuildOptions,
): Generator<undefined, Segment> {
  const occurrences = new Occurrences(options)
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

/** Estimated characters of a word with its space. Longer texts are cut before they are tokenised. */
const WORD_CHARS = 12
/** Terms that are written in one step. */
const TERMS_IN_STEP = 1_024
/** Flags of an occurrence, above the 16 bits of its position. */
const ACROSS_WORDS = 1 << 16

/** Collects all words of a batch in the order of the documents, then sorts them by term. */
class Occurrences {
  readonly #options: BuildOptions
  readonly #ordinals = new Map<string, number>()
  /** By occurrence. */
  #terms = new Uint32Array(1 << 12)
  #docs = new Uint32Array(1 << 12)
  #tokenPositions = new Uint32Array(1 << 12)
  #length = 0
  /** By term: the language that leads the vote of its occurrences, as an index into `#languages`, and its lead. */
  readonly #leaders: number[] = []
  readonly #leads: number[] = []
  readonly #languages: string[] = []
  /** Of the document that is being written. */
  readonly #positions: number[] = []
  readonly #encoded = new ByteBuffer(64)
  readonly #pairs: { readonly term: number; readonly stem: string; count: number }[] = []
  /** By language, by term: index into `#pairs`, plus one. */
  readonly #pairOf = new Map<string, number[]>()
  /** By document and field: the length norm, by which the weight of an occurrence is divided. */
  readonly #divisors: Record<TextField, number>[] = []

  constructor(options: BuildOptions) {
    this.#options = options
  }

  /** @returns the hash of its title */
  addDocument(doc: number, document: SearchDocument): number {
    const language = primaryLanguage(document.language)
    const body = bodyTexts(document, this.#options.contentWords * WORD_CHARS).map((text) =>
      fieldText(text, language),
    )
    const labels = document.labels.map((label) => fieldText(label, language))
    const title = fieldText(document.title, language)
    const titleWords = this.#addField(doc, 'title', [title], language)
    const bodyWords = this.#addField(doc, 'body', cutWords(body, this.#options.contentWords), language)
    this.#addField(doc, 'labels', labels, language)
    this.#addField(doc, 'author', [fieldText(document.author ?? '', null)], '')
    for (const site of sitesOf(document.url)) this.#push(doc, this.#ordinalOf(SITE_PREFIX + site), 0)
    for (const value of document.has ?? []) this.#push(doc, this.#ordinalOf(HAS_PREFIX + value), 0)
    this.#divisors[doc] = this.#divisorsOf(titleWords, bodyWords)
    return titleHashOf(title.tokens)
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
    const { order, starts } = this.#byTerm(rank)
    const postings = new PostingsWriter()
    for (let term = 0; term < texts.length; term += 1) {
      this.#writeTerm(postings, order, starts[term] ?? 0, starts[term + 1] ?? 0)
      if (term % TERMS_IN_STEP === 0) yield
    }
    const pairs = this.#pairs.map((pair): Inflection => {
      const term = rank[pair.term] ?? 0
      const total = (starts[term + 1] ?? 0) - (starts[term] ?? 0)
      return {
        term,
        stem: pair.stem,
        share: Math.max(1, Math.round((255 * pair.count) / Math.max(1, total))),
      }
    })
    const inflections = writeInflections(pairs, {
      names: this.#languages,
      byTerm: Uint8Array.from(sorted, (term) => this.#leaders[term] ?? 0),
    })
    return { terms: terms.finish(), postings: postings.finish(), inflections }
  }

  /** Adds the words of a field. @returns their number */
  #addField(doc: number, field: TextField, texts: readonly FieldText[], language: string): number {
    const length = texts.reduce((sum, { tokens }) => sum + tokens.length, 0)
    const joins = texts.reduce((sum, { hyphenated }) => sum + hyphenated.length, 0)
    const range = fieldRange(field, length + texts.length + 2 * joins)
    const languageIndex = indexOfLanguage(this.#languages, language)
    let first = range.first
    const add = ({ folded, stem }: Pick<Token, 'folded' | 'stem'>, at: number, vote: number): void => {
      const term = this.#ordinalOf(asTerm(folded))
      this.#push(doc, term, at)
      this.#vote(term, vote)
      if (stem !== folded) this.#addForm(term, stem, language)
    }
    for (const { tokens, hyphenated } of texts) {
      for (const token of tokens) {
        const position = first + token.position
        if (position >= range.end) return length
        add(token, position | (token.whole ? 0 : ACROSS_WORDS), languageIndex)
      }
      // A gap, so phrases do not match across labels.
      first += (tokens.at(-1)?.position ?? -1) + 2
      for (const joined of hyphenated) {
        if (first >= range.end) return length
        add(joined, first, indexOfLanguage(this.#languages, language + HYPHENATED_SUFFIX))
        first += 2
      }
    }
    return length
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

  #push(doc: number, term: number, position: number): void {
    if (this.#length === this.#terms.length) {
      this.#terms = doubled(this.#terms)
      this.#docs = doubled(this.#docs)
      this.#tokenPositions = doubled(this.#tokenPositions)
    }
    this.#terms[this.#length] = term
    this.#docs[this.#length] = doc
    this.#tokenPositions[this.#length] = position
    this.#length += 1
  }

  /** Boyer–Moore majority vote: if one language has more than 50 % of the occurrences, it leads at the end. */
  #vote(term: number, language: number): void {
    const lead = this.#leads[term] ?? 0
    if (lead === 0) this.#leaders[term] = language
    this.#leads[term] = lead === 0 || this.#leaders[term] === language ? lead + 1 : lead - 1
  }

  #addForm(term: number, stem: string, language: string): void {
    const ofLanguage = this.#pairOf.get(language) ?? []
    this.#pairOf.set(language, ofLanguage)
    const known = this.#pairs[(ofLanguage[term] ?? 0) - 1]
    if (known !== undefined) known.count += 1
    else ofLanguage[term] = this.#pairs.push({ term, stem: asTerm(stemKey(language, stem)), count: 1 })
  }

  #divisorsOf(title: number, body: number): Record<TextField, number> {
    const { lengthShare, usualWords } = this.#options.tuning
    const ofTitle = 1 - lengthShare.title + (lengthShare.title * title) / usualWords.title
    const ofBody = 1 - lengthShare.body + (lengthShare.body * body) / usualWords.body
    return { title: ofTitle, labels: 1, body: ofBody, author: 1 }
  }

  /** Orders occurrences by term. Those of one term stay in the order of documents and positions. */
  #byTerm(rank: Uint32Array): { readonly order: Uint32Array; readonly starts: Uint32Array } {
    const starts = new Uint32Array(rank.length + 1)
    for (let i = 0; i < this.#length; i += 1) {
      const next = (rank[this.#terms[i] ?? 0] ?? 0) + 1
      starts[next] = (starts[next] ?? 0) + 1
    }
    for (let i = 1; i < starts.length; i += 1) starts[i] = (starts[i] ?? 0) + (starts[i - 1] ?? 0)
    const next = starts.slice()
    const order = new Uint32Array(this.#length)
    for (let i = 0; i < this.#length; i += 1) {
      const term = rank[this.#terms[i] ?? 0] ?? 0
      order[next[term] ?? 0] = i
      next[term] = (next[term] ?? 0) + 1
    }
    return { order, starts }
  }

  #writeTerm(postings: PostingsWriter, order: Uint32Array, start: number, end: number): void {
    const encoded = this.#encoded
    const positions = this.#positions
    postings.begin()
    for (let from = start; from < end;) {
      const doc = this.#docs[order[from] ?? 0] ?? 0
      const divisors = this.#divisors[doc]
      let count = 0
      let sum = 0
      let title = 0
      while (from < end && this.#docs[order[from] ?? 0] === doc) {
        const position = this.#tokenPositions[order[from] ?? 0] ?? 0
        const field = fieldAt(position & 0xffff)
        if (field === 'title') title = TITLE_BIT
        sum += this.#share(position, field) / (divisors?.[field] ?? 1)
        insertSorted(positions, count, position & 0xffff)
        count += 1
        from += 1
      }
      encoded.length = 0
      writePositions(encoded, positions, 0, count)
      postings.add(doc, title | this.#impact(sum), encoded.bytes, 0, encoded.length)
    }
    postings.end()
  }

  /** The weight of an occurrence in its field. */
  #share(position: number, field: TextField): number {
    const { weights, acrossWords } = this.#options.tuning
    return position >= ACROSS_WORDS ? acrossWords * weights[field] : weights[field]
  }

  /** The impact of a term in a document: the saturated sum over its fields (BM25F), in 127 steps. */
  #impact(sum: number): number {
    const impact = Math.round(((IMPACT_BITS + 1) * sum) / (sum + this.#options.tuning.saturation))
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

function doubled(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const grown = new Uint32Array(array.length * 2)
  grown.set(array)
  return grown
}
