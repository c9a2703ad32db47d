import { type DocumentColumns, type Scale, standingOf } from './document.ts'

/** Documents that share a peak, as a shift: 1,024. */
const SHIFT = 10

/**
 * The latest time and the highest coverage of each stretch of documents: no document of a stretch can stand higher,
 * so that a search leaps over those that cannot come among the best.
 */
interface Peaks {
  readonly publishedAt: Uint32Array
  readonly coverage: Uint8Array
}

const peaksByColumns = new WeakMap<DocumentColumns, Peaks>()

/** The most that any document from `first` to `last` can stand at. */
export function peakStanding(columns: DocumentColumns, first: number, last: number, scale: Scale): number {
  const { publishedAt, coverage } = peaksOf(columns)
  let highest = 0
  for (let stretch = first >>> SHIFT; stretch <= last >>> SHIFT; stretch += 1) {
    const standing = standingOf(publishedAt[stretch] ?? 0, coverage[stretch] ?? 0, scale)
    if (standing > highest) highest = standing
  }
  return highest
}

/** To be called when a document's time or coverage has changed. */
export function raisePeak(columns: DocumentColumns, doc: number): void {
  const peaks = peaksByColumns.get(columns)
  if (peaks !== undefined) raise(peaks, columns, doc)
}

function peaksOf(columns: DocumentColumns): Peaks {
  const known = peaksByColumns.get(columns)
  if (known !== undefined) return known
  const { length } = columns.ids
  const stretches = (length >>> SHIFT) + 1
  const peaks = { publishedAt: new Uint32Array(stretches), coverage: new Uint8Array(stretches) }
  for (let doc = 0; doc < length; doc += 1) raise(peaks, columns, doc)
  peaksByColumns.set(columns, peaks)
  return peaks
}

function raise({ publishedAt, coverage }: Peaks, columns: DocumentColumns, doc: number): void {
  const stretch = doc >>> SHIFT
  publishedAt[stretch] = Math.max(publishedAt[stretch] ?? 0, columns.publishedAt[doc] ?? 0)
  coverage[stretch] = Math.max(coverage[stretch] ?? 0, columns.coverage[doc] ?? 0)
}
