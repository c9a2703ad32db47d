import { getOrInsert } from '../../model/get-or-insert.ts'
import type { Source } from '../../model/source.ts'
import { hostOf } from '../../url/host.ts'

export interface SlotLimits {
  /** Maximum of concurrent visits, except those that wait for a slow server, see `SLOW_MS`. */
  readonly concurrency: number
  /** Maximum of concurrent visits to one host. */
  readonly perHost: number
}

/** Called by a visit when it has all responses. */
export type Answered = () => void

/** A visit without all responses after this time is slow, and another may start in its place. */
const SLOW_MS = 250

/** Maximum of slow visits, as a multiple of `concurrency`. Each needs little more than a socket. */
const SLOW_FACTOR = 32

interface Host {
  underWay: number
  readonly waiting: Source[]
  inLine: boolean
}

/** Starts visits when there are slots. A slow host, or one with many sources, does not delay others. */
export class VisitSlots {
  readonly #limits: SlotLimits
  readonly #visit: (source: Source, answered: Answered) => Promise<void>
  readonly #onRoom: () => void
  readonly #hosts = new Map<string, Host>()
  /** Hosts with waiting sources and room for a visit, in turn. */
  readonly #line: Host[] = []
  /** Sources whose last visit was slow. Their next visit counts as slow from the start. */
  readonly #knownSlow = new Set<string>()
  #underWay = 0
  #waiting = 0
  #slow = 0
  /** Visits that have all responses and wait to be processed. */
  #answers = 0

  /** @param visit never rejects */
  constructor(
    limits: SlotLimits,
    visit: (source: Source, answered: Answered) => Promise<void>,
    onRoom: () => void,
  ) {
    this.#limits = limits
    this.#visit = visit
    this.#onRoom = onRoom
  }

  get waiting(): number {
    return this.#waiting
  }

  /** Queues a source. Each host has a queue in order of arrival, and hosts take turns. */
  add(source: Source): void {
    const host = this.#hostFor(source)
    host.waiting.push(source)
    this.#waiting++
    this.#standInLine(host)
  }

  start(): void {
    const { concurrency } = this.#limits
    // If processing is the bottleneck, more documents would only fill the memory.
    while (
      this.#underWay - this.#slow < concurrency &&
      this.#slow < SLOW_FACTOR * concurrency &&
      this.#answers < concurrency
    ) {
      const host = this.#line.shift()
      const source = host?.waiting.shift()
      if (host === undefined || source === undefined) return
      host.inLine = false
      host.underWay++
      this.#underWay++
      this.#waiting--
      this.#standInLine(host)
      void this.#visitNow(source, host)
    }
  }

  #hostFor({ url }: Source): Host {
    return getOrInsert(this.#hosts, hostOf(url), () => ({ underWay: 0, waiting: [], inLine: false }))
  }

  #standInLine(host: Host): void {
    if (host.inLine || host.waiting.length === 0 || host.underWay >= this.#limits.perHost) return
    host.inLine = true
    this.#line.push(host)
  }

  async #visitNow(source: Source, host: Host): Promise<void> {
    let isSlow = this.#knownSlow.delete(source.id)
    if (isSlow) this.#slow++
    const timer = setTimeout(() => {
      this.#knownSlow.add(source.id)
      if (isSlow) return
      isSlow = true
      this.#slow++
      this.#onRoom()
    }, SLOW_MS)
    let isAnswered = false
    const answered = (): void => {
      clearTimeout(timer)
      if (!isAnswered) this.#answers++
      isAnswered = true
      if (isSlow) this.#slow--
      isSlow = false
    }
    try {
      await this.#visit(source, answered)
    } finally {
      answered()
      this.#answers--
      this.#underWay--
      host.underWay--
      this.#standInLine(host)
      this.#onRoom()
    }
  }
}
