import type { SearchSource, StoreVersion } from '../store/search-source.ts'
import { indexOf } from './build-index.ts'
import { IndexFile } from './index-file.ts'
import { SearchIndex } from './index/search-index.ts'

/** Documents that are read and indexed together. Those with new words become one segment. */
const BATCH = 2_000

type SavedIndex = NonNullable<Awaited<ReturnType<IndexFile['read']>>>

/** An index, and the version of the store that it has at least: what is saved later comes with the next changes. */
interface UpToDate {
  readonly index: SearchIndex
  readonly version: StoreVersion
}

/**
 * Brings the index file of a store up to date, for a process that does not search. If it is, nothing else of the store is
 * read. The columns are not needed.
 */
export async function keepIndexFile(source: SearchSource): Promise<void> {
  const file = new IndexFile(source)
  const saved = await file.read()
  if (saved?.version.seq === source.version().seq) return
  const { index, version } = await (saved === undefined ? builtAnew(source) : updated(saved, source))
  if (index.size > 0) await file.write(version, index.segments)
}

/** Merged, since every start reads the file, and the segments of a build are soon merged anyway. */
async function builtAnew(source: SearchSource): Promise<UpToDate> {
  const version = source.version()
  const index = await indexOf(source)
  index.mergeAll()
  return { index, version }
}

async function updated(saved: SavedIndex, source: SearchSource): Promise<UpToDate> {
  const index = new SearchIndex()
  index.adopt(saved.segments)
  const { edited, deleted } = await source.catchUp(saved.version.seq)
  const version = source.version()
  index.remove(deleted)
  for (let from = 0; from < edited.length; from += BATCH)
    index.put(await source.findDocuments(edited.slice(from, from + BATCH)))
  while (index.mergeStep());
  return { index, version }
}
