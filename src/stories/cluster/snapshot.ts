import { getOrInsert } from '../../model/get-or-insert.ts'
import { pack, type PackedFormat, unpack, versionOf } from '../../model/packed.ts'
import type { FrequenciesState } from '../words/document-frequencies.ts'
import { lengthsOf, readText, type ReadText, roomOf, textAt, valuesOf } from '../words/terms.ts'
import { type BoilerplateState, titleNumber } from './boilerplate.ts'
import { Links } from './links.ts'
import { LiveItem, type LiveStory, newLiveStory } from './live-item.ts'
import type { OperatingPointState } from './operating-point.ts'

/** The state of the live items, and the statistics of all items so far. */
export interface Snapshot extends SnapshotItems {
  /** Number of items placed so far. */
  readonly arrived: number
  readonly point: OperatingPointState
  /** Ids of early items to assign again, the next first. */
  readonly young: Float64Array
  readonly frequencies: FrequenciesState
  readonly boilerplate: BoilerplateState
}

/** Items in columns: row n of each column is one item. */
type SnapshotItems = ReturnType<typeof takeSnapshot>

/** Bits of `flags`. */
const DATED = 1
const COLUMN = 2
const SUMMARY = 4
const HAN = 8
const NUMBERS = 16

export function takeSnapshot(live: ReadonlyMap<number, LiveItem>, links: Links<LiveItem>) {
  const items = inOrder(live)
  const { length } = items
  return {
    itemId: filled(new Float64Array(length), items, (item) => item.itemId),
    storyId: filled(new Float64Array(length), items, ({ story }) => story.storyId),
    publishedAt: filled(new Float64Array(length), items, (item) => item.publishedAt),
    firstSeenAt: filled(new Float64Array(length), items, (item) => item.firstSeenAt),
    sourceId: namesOf(items, (item) => item.sourceId),
    publisher: namesOf(items, (item) => item.publisher),
    language: namesOf(items, (item) => item.language),
    title: filled(new Float64Array(length), items, (item) => item.title),
    flags: filled(new Uint8Array(length), items, flagsOf),
    lookedAt: filled(new Int32Array(length), items, (item) => item.lookedAt),
    dissolveAt: filled(new Int32Array(length), items, ({ story }) => story.dissolveAt),
    norm: filled(new Float64Array(length), items, (item) => item.norm),
    titleMass: filled(new Float64Array(length), items, (item) => item.titleMass),
    epoch: filled(new Int32Array(length), items, (item) => item.epoch),
    texts: textsOf(items.map(({ text }) => text)),
    links: linksOf(items, links),
  }
}

/**
 * Restores the items of a snapshot with their links.
 *
 * @param links receives the items' links
 * @param storyOf returns the story of a row; rows without a story are left out
 * @param spaceOf numbers the namespace of a language
 */
export function restoreItems(
  snapshot: Snapshot,
  links: Links<LiveItem>,
  storyOf: (row: number) => LiveStory | undefined,
  spaceOf: (language: string | null) => number,
): LiveItem[] {
  const byRow = itemsByRow(snapshot, storyOf, spaceOf)
  const { ones, others, cosines, odds } = snapshot.links
  for (let k = 0; k < ones.length; k++) {
    const one = byRow[ones[k] ?? -1]
    const other = byRow[others[k] ?? -1]
    if (one !== undefined && other !== undefined) links.add(one, other, cosines[k] ?? 0, odds[k] ?? 0)
  }
  return byRow.filter((live) => live !== undefined)
}

function itemsByRow(
  snapshot: Snapshot,
  storyOf: (row: number) => LiveStory | undefined,
  spaceOf: (language: string | null) => number,
): (LiveItem | undefined)[] {
  const sourceIds = nameReader(snapshot.sourceId)
  const publishers = nameReader(snapshot.publisher)
  const languages = nameReader(snapshot.language)
  const spaces = nameReader({ ...snapshot.language, names: snapshot.language.names.map(spaceOf) })
  const textOf = textReader(snapshot.texts)
  return Array.from(snapshot.itemId, (itemId, row) => {
    const flags = snapshot.flags[row] ?? 0
    const text = textOf(row, { isHan: (flags & HAN) !== 0, hasNumbers: (flags & NUMBERS) !== 0 })
    const story = storyOf(row)
    if (story === undefined) return undefined
    const live = new LiveItem({
      itemId,
      sourceId: sourceIds(row) ?? '',
      publisher: publishers(row) ?? '',
      language: languages(row) ?? null,
      publishedAt: snapshot.publishedAt[row] ?? 0,
      firstSeenAt: snapshot.firstSeenAt[row] ?? 0,
      dated: (flags & DATED) !== 0,
      hasSummary: (flags & SUMMARY) !== 0,
      space: spaces(row) ?? 0,
      title: snapshot.title[row] ?? 0,
      text,
      isColumn: (flags & COLUMN) !== 0,
      story,
    })
    live.lookedAt = snapshot.lookedAt[row] ?? 0
    live.norm = snapshot.norm[row] ?? 0
    live.titleMass = snapshot.titleMass[row] ?? 0
    live.epoch = snapshot.epoch[row] ?? -1
    live.isFindable = true
    story.dissolveAt = snapshot.dissolveAt[row] ?? 0
    return live
  })
}

