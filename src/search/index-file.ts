import { existsSync } from 'node:fs'
import type { StoreAddress } from '../model/store-address.ts'
import type { SearchSource, StoreVersion } from '../store/search-source.ts'
import type { Segment } from './index/segment.ts'
import { readSnapshot, writeSnapshot } from './index/snapshot.ts'

/** Raise it with each change of tokens, stems or the format of postings. Older files are then rebuilt. */
export const FORMAT = '14'

/** The file of a store's search index, beside the store's own. */
export function indexFile({ file }: StoreAddress): string {
  return `${file}-search`
}

/** The file of the search index, as it belongs to a store. */
export class IndexFile {
  readonly #source: Pick<SearchSource, 'address' | 'changeAt'>

  constructor(source: Pick<SearchSource, 'address' | 'changeAt'>) {
    this.#source = source
  }

  get #path(): string {
    return indexFile(this.#source.address)
  }

  get exists(): boolean {
    return existsSync(this.#path)
  }

  /** `undefined` if it is missing, damaged, of another format or another store, or if changes since then were pruned. */
  async read(): ReturnType<typeof readSnapshot> {
    const read = await readSnapshot(this.#path, FORMAT)
    const isOurs = read !== undefined && (await this.#source.changeAt(read.version.seq)) === read.version.at
    return isOurs ? read : undefined
  }

  /** Whether it can be read and has all of a version: nothing is left to do then, and nothing else of the store is read. */
  async isCurrent({ seq }: StoreVersion): Promise<boolean> {
    return (await this.read())?.version.seq === seq
  }

  /** If the folder cannot be written, the next start is slower; nothing else fails. */
  async write({ seq, at }: StoreVersion, segments: readonly Segment[]): Promise<void> {
    await writeSnapshot(this.#path, { seq, at, made: FORMAT }, segments).catch(() => undefined)
  }
}
