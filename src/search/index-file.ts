import { existsSync, statSync } from 'node:fs'
import type { StoreAddress } from '../model/store-address.ts'
import { type EpochMs, HOUR_MS, MINUTE_MS } from '../model/time.ts'
import { type CacheState, comparedState } from '../store/check/cache-state.ts'
import type { SearchSource, StoreVersion } from '../store/search-source.ts'
import { indexOf } from './build-index.ts'
import { MAX_PENDING } from './index-updates.ts'
import { hashOf } from './index/document.ts'
import { SearchIndex } from './index/search-index.ts'
import { findLive, type Segment } from './index/segment.ts'
import { readSnapshot, readSnapshotVersion, type SnapshotVersion, writeSnapshot } from './index/snapshot.ts'

/** Interval at which a changed index is written to its file. It is also written at the end. */
const SAVE_EVERY_MS = 15 * MINUTE_MS

/** The file of a store's search index, beside the store's own. */
export function indexFile({ file }: StoreAddress): string {
  return `${file}-search`
}

/** The file of the search index, as it belongs to a store. */
export class IndexFile {
  readonly #source: Pick<SearchSource, 'address' | 'changeAt'>
  /** The last change that the file has, and when it was read or written. */
  #saved = NEVER_SAVED

  constructor(source: Pick<SearchSource, 'address' | 'changeAt'>) {
    this.#source = source
  }

  get #path(): string {
    return indexFile(this.#source.address)
  }

  /** `undefined` if it is missing, damaged, of another format or another store, or if changes since then were pruned. */
  async read(): ReturnType<typeof readSnapshot> {
    const read = await readSnapshot(this.#path)
    const isOurs = read !== undefined && (await this.#isOurs(read.version))
    this.#saved = isOurs ? { seq: read.version.seq, at: Date.now() } : NEVER_SAVED
    return isOurs ? read : undefined
  }

  /** The last change that the file has, without reading the index. `undefined` as for `read`. */
  async seq(): Promise<number | undefined> {
    const version = await readSnapshotVersion(this.#path)
    return version !== undefined && (await this.#isOurs(version)) ? version.seq : undefined
  }

  async #isOurs({ seq, at }: SnapshotVersion): Promise<boolean> {
    return (await this.#source.changeAt(seq)) === at
  }

  /** Whether it is time to write the index again, if it has changed. */
  get isOld(): boolean {
    return Date.now() - this.#saved.at > SAVE_EVERY_MS
  }

  /** Has the next index written, whatever its version. */
  forget(): void {
    this.#saved = NEVER_SAVED
  }

  /** Writes an index unless the file has it. If the folder cannot be written, the next start is slower; nothing else fails. */
  async write({ seq, at }: StoreVersion, segments: readonly Segment[]): Promise<void> {
    if (seq === this.#saved.seq) return
    this.#saved = { seq, at: Date.now() }
    // The end tries once more: there may be room again.
    await writeSnapshot(this.#path, { seq, at }, segments).catch(
      () => (this.#saved = { ...this.#saved, seq: -1 }),
    )
  }
}

const NEVER_SAVED = { seq: -1, at: 0 }

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
  if ((await file.seq()) === source.version().seq) return
  const saved = await file.read()
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

/** A running service writes the file more often. */
const KEPT_UP_MS = HOUR_MS

/**
 * Counts the changes of the store that the file of the index does not have, if they are so many that searches would wait for
 * them: `undefined` for fewer, for a file that was written lately, and for one that is made anew anyway.
 */
export async function changesBehind(source: SearchSource, now: EpochMs): Promise<number | undefined> {
  const file = indexFile(source.address)
  if (!existsSync(file) || now - statSync(file).mtimeMs < KEPT_UP_MS) return undefined
  const seq = await new IndexFile(source).seq()
  if (seq === undefined) return undefined
  const { edited, deleted } = await source.catchUp(seq)
  const count = edited.length + deleted.length
  return count > MAX_PENDING ? count : undefined
}

/** Compares the file of the search index with the texts of every item. Rejects with `storeFailed`. */
export async function checkIndexFile(source: SearchSource): Promise<CacheState> {
  const file = indexFile(source.address)
  if (!existsSync(file)) return { kind: 'absent' }
  const read = await readSnapshot(file)
  if (read === undefined) return { kind: 'damaged' }
  const { version, segments } = read
  if ((await source.changeAt(version.seq)) !== version.at) return { kind: 'outdated' }
  const { edited, deleted } = await source.catchUp(version.seq)
  const changed = new Set([...edited, ...deleted])
  let wrong = 0
  let matched = 0
  for await (const documents of source.allDocuments()) {
    for (const document of documents) {
      const live = findLive(segments, document.id)
      if (live !== undefined) matched += 1
      if (changed.has(document.id)) continue
      if (live === undefined || live.segment.columns.textHash[live.doc] !== hashOf(document)) wrong += 1
    }
  }
  const inFile = segments.reduce((sum, { live }) => sum + live, 0)
  const gone = deleted.filter((id) => findLive(segments, id) !== undefined).length
  return comparedState(wrong + Math.max(0, inFile - matched - gone))
}