/** By id. Sorting ids in a typed array is many times faster than sorting items with a comparison function. */
function inOrder(live: ReadonlyMap<number, LiveItem>): LiveItem[] {
  const ids = Float64Array.from(live.keys()).sort()
  return Array.from(ids, (itemId) => live.get(itemId)).filter((item) => item !== undefined)
}

function flagsOf({ dated, isColumn, hasSummary, text }: LiveItem): number {
  return (
    (dated ? DATED : 0) |
    (isColumn ? COLUMN : 0) |
    (hasSummary ? SUMMARY : 0) |
    (text.isHan ? HAN : 0) |
    (text.hasNumbers ? NUMBERS : 0)
  )
}

function filled<Column extends Float64Array | Int32Array | Uint8Array>(
  column: Column,
  items: readonly LiveItem[],
  valueOf: (item: LiveItem) => number,
): Column {
  items.forEach((item, row) => (column[row] = valueOf(item)))
  return column
}

/** A column of names: distinct names in order of appearance, and by row the index of one. */
interface NameColumn<Name> {
  readonly names: readonly Name[]
  readonly of: Int32Array
}

function namesOf<Name>(items: readonly LiveItem[], nameOf: (item: LiveItem) => Name): NameColumn<Name> {
  const numbers = new Map<Name, number>()
  const of = filled(new Int32Array(items.length), items, (item) => {
    return getOrInsert(numbers, nameOf(item), () => numbers.size)
  })
  return { names: [...numbers.keys()], of }
}

function nameReader<Name>({ names, of }: NameColumn<Name>): (row: number) => Name | undefined {
  return (row) => names[of[row] ?? 0]
}

/** The texts of all rows in `values`, and the lengths of their lists. */
type TextColumn = ReturnType<typeof textsOf>

function textsOf(texts: readonly ReadText[]) {
  const lengths = texts.map(lengthsOf)
  const values = new Int32Array(lengths.reduce((sum, each) => sum + roomOf(each), 0))
  let at = 0
  for (const text of texts) {
    const own = valuesOf(text)
    values.set(own, at)
    at += own.length
  }
  return {
    terms: Int32Array.from(lengths, ({ terms }) => terms),
    title: Int32Array.from(lengths, ({ title }) => title),
    grams: Int32Array.from(lengths, ({ grams }) => grams),
    values,
  }
}

/** Reads the texts of all rows in order. They share the column's array. */
function textReader({ terms, title, grams, values }: TextColumn) {
  let at = 0
  return (row: number, kind: Pick<ReadText, 'isHan' | 'hasNumbers'>): ReadText => {
    const lengths = { terms: terms[row] ?? 0, title: title[row] ?? 0, grams: grams[row] ?? 0 }
    const text = textAt(values, at, lengths, kind)
    at += roomOf(lengths)
    return text
  }
}

/** Each link once. `ones` and `others` are rows of items. */
function linksOf(items: readonly LiveItem[], links: Links<LiveItem>) {
  const rows = new Map(items.map((live, row) => [live, row]))
  const ends = [...links.all()]
  return {
    ones: Int32Array.from(ends, (end) => rows.get(links.at(end)) ?? -1),
    others: Int32Array.from(ends, (end) => rows.get(links.beyond(end)) ?? -1),
    cosines: Float32Array.from(ends, (end) => links.cosine(end)),
    odds: Float32Array.from(ends, (end) => links.odds(end)),
  }
}

/** @returns parts that share the snapshot's memory, which is 16 MB for 30,000 items */
export function encodeSnapshot(snapshot: Snapshot): Uint8Array[] {
  return [...pack(formatOf(), { snapshot })].flat()
}

/** @returns `undefined` if the bytes are damaged, or from a version that reads texts in another way */
export function decodeSnapshot(bytes: Uint8Array): Snapshot | undefined {
  return (unpack(bytes, formatOf()) as { readonly snapshot: Snapshot } | undefined)?.snapshot
}

/** Increment it with changes of frequencies, threshold or boilerplate, which the samples do not show. */
const STATISTICS = 1

let format: PackedFormat | undefined

/** The version changes when texts are read in another way. */
function formatOf(): PackedFormat {
  format ??= {
    kind: 'stories',
    version: versionOf([STATISTICS, takeSnapshot(new Map(SAMPLES.map(sampleItem)), new Links())]),
  }
  return format
}

function sampleItem(title: string, itemId: number): [number, LiveItem] {
  const words = { title, summary: title, url: 'https://example.org/2026/03/ferry-runs-aground-12.html' }
  const item = new LiveItem({
    itemId,
    sourceId: 'herald',
    publisher: 'example.org',
    language: null,
    publishedAt: itemId,
    firstSeenAt: itemId,
    dated: true,
    hasSummary: true,
    space: 1,
    title: titleNumber('herald', title),
    text: readText(words, 1),
    isColumn: false,
    story: newLiveStory(itemId),
  })
  return [itemId, item]
}

const SAMPLES = [
  'https://example.org/harbor-ferry',
  "Velmora's Été budget: 1,300 ferries, O'Brien says",
  'Die Bürgermeisterin öffnet 12 Brücken',
  'Мост через реку открыт',
  '新しい橋が開通した',
  '새 다리가 열렸다 สะพานใหม่',
]
