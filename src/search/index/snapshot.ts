import { type PackedFormat, versionOf } from '../../model/packed.ts'
import type { StoreVersion } from '../../store/search-source.ts'
import { readPacked, writePacked } from '../../store/side-file.ts'
import { indexFormatVersion } from './index-format.ts'
import { partsOf, type Segment, type SegmentParts, segmentOf } from './segment.ts'

/** The version of the store that an index belongs to. */
export type SnapshotVersion = Pick<StoreVersion, 'seq' | 'at'>

/** What the file keeps. */
interface SavedIndex {
  readonly version: SnapshotVersion
  readonly segments: readonly SegmentParts[]
}

/** Writes an index to a draft beside `file` and renames it. After a crash, `file` is the old index or the new one. */
export async function writeSnapshot(
  file: string,
  version: SnapshotVersion,
  segments: readonly Segment[],
): Promise<void> {
  // The columns are copied first, since they may change during writing. The rest of a segment never changes.
  const saved: SavedIndex = { version, segments: segments.map(partsOf).map(withOwnColumns) }
  await writePacked(file, formatOf(), saved, () => true)
}

/** @returns `undefined` if there is no file, or if it is damaged or of another format */
export async function readSnapshot(
  file: string,
): Promise<{ readonly version: SnapshotVersion; readonly segments: readonly Segment[] } | undefined> {
  const saved = (await readPacked(file, formatOf())) as SavedIndex | undefined
  return saved && { version: saved.version, segments: saved.segments.map(segmentOf) }
}

function withOwnColumns(parts: SegmentParts): SegmentParts {
  const coverage = parts.columns.coverage.slice()
  return {
    ...parts,
    live: coverage.reduce((live, code) => (code === 0 ? live : live + 1), 0),
    columns: { ...parts.columns, publishedAt: parts.columns.publishedAt.slice(), coverage },
  }
}

let format: PackedFormat | undefined

/** Older files are rebuilt, and those of another ICU, which cuts some languages into words. */
function formatOf(): PackedFormat {
  format ??= { kind: 'search', version: versionOf([indexFormatVersion(), process.versions['icu'] ?? '']) }
  return format
}
