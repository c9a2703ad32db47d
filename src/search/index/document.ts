import { getOrInsert } from '../../model/get-or-insert.ts'
import type { EpochMs } from '../../model/time.ts'
import type { SearchDocument } from '../../store/search-source.ts'
import { FNV_START, withUnit } from '../../text/fnv.ts'
import type { WordForm } from '../../text/words.ts'
import type { PriorTuning } from './fields.ts'

/** Fields of documents that a search reads besides words, by document number: 17 bytes per document. */
export interface DocumentColumns {
  /** Ascending. */
  readonly ids: Uint32Array
  /** Seconds since the epoch, 0 for earlier times. */
  readonly publishedAt: Uint32Array
  /** 0 if the document is deleted, else from `coverageCode`. */
  readonly coverage: Uint8Array
  /** Hash of the indexed text. A document with an equal hash is not indexed again. */
  readonly textHash: Uint32Array
  /** From `titleHashOf`. */
  readonly titleHash: Uint32Array
}

export function emptyColumns(length: number): DocumentColumns {
  return {
    ids: new Uint32Array(length),
    publishedAt: new Uint32Array(length),
    coverage: new Uint8Array(length),
    textHash: new Uint32Array(length),
    titleHash: new Uint32Array(length),
  }
}

/** Codes per doubling of coverage. 32 publishers are 5 doublings. */
const STEPS_A_DOUBLING = 50

/** Codes 1..251. */
export function coverageCode(coverage: number): number {
  return 1 + Math.round(Math.log2(Math.min(32, Math.max(1, coverage))) * STEPS_A_DOUBLING)
}

/**
 * Factors of coverage by code; 0 for a deleted document.
 *
 * @param doubling added to the factor per doubling of coverage
 */
function coverageFactors(doubling: number): Float32Array {
  return Float32Array.from({ length: 256 }, (_, code) =>
    code === 0 ? 0 : 1 + (doubling * (code - 1)) / STEPS_A_DOUBLING,
  )
}

/** Resolution of the recency factor as a shift: 512 seconds. */
const AGE_SHIFT = 9
/** Age at which the factor is halfway between 1 and the floor. */
const RECENCY_HALF_LIFE_SECONDS = 72 * 3_600

/** Number of age steps. The floor is reached after 24 days. */
const AGE_STEPS = 4_096
const OLDEST_STEP = AGE_STEPS - 1

/** Recency factors without a floor, by `seconds >>> AGE_SHIFT`, from 1 down. */
const DECAY = new Float64Array(AGE_STEPS).map(
  (_, step) => 2 ** (-(step << AGE_SHIFT) / RECENCY_HALF_LIFE_SECONDS),
)

/** Recency factors by `seconds >>> AGE_SHIFT`, from 1 down to a floor. */
function recencyFactors(floor: number): Float32Array {
  return new Float32Array(DECAY.map((decay) => floor + (1 - floor) * decay))
}

/** Query-independent factors of documents, by code. */
export interface Prior {
  readonly recency: Float32Array
  readonly coverage: Float32Array
}

/** The prior at one time. */
export interface Scale extends Prior {
  /** Seconds since the epoch. */
  readonly now: number
}

export function makePrior({ floor, doubling }: PriorTuning): Prior {
  return { recency: recencyFactors(floor), coverage: coverageFactors(doubling) }
}

/** The prior of a document from its age and coverage; 0 if it is deleted. */
export function prior(columns: DocumentColumns, doc: number, scale: Scale): number {
  return priorOf(columns.publishedAt[doc] ?? 0, columns.coverage[doc] ?? 0, scale)
}

/** @param publishedAt seconds since the epoch. @param coverage a coverage code */
function priorOf(publishedAt: number, coverage: number, { now, recency, coverage: factors }: Scale): number {
  const age = now - publishedAt
  const step = age < 0 ? 0 : age >>> AGE_SHIFT
  return (recency[step < OLDEST_STEP ? step : OLDEST_STEP] ?? 0) * (factors[coverage] ?? 0)
}

/** The two factors of `prior`. */
export function priorFactors(
  columns: DocumentColumns,
  doc: number,
  scale: Scale,
): { readonly recency: number; readonly coverage: number } {
  const coverage = scale.coverage[columns.coverage[doc] ?? 0] ?? 0
  return { recency: coverage === 0 ? 0 : prior(columns, doc, scale) / coverage, coverage }
}

export function toSeconds(at: EpochMs): number {
  return Math.min(LATEST_SECOND, Math.max(0, Math.floor(at / 1_000)))
}

