import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventsIn, type Row } from './events.ts'

/** How a client follows. */
export const WAYS = ['poll', 'wait', 'stream'] as const
export type Way = (typeof WAYS)[number]

export interface Followed {
  readonly way: Way
  /** Filters and reasons, as in an address. */
  readonly query: string
}

/** Where nodes answer, and random numbers from 0 to 1. */
export interface Surroundings {
  readonly urls: () => readonly string[]
  readonly random: () => number
}

const AGAIN_MS = 100

/** A client that keeps a copy of the items of a query by `/api/changes`. */
export class Mirror {
  readonly followed: Followed
  readonly items = new Map<number, unknown>()
  /** The reasons of all rows that it was sent. */
  readonly reasons = new Set<string>()
  /** What it saw that must not be. */
  readonly faults: string[] = []
  rows = 0
  /** How often it was told to begin again, by status. */
  readonly anew = { 409: 0, 410: 0 }
  readonly #around: Surroundings
  readonly #stop = new AbortController()
  #since = 0
  #storeId: string | undefined

  constructor(followed: Followed, around: Surroundings) {
    this.followed = followed
    this.#around = around
  }

  async run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      try {
        await (this.followed.way === 'stream' && this.#storeId !== undefined ? this.#listen() : this.#ask())
      } catch {
        // The node has ended or was killed.
        await sleep(AGAIN_MS)
      }
    }
  }

  stop(): void {
    this.#stop.abort()
  }

  get #address(): string {
    const { query, way } = this.followed
    const { urls, random } = this.#around
    // Each request may come to another node.
    const url = urls()[Math.floor(random() * urls().length)] ?? 'http://127.0.0.1:1'
    const store = this.#storeId === undefined ? '' : `&storeId=${this.#storeId}`
    return `${url}/api/changes?${query}&since=${this.#since}${store}&limit=200${way === 'wait' ? '&wait=30' : ''}`
  }

  async #ask(): Promise<void> {
    const response = await fetch(this.#address, { signal: this.#stop.signal })
    if (!response.ok) return this.#refused(response.status, await response.text())
    const { storeId, changes, nextSince, hasMore } = (await response.json()) as Page
    this.#take(changes)
    this.#since = nextSince
    this.#storeId = storeId
    if (this.followed.way === 'poll' && !hasMore) await sleep(50 + 450 * this.#around.random())
  }

  /** Until the connection ends; some are ended by the client, a while after it was sent something. */
  async #listen(): Promise<void> {
    const sent = request(this.#address, { headers: { accept: 'text/event-stream' } }).end()
    const leave = (): unknown => sent.destroy()
    let timer: NodeJS.Timeout | undefined
    this.#stop.signal.addEventListener('abort', leave)
    try {
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      if (response.statusCode !== 200) return await this.#refused(response.statusCode, await text(response))
      for await (const row of eventsIn(response)) {
        this.#take([row])
        this.#since = row.seq
        timer ??= setTimeout(leave, 1_000 + 20_000 * this.#around.random())
      }
    } finally {
      clearTimeout(timer)
      this.#stop.signal.removeEventListener('abort', leave)
      leave()
    }
  }

  #take(rows: readonly Row[]): void {
    let last = this.#since % WALK
    for (const { seq, op, id, item, reasons } of rows) {
      if (seq <= last) this.faults.push(`change ${seq} came after ${last}`)
      last = seq
      this.rows += 1
      for (const reason of reasons) this.reasons.add(`${op} ${reason}`)
      if (op === 'delete') this.items.delete(id)
      else this.items.set(id, item)
    }
  }

  async #refused(status: number | undefined, why: string): Promise<void> {
    if (status === 409 || status === 410) {
      this.anew[status] += 1
      this.items.clear()
      this.#since = 0
      this.#storeId = undefined
    } else if (status === 503) await sleep(AGAIN_MS)
    else this.faults.push(`${status} ${why.slice(0, 200)}`)
  }
}

/** Positions of a walk that passes pruned deletes are above all numbers of changes. */
const WALK = 2 ** 52

interface Page {
  readonly storeId: string
  readonly changes: readonly Row[]
  readonly nextSince: number
  readonly hasMore: boolean
}
