import { groupBy } from '../../model/group-by.ts'
import {
  indexOfLanguage,
  type TermLanguages,
  type InflectionTable,
  InflectionTableWriter,
} from '../terms/inflections.ts'
import { emptyColumns } from './document.ts'
import { PostingsCursor } from './postings-cursor.ts'
import { type Postings, PostingsWriter, skipDocuments } from './postings.ts'
import type { Segment } from './segment.ts'
import { compareBytes, type TermCursor, TermTableWriter } from './term-table.ts'

/** Number of postings or terms in one step of a merge, which takes about 1 ms. */
const STEP = 500
/** The same for terms that are only looked up. */
const LOOKUP_STEP = 16_384

/**
 * Merges segments into one, in steps, so requests do not wait for it. Deleted documents are left out. Changes
 * and deletions during the merge are applied at the end.
 */
export function* mergeSegments(sources: readonly Segment[]): Generator<undefined, Segment> {
  const { maps, documents } = mapDocuments(sources)
  const merged = yield* mergeTerms(sources, maps)
  const inflections = yield* mergeInflections(sources, merged.termMaps, merged.postings)
  return {
    terms: merged.terms,
    postings: merged.postings,
    inflections,
    ...columnsOf(sources, maps, documents),
  }
}

/** Marks a document or term in a map that is left out. */
const DELETED = 0xffff_ffff

/** New numbers of the documents of each source, in ascending order of their ids. */
function mapDocuments(sources: readonly Segment[]): {
  readonly maps: Uint32Array[]
  readonly documents: number
} {
  const maps = sources.map((source) => new Uint32Array(source.columns.ids.length).fill(DELETED))
  const heads = sources.map(() => 0)
  let documents = 0
  for (;;) {
    let first = -1
    let lowest = Infinity
    sources.forEach(({ columns }, i) => {
      let head = heads[i] ?? 0
      while (head < columns.ids.length && columns.coverage[head] === 0) head += 1
      heads[i] = head
      const id = columns.ids[head]
      if (id !== undefined && id < lowest) {
        lowest = id
        first = i
      }
    })
    const map = maps[first]
    if (map === undefined) return { maps, documents }
    map[heads[first] ?? 0] = documents
    heads[first] = (heads[first] ?? 0) + 1
    documents += 1
  }
}

/** Reads all postings of a term in order, with encoded positions. */
class PostingsReader {
  doc = 0
  payload = 0
  /** Encoded positions of the document, `[positions, positionsEnd)` of the postings' data. */
  positions = 0
  positionsEnd = 0
  readonly #postings: Postings
  readonly #cursor = new PostingsCursor()
  #index = 0

  constructor(postings: Postings) {
    this.#postings = postings
  }

  start(term: number): void {
    this.#cursor.start(this.#postings, term)
    this.#index = 0
  }

