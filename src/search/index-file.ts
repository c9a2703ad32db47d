import type { StoreAddress } from '../model/store-address.ts'
import { MINUTE_MS } from '../model/time.ts'
import type { SearchSource, StoreVersion } from '../store/search-source.ts'
import type { Segment } from './index/segment.ts'
import { readSnapshot, writeSnapshot } from './index/snapshot.ts'

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
    const isOurs = read !== undefined && (await this.#source.changeAt(read.version.seq)) === read.version.at
    this.#saved = isOurs ? { seq: read.version.seq, at: Date.now() } : NEVER_SAVED
    return isOurs ? read : undefined
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
    await writeSnapshot(this.#path, { seq, at }, segments).catch(() => undefined)
  }
}

const NEVER_SAVED = { seq: -1, at: 0 }
