import { type PackedFormat, readingHeadOf } from '../../model/packed.ts'
import type { StoreVersion } from '../../store/search-source.ts'
import { readPacked, writePacked } from '../../store/side-file.ts'
import type { Segment } from './segment.ts'

/**
 * Raise the number when texts are indexed or stored in another way, which a test detects. Files with another number are
 * rebuilt, and those of another ICU, which splits some languages into words.
 */
const FORMAT: PackedFormat = { kind: 'search', version: `4 ${process.versions['icu'] ?? ''}` }

/** The version of the store that an index belongs to. */
export type SnapshotVersion = Pick<StoreVersion, 'seq' | 'at'>

interface SavedIndex {
  readonly version: SnapshotVersion
  readonly segments: readonly Segment[]
}

/** Writes an index to a draft and renames it. After a crash, `file` is the old index or the new one. */
export async function writeSnapshot(
  file: string,
  version: SnapshotVersion,
  segments: readonly Segment[],
): Promise<void> {
  // The columns are copied first, since they may change during the write. The rest of a segment never changes.
  const saved: SavedIndex = { version, segments: segments.map(withOwnColumns) }
  await writePacked(file, FORMAT, saved, () => true)
}

/** @returns `undefined` if the file is missing, damaged or of another format */
export async function readSnapshot(file: string): Promise<SavedIndex | undefined> {
  return (await readPacked(file, FORMAT)) as SavedIndex | undefined
}

/** The version of `readSnapshot`, without reading the index: later damage is not detected. */
export async function readSnapshotVersion(file: string): Promise<SnapshotVersion | undefined> {
  const head = (await readPacked(file, FORMAT, readingHeadOf)) as SavedIndex | undefined
  return head?.version
}

function withOwnColumns(segment: Segment): Segment {
  const { columns } = segment
  const coverage = columns.coverage.slice()
  return {
    ...segment,
    live: coverage.reduce((live, code) => (code === 0 ? live : live + 1), 0),
    columns: { ...columns, publishedAt: columns.publishedAt.slice(), coverage },
  }
}
