import type { FastifyReply } from 'fastify'
import type { ReadStore } from '../../store/read-store.ts'
import type { EncodedChange } from './change-rows.ts'

/** Collects changes for this long, ms, and sends them together. */
const GATHER_MS = 100

const HEARTBEAT_EVERY_MS = 15_000

/** A stream with this much unsent data is ended: its client does not read. */
const MAX_UNSENT_BYTES = 1024 * 1024

/** The response that events are written to. */
export interface EventStream {
  write(text: string | Buffer): void
  /** Resolves when everything is sent or the stream has ended. */
  drained(): Promise<void>
  readonly unsentBytes: number
  readonly isEnded: boolean
  end(): void
}

/** Rows after a change number, in order, and where the next read continues. */
type ReadRows = (since: number) => Promise<{
  readonly rows: readonly EncodedChange[]
  readonly nextSince: number
  readonly hasMore: boolean
}>

/** The event streams of one query. Each catches up on its own; then streams at the same change share a read. */
export class LiveChanges {
  readonly #read: ReadRows
  readonly #store: Pick<ReadStore, 'onChange'>
  /** Last change sent, by stream. */
  readonly #streams = new Map<EventStream, number>()
  /** Streams that still read older changes. */
  readonly #catchingUp = new Set<EventStream>()
  readonly #onEmpty: () => void
  #stop: (() => void) | undefined
  #planned: NodeJS.Timeout | undefined
  #isReading = false
  /** Whether something was saved during a read, which may have missed it. */
  #isBehind = false

  constructor(store: Pick<ReadStore, 'onChange'>, read: ReadRows, onEmpty: () => void) {
    this.#store = store
    this.#read = read
    this.#onEmpty = onEmpty
  }

  /** Sends all changes after `since` until the stream ends. @throws as `read` does, before anything is sent */
  async follow(stream: EventStream, since: number): Promise<void> {
    this.#catchingUp.add(stream)
    let last = since
    for (let more = true; more;) {
      const { rows, nextSince, hasMore } = await this.#read(last)
      if (!stream.isEnded) stream.write(eventsOf(rows))
      await stream.drained()
      if (stream.isEnded) return this.leave(stream)
      last = nextSince
      more = hasMore
    }
    this.#join(stream, last)
  }

  /** May be called twice for a stream; others may follow the query again in between. */
  leave(stream: EventStream): void {
    if (!this.#streams.delete(stream) && !this.#catchingUp.delete(stream)) return
    if (this.#streams.size > 0) return
    this.#stop?.()
    this.#stop = undefined
    if (this.#catchingUp.size === 0) this.#onEmpty()
  }

  endAll(): void {
    for (const stream of [...this.#streams.keys(), ...this.#catchingUp]) stream.end()
  }

  #join(stream: EventStream, last: number): void {
    if (this.#streams.size === 0) this.#begin()
    this.#catchingUp.delete(stream)
    this.#streams.set(stream, last)
    send(stream, heartbeatOf(last))
    // Something may have been saved since the stream's last read.
    this.#plan()
  }

  #begin(): void {
    const unsubscribe = this.#store.onChange(() => this.#plan())
    const heartbeat = setInterval(() => {
      for (const [stream, last] of this.#streams) send(stream, heartbeatOf(last))
    }, HEARTBEAT_EVERY_MS)
    this.#stop = () => {
      unsubscribe()
      clearInterval(heartbeat)
      clearTimeout(this.#planned)
      this.#planned = undefined
    }
  }

  #plan(): void {
    if (this.#isReading) this.#isBehind = true
    else this.#planned ??= setTimeout(() => void this.#readOn(), GATHER_MS)
  }

  async #readOn(): Promise<void> {
    this.#planned = undefined
    this.#isReading = true
    this.#isBehind = false
    try {
      // A read depends on where it begins, so streams at different changes cannot share it.
      const reads = Array.from(new Set(this.#streams.values()), (last) => this.#sendAfter(last))
      const more = (await Promise.all(reads)).some(Boolean)
      this.#isBehind ||= more
    } catch {
      // The store cannot be read, or was replaced: clients reconnect and get the reason.
      this.endAll()
    } finally {
      this.#isReading = false
    }
    if (this.#isBehind && this.#streams.size > 0) this.#plan()
  }

  /** Sends the changes after `last` to the streams that have all before it. @returns whether there are more */
  async #sendAfter(last: number): Promise<boolean> {
    const streams = [...this.#streams.keys()].filter((stream) => this.#streams.get(stream) === last)
    const { rows, nextSince, hasMore } = await this.#read(last)
    const events = eventsOf(rows)
    for (const stream of streams) {
      // A stream that has left must not return.
      if (!this.#streams.has(stream)) continue
      this.#streams.set(stream, nextSince)
      send(stream, events)
    }
    return hasMore
  }
}

function send(stream: EventStream, events: string | Buffer): void {
  stream.write(events)
  if (stream.unsentBytes > MAX_UNSENT_BYTES) stream.end()
}

/** A comment with the change number from which a reconnecting client continues: its query may not change for months. */
function heartbeatOf(last: number): string {
  return `:\nid: ${last}\n\n`
}

function eventsOf(rows: readonly EncodedChange[]): Buffer {
  return Buffer.concat(
    rows.flatMap(({ nextSince, op, json }) => [
      Buffer.from(`id: ${nextSince}\nevent: ${op}\ndata: `),
      json,
      END,
    ]),
  )
}

const END = Buffer.from('\n\n')

/** A client that reads nothing for this long is gone. */
const DRAIN_MS = 60_000

/** Starts server-sent events as the response. */
export function responseStream(reply: FastifyReply): EventStream {
  const { raw } = reply
  for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...EVENT_HEADERS }))
    raw.setHeader(name, String(value))
  reply.hijack()
  raw.writeHead(200)
  raw.flushHeaders()
  return {
    write: (text) => {
      if (text.length > 0 && !raw.writableEnded) raw.write(text)
    },
    drained: () => (raw.writableNeedDrain && !raw.destroyed ? drained(raw) : Promise.resolve()),
    get unsentBytes() {
      return raw.writableLength
    },
    get isEnded() {
      return raw.writableEnded || raw.destroyed
    },
    // Unsent data can be dropped: the client resumes after the last event it has.
    end: () => (raw.writableLength > 0 ? raw.destroy() : raw.end()),
  }
}

const EVENT_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Nothing follows the stream, and a closing server waits for kept-alive connections.
  connection: 'close',
  // Keeps proxies such as nginx from buffering events.
  'x-accel-buffering': 'no',
}

function drained(raw: FastifyReply['raw']): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => raw.destroy(), DRAIN_MS)
    const end = (): void => {
      clearTimeout(timer)
      raw.off('drain', end)
      raw.off('close', end)
      resolve()
    }
    raw.once('drain', end)
    raw.once('close', end)
  })
}
