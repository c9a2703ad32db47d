import { type PackedFormat, versionOf } from '../../model/packed.ts'
import type { SearchDocument, StoreVersion } from '../../store/search-source.ts'
import { readPacked, writePacked } from '../../store/side-file.ts'
import { STEM_LANGUAGES } from '../../text/stems/stem.ts'
import { SearchIndex } from './search-index.ts'
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

/** Raise it with a change that the samples do not show, such as of a stem. */
const REVISION = 1

let format: PackedFormat | undefined

/** It changes when texts are indexed in another way, or the index is stored in another way. Older files are rebuilt. */
function formatOf(): PackedFormat {
  format ??= { kind: 'search', version: versionOf([REVISION, STEM_LANGUAGES, sampleSegments()]) }
  return format
}

/** More than a block of postings has. After the samples, documents have no text but their author and labels. */
const SAMPLE_DOCUMENTS = 150

function sampleSegments(): SegmentParts[] {
  const index = new SearchIndex()
  index.put(Array.from({ length: SAMPLE_DOCUMENTS }, (_, i) => sampleDocument(i + 1)))
  return index.segments.map(partsOf)
}

function sampleDocument(id: number): SearchDocument {
  const [language, title] = SAMPLES[id - 1] ?? [null, '']
  return {
    id,
    title,
    summary: `${title} ${id}`,
    labels: ['herald', title],
    author: "Siobhán O'Brien",
    content: title,
    url: 'https://news.example.co.uk/2026/03/ferry-runs-aground-12.html',
    has: ['image', 'text'],
    language,
    publishedAt: id * 1_000_000,
    coverage: 1 + (id % 32),
  }
}

const SAMPLES: readonly (readonly [language: string | null, title: string])[] = [
  [null, 'https://example.org/harbor-ferry'],
  ['en', "Velmora's Été budget: 1,300 re-opened ferries, U.S. children O'Brien says"],
  ['de', 'Die Bürgermeisterin öffnet 12 Straßenbrücken'],
  ['fr', "L'économie des journaux régionaux"],
  ['es', 'Las elecciones de los gobiernos'],
  ['ru', 'Мосты через реку открыты'],
  ['pl', 'Nowe mosty nad rzekami'],
  ['ar', 'الجسور الجديدة في المدينة'],
  ['ja', '新しい橋が開通した'],
  ['zh', '東京都的新橋樑'],
  ['ko', '새 다리가 열렸다'],
  ['th', 'สะพานใหม่'],
]
