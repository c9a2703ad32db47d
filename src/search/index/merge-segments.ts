import { groupBy } from '../../model/group-by.ts'
import {
  indexOfLanguage,
  inflectionsAt,
  type TermLanguages,
  type InflectionTable,
  InflectionTableWriter,
} from '../terms/inflections.ts'
import { emptyColumns } from './document.ts'
import { PostingsCursor } from './postings-cursor.ts'
import { type Postings, PostingsWriter, skipDocuments } from './postings.ts'
import type { Segment } from './segment.ts'
import { compareBytes, cursorAt, type TermCursor, TermTableWriter } from './term-table.ts'

/** Postings or terms per merge step of about 1 ms. */
const STEP = 500
/** The same for terms that are only looked up. */
const LOOKUP_STEP = 16_384

/**
 * Merges segments into one, without deleted documents. Requests are answered between the steps. Changes and deletions
 * during the merge are applied at the end.
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

/** Marks an omitted document or term in a map. */
const DELETED = 0xffff_ffff

/** New document numbers by source, in ascending order of ids. */
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

/** Iterates over the kept postings of a term, with encoded positions. */
class PostingsReader {
  /** Its new number; `DELETED` after the last. */
  doc = DELETED
  payload = 0
  /** Encoded positions of the document, `[positions, positionsEnd)` of `data`. */
  positions = 0
  positionsEnd = 0
  readonly data: Uint8Array
  readonly #postings: Postings
  readonly #map: Uint32Array
  readonly #cursor = new PostingsCursor()
  #index = 0

  constructor(postings: Postings, map: Uint32Array) {
    this.data = postings.data
    this.#postings = postings
    this.#map = map
  }

  /** Moves to the first document of a term. */
  start(term: number): void {
    this.#cursor.start(this.#postings, term)
    this.#index = 0
    this.next()
  }

  next(): void {
    const cursor = this.#cursor
    do {
      if (this.#index === cursor.end) {
        this.doc = DELETED
        if (!cursor.next()) return
        this.#index = 0
        this.positionsEnd = cursor.positions
      }
      this.doc = this.#map[cursor.docs[this.#index] ?? 0] ?? DELETED
      this.payload = this.data[cursor.payloads + this.#index] ?? 0
      this.positions = this.positionsEnd
      this.positionsEnd = skipDocuments(this.data, this.positions, 1)
      this.#index += 1
    } while (this.doc === DELETED)
  }
}

/** Merges terms and postings. @returns `termMaps`: by source and old term, the new term or `DELETED` */
function* mergeTerms(sources: readonly Segment[], maps: readonly Uint32Array[]) {
  const parts = sources.map(({ terms, postings }, i) => ({
    cursor: cursorAt(terms, 0),
    reader: new PostingsReader(postings, maps[i] ?? new Uint32Array(0)),
    termMap: new Uint32Array(terms.size).fill(DELETED),
  }))
  const terms = new TermTableWriter()
  const postings = new PostingsWriter(sources.reduce((sum, source) => sum + source.postings.data.length, 64))
  let size = 0
  let work = 0

  for (let holders = lowest(parts); holders.length > 0; holders = lowest(parts)) {
    for (const { reader, cursor } of holders) reader.start(cursor.ordinal)
    let first = firstOf(holders)
    if (first !== undefined) {
      const { cursor } = holders[0] ?? {}
      if (cursor !== undefined) terms.push(cursor.term, cursor.length)
      for (const { cursor, termMap } of holders) termMap[cursor.ordinal] = size
      size += 1
      postings.begin()
      for (; first !== undefined; first = firstOf(holders)) {
        postings.add(first.doc, first.payload, first.data, first.positions, first.positionsEnd)
        first.next()
        work += 1
        if (work % STEP === 0) yield
      }
      postings.end()
    }
    for (const { cursor } of holders) cursor.next()
    work += 1
    if (work % STEP === 0) yield
  }
  return { terms: terms.finish(), postings: postings.finish(), termMaps: parts.map(({ termMap }) => termMap) }
}

function* mergeInflections(
  sources: readonly Segment[],
  termMaps: readonly Uint32Array[],
  postings: Postings,
): Generator<undefined, InflectionTable> {
  const parts = sources.map(({ inflections, postings: { counts } }, i) => ({
    cursor: cursorAt(inflections.stems, 0),
    inflections,
    counts,
    termMap: termMaps[i],
  }))
  const writer = new InflectionTableWriter()
  let work = 0

  for (let holders = lowest(parts); holders.length > 0; holders = lowest(parts)) {
    const stem = holders[0]?.cursor.text() ?? ''
    const uses = new Map<number, number>()
    for (const { cursor, inflections, counts, termMap } of holders) {
      for (const pair of inflectionsAt(inflections, cursor.ordinal, stem)) {
        const term = termMap?.[pair.term] ?? DELETED
        if (term === DELETED) continue
        uses.set(term, (uses.get(term) ?? 0) + pair.share * (counts[pair.term] ?? 0))
      }
      cursor.next()
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

/** A term gets its language from the source in which most documents have it. */
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

/** The columns of the merged segment. Called last, so that they include changes during the merge. */
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

/** The parts whose cursors are at the lowest term; none if all are at their end. */
function lowest<P extends { readonly cursor: TermCursor }>(parts: readonly P[]): P[] {
  let first: TermCursor | undefined
  let holders: P[] = []
  for (const part of parts) {
    const { cursor } = part
    if (cursor.atEnd) continue
    const order =
      first === undefined ? -1 : compareBytes(cursor.term, cursor.length, first.term, first.length)
    if (order < 0) {
      first = cursor
      holders = [part]
    } else if (order === 0) holders.push(part)
  }
  return holders
}

/** The reader at the lowest document; `undefined` if all are at their end. */
function firstOf(parts: readonly { readonly reader: PostingsReader }[]): PostingsReader | undefined {
  let first: PostingsReader | undefined
  for (const { reader } of parts)
    if (reader.doc !== DELETED && (first === undefined || reader.doc < first.doc)) first = reader
  return first
}

/** Number of segments of similar size that are merged into one of the next size. */
const FAN_OUT = 8
/** Documents of the smallest size. */
const SMALLEST = 64
/** Share of deleted documents above which a segment is rewritten. */
const MAX_DELETED_SHARE = 0.25

/** Returns the segments to merge next, the smallest first; none if no merge is needed. */
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