const LATEST_SECOND = 0xffff_ffff

/** If the hashes of two versions collide, the item keeps its old words. */
export function hashOf(document: SearchDocument): number {
  const texts = [document.title, document.summary, document.author ?? '', document.content, document.url]
  return hashOfTexts([...texts, document.language ?? '', ...document.labels, ...(document.has ?? [])])
}

/**
 * Hash of the distinct words of a title, in any order. A pair of characters counts as its first character, so it does
 * not matter where a query splits a script without spaces. Hiragana do not count, since queries may omit particles.
 */
export function titleHashOf(tokens: readonly Pick<WordForm, 'folded' | 'kind'>[]): number {
  const parts = tokens.map(({ folded, kind }) => (kind === 'word' ? folded : (Array.from(folded)[0] ?? '')))
  return hashOfTexts([...new Set(parts)].filter((part) => !/^\p{Script=Hiragana}/u.test(part)).sort())
}

/** FNV-1a over UTF-16 units, 32 bits. */
function hashOfTexts(texts: readonly string[]): number {
  let hash = FNV_START
  for (const text of texts) {
    for (let i = 0; i < text.length; i += 1) hash = withUnit(hash, text.charCodeAt(i))
    hash = withUnit(hash, 0xffff)
  }
  return hash >>> 0
}

/** Documents per block as a shift: 1,024. */
const BLOCK_SHIFT = 10

/**
 * The times and the highest coverage of each block of documents. They bound the prior, so that a search skips blocks
 * that cannot reach the best hits.
 */
interface BlockMaxes {
  readonly publishedAt: Uint32Array
  readonly earliest: Uint32Array
  readonly coverage: Uint8Array
}

const blockMaxesByColumns = new WeakMap<DocumentColumns, BlockMaxes>()

/** Upper bound of the prior of the documents `first` to `last`, inclusive. */
export function blockMaxPrior(columns: DocumentColumns, first: number, last: number, scale: Scale): number {
  const { publishedAt, coverage } = blockMaxesOf(columns)
  let highest = 0
  for (let range = first >>> BLOCK_SHIFT; range <= last >>> BLOCK_SHIFT; range += 1) {
    const prior = priorOf(publishedAt[range] ?? 0, coverage[range] ?? 0, scale)
    if (prior > highest) highest = prior
  }
  return highest
}

/** Bounds of the times of the documents `first` to `last`, inclusive. */
export function timesOf(
  columns: DocumentColumns,
  first: number,
  last: number,
): { readonly earliest: EpochMs; readonly latest: EpochMs } {
  const blocks = blockMaxesOf(columns)
  let earliest = LATEST_SECOND
  let latest = 0
  for (let block = first >>> BLOCK_SHIFT; block <= last >>> BLOCK_SHIFT; block += 1) {
    earliest = Math.min(earliest, blocks.earliest[block] ?? 0)
    latest = Math.max(latest, blocks.publishedAt[block] ?? 0)
  }
  // The columns have whole seconds. The first and last second also stand for all earlier and later times.
  return {
    earliest: earliest === 0 ? -Infinity : earliest * 1_000,
    latest: latest === LATEST_SECOND ? Infinity : latest * 1_000 + 999,
  }
}

/** Call it when a document's time or coverage has changed. */
export function raiseBlockMax(columns: DocumentColumns, doc: number): void {
  const blockMaxes = blockMaxesByColumns.get(columns)
  if (blockMaxes !== undefined) raise(blockMaxes, columns, doc)
}

function blockMaxesOf(columns: DocumentColumns): BlockMaxes {
  return getOrInsert(blockMaxesByColumns, columns, () => {
    const { length } = columns.ids
    const ranges = (length >>> BLOCK_SHIFT) + 1
    const blockMaxes = {
      publishedAt: new Uint32Array(ranges),
      earliest: new Uint32Array(ranges).fill(LATEST_SECOND),
      coverage: new Uint8Array(ranges),
    }
    for (let doc = 0; doc < length; doc += 1) raise(blockMaxes, columns, doc)
    return blockMaxes
  })
}

function raise({ publishedAt, earliest, coverage }: BlockMaxes, columns: DocumentColumns, doc: number): void {
  const range = doc >>> BLOCK_SHIFT
  const at = columns.publishedAt[doc] ?? 0
  publishedAt[range] = Math.max(publishedAt[range] ?? 0, at)
  earliest[range] = Math.min(earliest[range] ?? 0, at)
  coverage[range] = Math.max(coverage[range] ?? 0, columns.coverage[doc] ?? 0)
}
