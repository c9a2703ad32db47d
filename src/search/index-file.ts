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

/** Interval for saving a changed index. It is also saved at the end. */
const SAVE_EVERY_MS = 15 * MINUTE_MS

export function indexFile({ file }: StoreAddress): string {
  return `${file}-search`
}

export class IndexFile {
  readonly #source: Pick<SearchSource, 'address' | 'changeAt'>
  /** `seq` of the file, and when it was read or written. */
  #saved = NEVER_SAVED

  constructor(source: Pick<SearchSource, 'address' | 'changeAt'>) {
    this.#source = source
  }

  get #path(): string {
    return indexFile(this.#source.address)
  }

  /** `undefined` if the file is missing, damaged, of another format or store, or if changes since then were pruned. */
  async read(): ReturnType<typeof readSnapshot> {
    const read = await readSnapshot(this.#path)
    const isOurs = read !== undefined && (await this.#isOurs(read.version))
    this.#saved = isOurs ? { seq: read.version.seq, at: Date.now() } : NEVER_SAVED
    return isOurs ? read : undefined
  }

  /** `seq` of the file, without reading the index. `undefined` in the cases of `read`. */
  async seq(): Promise<number | undefined> {
    const version = await readSnapshotVersion(this.#path)
    return version !== undefined && (await this.#isOurs(version)) ? version.seq : undefined
  }

  async #isOurs({ seq, at }: SnapshotVersion): Promise<boolean> {
    return (await this.#source.changeAt(seq)) === at
  }

  /** Whether a changed index is due to be written. */
  get isOld(): boolean {
    return Date.now() - this.#saved.at > SAVE_EVERY_MS
  }

  /** Makes the next `write` write any version. */
  forget(): void {
    this.#saved = NEVER_SAVED
  }

  /** Writes an index unless the file has it. Never rejects: without the file only the next start is slower. */
  async write({ seq, at }: StoreVersion, segments: readonly Segment[]): Promise<void> {
    if (seq === this.#saved.seq) return
    this.#saved = { seq, at: Date.now() }
    // Allows another attempt at the end, when there may be room again.
    await writeSnapshot(this.#path, { seq, at }, segments).catch(
      () => (this.#saved = { ...this.#saved, seq: -1 }),
    )
  }
}

const NEVER_SAVED = { seq: -1, at: 0 }

/** Documents that are indexed together. New texts of a batch become one segment. */
const BATCH = 2_000

type SavedIndex = NonNullable<Awaited<ReturnType<IndexFile['read']>>>

/** An index, with a version of the store that it includes. Later changes follow. */
interface UpToDate {
  readonly index: SearchIndex
  readonly version: StoreVersion
}

/**
 * Updates the index file of a store, for a process that does not search. Reads nothing else if the file is up to date.
 */
export async function keepIndexFile(source: SearchSource): Promise<void> {
  const file = new IndexFile(source)
  if ((await file.seq()) === source.version().seq) return
  const saved = await file.read()
  const { index, version } = await (saved === undefined ? builtAnew(source) : updated(saved, source))
  if (index.size > 0) await file.write(version, index.segments)
}

/** Merged, since every start reads the file, and the segments of a build would soon be merged anyway. */
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

/** A running service writes the file more often than this. */
const KEPT_UP_MS = HOUR_MS

/**
 * Counts the changes of the store since its index file, if they are so many that searches would wait for them.
 * `undefined` for fewer, for a recently written file, and for one that must be rebuilt anyway.
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

/** Compares the index file with the texts of every item. Rejects with `storeFailed`. */
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
