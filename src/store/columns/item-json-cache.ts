import { inOrder } from '../../model/in-order.ts'

/** Memory of a line beside its JSON, and of a read beside its lines. */
const LINE_BYTES = 200
const READ_BYTES = 300

/** An item as the interface shows it. */
export interface EncodedItem {
  readonly id: number
  /** UTF-8, without white space. */
  readonly json: Buffer
}

type Read = readonly EncodedItem[]

/**
 * The JSON of items that were listed lately (docs/decisions/040). A change makes lists old, but most of their items are as
 * they were.
 *
 * A line is as new as the columns, or newer. It is forgotten when a change of its item is applied. A read during which a
 * change is applied is not kept, since it may be from before the change.
 */
export class ItemJsonCache {
  readonly #maxBytes: number
  readonly #lines = new Map<number, EncodedItem>()
  /** Lines that were read together share memory, so they leave together: the oldest first. */
  readonly #reads = new Set<Read>()
  #bytes = 0
  /** How many changes were applied. */
  #changes = 0

  /** @param maxBytes of all reads that are kept, with those of their lines that are forgotten */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /**
   * Gives the JSON of items in the order of `ids`. Deleted items are left out.
   *
   * @param read does the same from the store. It sees at least the changes that were applied before
   */
  async find(
    ids: readonly number[],
    read: (ids: readonly number[]) => Read | Promise<Read>,
  ): Promise<EncodedItem[]> {
    const kept = ids.flatMap((id) => this.#lines.get(id) ?? [])
    if (kept.length === ids.length) return kept
    const changes = this.#changes
    const missing = kept.length === 0 ? ids : ids.filter((id) => !this.#lines.has(id))
    const found = await read(missing)
    if (changes === this.#changes && found.length > 0) this.#keep(found)
    return kept.length === 0 ? [...found] : inOrder(ids, [...kept, ...found], ({ id }) => id)
  }

  /** @param changedIds the items whose JSON a change that is applied makes another */
  forget(changedIds: readonly number[]): void {
    for (const id of changedIds) this.#lines.delete(id)
    this.#changes += 1
  }

  #keep(read: Read): void {
    for (const line of read) this.#lines.set(line.id, line)
    this.#reads.add(read)
    this.#bytes += bytesOf(read)
    for (const oldest of this.#reads) {
      if (this.#bytes <= this.#maxBytes) break
      this.#leave(oldest)
    }
  }

  #leave(read: Read): void {
    for (const line of read) if (this.#lines.get(line.id) === line) this.#lines.delete(line.id)
    this.#reads.delete(read)
    this.#bytes -= bytesOf(read)
  }
}

function bytesOf(read: Read): number {
  return read.reduce((sum, { json }) => sum + json.length + LINE_BYTES, READ_BYTES)
}
