import type { ReadStore } from '../../store/read-store.ts'
import type { EncodedChange } from './change-rows.ts'

/** Changes of a moment are sent together. */
const GATHER_MS = 100

const HEARTBEAT_EVERY_MS = 15_000

/** A stream that has this much unsent is ended: its client does not read. */
const MAX_UNSENT_BYTES = 1024 * 1024

/** Where events are written: the answer to a request. */
export interface EventStream {
  write(text: string | Buffer): void
  /** Resolves when what was written is sent, or the stream has ended. */
  drained(): Promise<void>
  readonly unsentBytes: number
  readonly isEnded: boolean
  end(): void
}

/** Rows after a number, in order, and where the next read continues. */
export type ReadRows = (since: number) => Promise<{
  readonly rows: readonly EncodedChange[]
  readonly nextSince: number
  readonly hasMore: boolean
}>

/**
 * The event streams of one query. Each catches up by itself, then all are sent what one read gives.
 */
export class LiveChanges {
  readonly #read: ReadRows
  readonly #store: Pick<ReadStore, 'onChange'>
  /** By stream: the number of the last change that it was sent. */
  readonly #streams = new Map<EventStream, number>()
  readonly #onEmpty: () => void
  /** All streams have all changes up to this one. */
  #position = 0
  #stop: (() => void) | undefined
  /** A read that is under way or planned. */
  #next: NodeJS.Timeout | undefined

  constructor(store: Pick<ReadStore, 'onChange'>, read: ReadRows, onEmpty: () => void) {
    this.#store = store
    this.#read = read
    this.#onEmpty = onEmpty
  }

  /** Sends all changes after `since` until the stream ends. @throws as `read` does, before anything was sent */
  async follow(stream: EventStream, since: number): Promise<void> {
    let last = since
    for (let more = true; more || last < this.#position;) {
      const { rows, nextSince, hasMore } = await this.#read(last)
      if (stream.isEnded) return
      stream.write(eventsOf(rows))
      await stream.drained()
      if (stream.isEnded) return
      last = nextSince
      more = hasMore
    }
    this.#join(stream, last)
  }

  leave(stream: EventStream): void {
    this.#streams.delete(stream)
    if (this.#streams.size > 0) return
    this.#stop?.()
    this.#stop = undefined
    this.#onEmpty()
  }

  endAll(): void {
    for (const stream of this.#streams.keys()) stream.end()
  }

  #join(stream: EventStream, last: number): void {
    if (this.#streams.size === 0) {
      this.#position = last
      this.#begin()
    }
    this.#streams.set(stream, last)
    // What was saved since the stream's last read.
    this.#plan()
  }

  #begin(): void {
    const unsubscribe = this.#store.onChange(() => this.#plan())
    const heartbeat = setInterval(() => this.#send(() => HEARTBEAT), HEARTBEAT_EVERY_MS)
    this.#stop = () => {
      unsubscribe()
      clearInterval(heartbeat)
      clearTimeout(this.#next)
      this.#next = undefined
    }
  }

  #plan(): void {
    this.#next ??= setTimeout(() => void this.#readOn(), GATHER_MS)
  }

  async #readOn(): Promise<void> {
    let more = true
    try {
      const { rows, nextSince, hasMore } = await this.#read(this.#position)
      more = hasMore
      this.#position = nextSince
      this.#send((last) =>
        rows[0] === undefined || rows[0].seq > last
          ? eventsOf(rows)
          : eventsOf(rows.filter(({ seq }) => seq > last)),
      )
      for (const stream of this.#streams.keys()) this.#streams.set(stream, nextSince)
    } catch {
      // The store cannot be read, or is another one now: clients connect again, and are told.
      this.endAll()
      more = false
    } finally {
      this.#next = undefined
    }
    if (more && this.#streams.size > 0) this.#plan()
  }

  #send(textAfter: (last: number) => string | Buffer): void {
    for (const [stream, last] of this.#streams) {
      stream.write(textAfter(last))
      if (stream.unsentBytes > MAX_UNSENT_BYTES) stream.end()
    }
  }
}

/** A comment of the protocol. */
const HEARTBEAT = ':\n\n'

const texts = new WeakMap<readonly EncodedChange[], Buffer>()

/** The events of rows, made once for all streams. */
function eventsOf(rows: readonly EncodedChange[]): Buffer {
  let text = texts.get(rows)
  if (text === undefined) {
    text = Buffer.concat(
      rows.flatMap(({ seq, op, json }) => [Buffer.from(`id: ${seq}\nevent: ${op}\ndata: `), json, END]),
    )
    texts.set(rows, text)
  }
  return text
}

const END = Buffer.from('\n\n')
