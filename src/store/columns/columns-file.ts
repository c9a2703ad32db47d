import { ArrayParts, type PackedFormat, versionOf } from '../../model/packed.ts'
import { readPacked, writePacked } from '../side-file.ts'
import { Columns } from './columns.ts'
import { type FacetArrays, facetArrays, restoreFacets } from './facet-arrays.ts'
import type { SavedItems } from './item-columns.ts'

/** The store that columns were read from, and its version. */
export interface ColumnsVersion {
  readonly storeId: string
  readonly schemaVersion: number
  /** Number of the store's latest change. */
  readonly seq: number
  /** That change as text. After a restore from a backup another change has this number. */
  readonly change: string
}

/** What the file keeps. */
interface SavedColumns {
  readonly version: ColumnsVersion
  readonly facets: FacetArrays
  readonly items: SavedItems
  /** The slots of each order. */
  readonly orders: readonly Uint32Array[]
}

/**
 * Writes columns beside `file` and puts the new file in place. The columns are not copied. If they change before all
 * is written, the new file is dropped.
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

/** @returns `undefined` where there is no file, or one that is damaged or of another store or format */
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

/** Files of other arrays, or of arrays with another meaning, are ignored. */
async function formatOf(): Promise<PackedFormat> {
  if (format !== undefined) return format
  const columns = new Columns()
  const words = { category: 'science', region: 'gb', language: null }
  const facet = columns.facets.code({ ...words, sources: ['herald', 'post'] })
  const row = { publishedAt: 7, rankedAt: 5, firstSeenAt: 9, hot: 3.5, lift: 0.25, score: 71.3, facet }
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
