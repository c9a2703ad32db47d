import { setImmediate } from 'node:timers/promises'
import { getOrInsert } from '../../model/get-or-insert.ts'
import { ArrayParts, type PackedFormat, versionOf } from '../../model/packed.ts'
import { readPacked, writePacked } from '../side-file.ts'
import { Columns } from './columns.ts'
import type { SavedItems } from './item-columns.ts'
import type { FacetTable } from './slots/facet-table.ts'

/** The store that columns were read from, and its version. */
export interface ColumnsVersion {
  readonly storeId: string
  readonly schemaVersion: number
  /** `seq` of the store's last change. */
  readonly seq: number
  /** That change as text. After a restore another change has this number. */
  readonly change: string
}

interface SavedColumns {
  readonly version: ColumnsVersion
  readonly facets: FacetArrays
  readonly items: SavedItems
  /** Slots of each order. */
  readonly orders: readonly Uint32Array[]
}

/**
 * Writes columns to a draft, without copying them, and renames it. If they change meanwhile, the draft is dropped.
 *
 * @returns whether the file was written. Rejects with errors of the file system
 */
export async function writeColumnsFile(
  file: string,
  version: ColumnsVersion,
  columns: Columns,
): Promise<boolean> {
  const { stamp } = columns
  const isCurrent = (): boolean => columns.stamp === stamp
  const format = await formatOf()
  const facets = await facetArrays(columns.facets)
  return isCurrent() && writePacked(file, format, { version, facets, ...savedOf(columns) }, isCurrent)
}

/** @returns `undefined` if the file is missing, damaged, or of another store or format */
export async function readColumnsFile(
  file: string,
  { storeId, schemaVersion }: Pick<ColumnsVersion, 'storeId' | 'schemaVersion'>,
): Promise<{ readonly version: ColumnsVersion; readonly columns: Columns } | undefined> {
  const saved = (await readPacked(file, await formatOf())) as SavedColumns | undefined
  if (saved?.version.storeId !== storeId || saved.version.schemaVersion !== schemaVersion) return undefined
  const { version, facets, items, orders } = saved
  const columns = new Columns(version.seq)
  restoreFacets(columns.facets, facets, items.columns.facet)
  columns.restore(items, orders)
  return { version, columns }
}

function savedOf(columns: Columns) {
  return {
    items: columns.saved(),
    orders: columns.orders.map((order) => new ArrayParts('Uint32Array', [...order.parts(0, order.length)])),
  }
}

let format: PackedFormat | undefined

/** The version is a hash of sample columns: files with other arrays, or another meaning of them, are ignored. */
async function formatOf(): Promise<PackedFormat> {
  if (format !== undefined) return format
  const columns = new Columns()
  const words = { category: 'science', region: 'gb', language: null }
  const facet = columns.facets.code({ ...words, sources: ['herald', 'post'] })
  const trend = { publisher: 'herald.example', share: 0.5, engagement: 2.5, isUndated: true }
  const row = {
    publishedAt: 7,
    rankedAt: 5,
    firstSeenAt: 9,
    hot: 3.5,
    lift: 0.25,
    score: 71.3,
    facet,
    points: 120,
    minutes: 4,
    ...trend,
  }
  columns.represent(2, 130)
  for (const id of [1, 130, 131]) columns.append({ ...row, id, storyId: 2 })
  columns.append({ ...row, id: 132, rankedAt: 7, storyId: 3 })
  columns.sort()
  format = {
    kind: 'columns',
    version: versionOf({ facets: await facetArrays(columns.facets), ...savedOf(columns) }),
  }
  return format
}

/** For each facet: category, region, language, number of sources, and sources. Words are indexes of `words`. */
interface FacetArrays {
  readonly words: readonly (string | null)[]
  readonly numbers: Uint32Array<ArrayBuffer>
}

/** Facets written without a pause, in less than 1 ms. */
const STEP = 2_000

/** Encodes all facets from code 1. Requests are answered between the steps. */
async function facetArrays(facets: FacetTable): Promise<FacetArrays> {
  const indexes = new Map<string | null, number>()
  const indexOf = (word: string | null): number => getOrInsert(indexes, word, () => indexes.size)
  const numbers: number[] = []
  for (let code = 1; code < facets.size; code += 1) {
    const { category = '', region = null, language = null, sources = [] } = facets.facetOf(code) ?? {}
    numbers.push(indexOf(category), indexOf(region), indexOf(language), sources.length)
    for (const source of sources) numbers.push(indexOf(source))
    if (code % STEP === 0) await setImmediate()
  }
  return { words: [...indexes.keys()], numbers: Uint32Array.from(numbers) }
}

/**
 * Adds the facets of existing items to an empty table. Their new codes have no gaps and keep the order.
 *
 * @param facet code by slot, replaced by the new code
 */
function restoreFacets(facets: FacetTable, { words, numbers }: FacetArrays, facet: Uint32Array): void {
  const isUsed = new Uint8Array(numbers.length + 1)
  for (let slot = 0; slot < facet.length; slot += 1) isUsed[facet[slot] ?? 0] = 1
  const newCodes = new Uint32Array(isUsed.length)
  const wordAt = (at: number): string | null => words[numbers[at] ?? 0] ?? null
  for (let code = 1, at = 0; at < numbers.length; code += 1) {
    const sourcesAt = at + 4
    const end = sourcesAt + (numbers[at + 3] ?? 0)
    if (isUsed[code] === 1) {
      const sources: string[] = []
      for (let each = sourcesAt; each < end; each += 1) sources.push(wordAt(each) ?? '')
      const [category, region, language] = [wordAt(at) ?? '', wordAt(at + 1), wordAt(at + 2)]
      newCodes[code] = facets.code({ category, region, language, sources })
    }
    at = end
  }
  for (let slot = 0; slot < facet.length; slot += 1) facet[slot] = newCodes[facet[slot] ?? 0] ?? 0
}