  /** Moves to the next document. @returns false after the last */
  next(): boolean {
    const cursor = this.#cursor
    if (this.#index === cursor.end) {
      if (!cursor.next()) return false
      this.#index = 0
      this.positionsEnd = cursor.positions
    }
    const { data } = this.#postings
    this.doc = cursor.docs[this.#index] ?? 0
    this.payload = data[cursor.payloads + this.#index] ?? 0
    this.positions = this.positionsEnd
    this.positionsEnd = skipDocuments(data, this.positions, 1)
    this.#index += 1
    return true
  }
}

/** Merges terms and postings. @returns `termMaps`: by source and old term, the new term or `DELETED` */
function* mergeTerms(sources: readonly Segment[], maps: readonly Uint32Array[]) {
  const cursors = sources.map((source) => source.terms.cursorAt(0))
  const readers = sources.map((source) => new PostingsReader(source.postings))
  const termMaps = sources.map((source) => new Uint32Array(source.terms.size).fill(DELETED))
  const terms = new TermTableWriter()
  const postings = new PostingsWriter(sources.reduce((sum, source) => sum + source.postings.data.length, 64))
  let size = 0
  let work = 0

  for (let holders = lowest(cursors); holders.length > 0; holders = lowest(cursors)) {
    let begun = false
    const heads = holders.map((i) => ({ i, doc: DELETED }))
    const advance = (head: { readonly i: number; doc: number }): void => {
      const reader = readers[head.i]
      head.doc = DELETED
      while (head.doc === DELETED && reader?.next() === true) head.doc = maps[head.i]?.[reader.doc] ?? DELETED
    }
    for (const head of heads) {
      readers[head.i]?.start(cursors[head.i]?.ordinal ?? 0)
      advance(head)
    }
    for (let head = firstOf(heads); head !== undefined; head = firstOf(heads)) {
      const reader = readers[head.i]
      const source = sources[head.i]
      if (reader === undefined || source === undefined) break
      if (!begun) postings.begin()
      begun = true
      postings.add(head.doc, reader.payload, source.postings.data, reader.positions, reader.positionsEnd)
      advance(head)
      work += 1
      if (work % STEP === 0) yield
    }
    if (begun) {
      const cursor = cursors[holders[0] ?? 0]
      if (cursor !== undefined) terms.push(cursor.term, cursor.length)
      postings.end()
    }
    for (const i of holders) {
      const cursor = cursors[i]
      const map = termMaps[i]
      if (cursor === undefined || map === undefined) continue
      if (begun) map[cursor.ordinal] = size
      cursor.next()
    }
    if (begun) size += 1
    work += 1
    if (work % STEP === 0) yield
  }
  return { terms: terms.finish(), postings: postings.finish(), termMaps }
}

function* mergeInflections(
  sources: readonly Segment[],
  termMaps: readonly Uint32Array[],
  postings: Postings,
): Generator<undefined, InflectionTable> {
  const cursors = sources.map((source) => source.inflections.stems.cursorAt(0))
  const writer = new InflectionTableWriter()
  let work = 0

  for (let holders = lowest(cursors); holders.length > 0; holders = lowest(cursors)) {
    const stem = cursors[holders[0] ?? 0]?.text() ?? ''
    const uses = new Map<number, number>()
    for (const i of holders) {
      const source = sources[i]
      for (const pair of source?.inflections.inflectionsOf(stem) ?? []) {
        const term = termMaps[i]?.[pair.term] ?? DELETED
        if (term === DELETED) continue
        uses.set(term, (uses.get(term) ?? 0) + pair.share * (source?.postings.counts[pair.term] ?? 0))
      }
      cursors[i]?.next()
    }
    const pairs = Array.from(uses, ([term, use]) => ({
      term,
      share: shareOf(use, postings.counts[term] ?? 1),
    }))
    if (pairs.length > 0) writer.push(stem, pairs)
    work += 8
    if (work % STEP === 0) yield
  }
  return writer.finish(yield* mergeLanguages(sources, termMaps, postings.counts.length))
}

/** A term gets its language from the source in which most documents hold it. */
function* mergeLanguages(
  sources: readonly Segment[],
  termMaps: readonly Uint32Array[],
  size: number,
): Generator<undefined, TermLanguages> {
  const names: string[] = []
  const byTerm = new Uint8Array(size)
  const most = new Uint32Array(size)
  for (const [i, source] of sources.entries()) {
    const { languages } = source.inflections
    const indices = languages.names.map((name) => indexOfLanguage(names, name))
    for (const [from, term] of termMaps[i]?.entries() ?? []) {
      if (from % LOOKUP_STEP === 0) yield
      const count = source.postings.counts[from] ?? 0
      if (term === DELETED || count <= (most[term] ?? 0)) continue
      most[term] = count
      byTerm[term] = indices[languages.byTerm[from] ?? 0] ?? 0
    }
  }
  return { names, byTerm }
}

function shareOf(use: number, documents: number): number {
  return Math.min(255, Math.max(1, Math.round(use / documents)))
}

/** Gives the columns of the merged segment. Called last, so they include changes during the merge. */
function columnsOf(
  sources: readonly Segment[],
  maps: readonly Uint32Array[],
  documents: number,
): Pick<Segment, 'columns' | 'live'> {
  const columns = emptyColumns(documents)
  let live = 0
  sources.forEach((source, i) => {
    maps[i]?.forEach((doc, from) => {
      if (doc === DELETED) return
      columns.ids[doc] = source.columns.ids[from] ?? 0
      columns.publishedAt[doc] = source.columns.publishedAt[from] ?? 0
      columns.coverage[doc] = source.columns.coverage[from] ?? 0
      columns.textHash[doc] = source.columns.textHash[from] ?? 0
      columns.titleHash[doc] = source.columns.titleHash[from] ?? 0
      if (columns.coverage[doc] !== 0) live += 1
    })
  })
  return { columns, live }
}

/** Gives the cursors at the lowest term; none if all are at their end. */
function lowest(cursors: readonly TermCursor[]): number[] {
  let first: TermCursor | undefined
  let holders: number[] = []
  cursors.forEach((cursor, i) => {
    if (cursor.atEnd) return
    const order =
      first === undefined ? -1 : compareBytes(cursor.term, cursor.length, first.term, first.length)
    if (order < 0) {
      first = cursor
      holders = [i]
    } else if (order === 0) holders.push(i)
  })
  return holders
}

function firstOf<H extends { readonly doc: number }>(heads: readonly H[]): H | undefined {
  let first: H | undefined
  for (const head of heads)
    if (head.doc !== DELETED && (first === undefined || head.doc < first.doc)) first = head
  return first
}

/** Number of segments of about one size that are merged into one of the next size. */
const FAN_OUT = 8
/** Number of documents of the smallest size. */
const SMALLEST = 64
/** Share of deleted documents above which a segment is rewritten. */
const MAX_DELETED_SHARE = 0.25

/** Gives the segments to merge next, the smallest first; none if no merge is needed. */
export function chooseMerge(segments: readonly Segment[]): Segment[] {
  const tiers = groupBy(segments, ({ live }) =>
    Math.floor(Math.log(Math.max(live, SMALLEST) / SMALLEST) / Math.log(FAN_OUT)),
  )
  for (const [, list] of [...tiers].sort(([a], [b]) => a - b))
    if (list.length >= FAN_OUT) return list.slice(0, FAN_OUT)

  const mostDeleted = segments.find(
    ({ live, columns }) => live < columns.ids.length * (1 - MAX_DELETED_SHARE),
  )
  return mostDeleted === undefined ? [] : [mostDeleted]
}
