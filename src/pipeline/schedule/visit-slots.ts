import type { Source } from '../../model/source.ts'
import { hostOf } from '../../url/host.ts'

export interface SlotLimits {
  /** Concurrent visits at most. Visits that wait for a slow server do not count, see `SLOW_MS`. */
  readonly concurrency: number
  /** Concurrent visits to one host at most. */
  readonly perHost: number
}

/** Starts visits when there is room for them. A slow host or one with many sources does not delay other hosts. */
export interface VisitSlots {
  /** Queues a source for its visit. Each host has a queue in order of arrival, and the hosts take turns. */
  add(source: Source): void
  /** Starts visits until there is no room for another. */
  start(): void
  readonly underWay: number
  readonly waiting: number
}

/** A visit calls it when it has all responses and no longer waits for a server. */
export type Answered = () => void

/** A visit without all responses after this time counts as slow, and another may start in its place. */
const SLOW_MS = 250

/** Limit of slow visits, as a multiple of `concurrency`. Each needs little more than a socket. */
const SLOW_FACTOR = 32

interface Host {
  underWay: number
  readonly waiting: Source[]
  /** Whether the host is in `line`. */
  inLine: boolean
}

/** @param visit never rejects */
export function createVisitSlots(
  { concurrency, perHost }: SlotLimits,
  visit: (source: Source, answered: Answered) => Promise<void>,
  onRoom: () => void,
): VisitSlots {
  const hosts = new Map<string, Host>()
  /** Hosts with waiting sources and room for a visit, in turn. */
  const line: Host[] = []
  /** Sources whose last visit was slow. Their next visit counts as slow from the start. */
  const knownSlow = new Set<string>()
  let underWay = 0
  let waiting = 0
  let slow = 0
  /** Visits that have all responses and wait for our own work. */
  let answers = 0

  function hostFor({ url }: Source): Host {
    const name = hostOf(url)
    const known = hosts.get(name)
    if (known !== undefined) return known
    const host: Host = { underWay: 0, waiting: [], inLine: false }
    hosts.set(name, host)
    return host
  }

  function standInLine(host: Host): void {
    if (host.inLine || host.waiting.length === 0 || host.underWay >= perHost) return
    host.inLine = true
    line.push(host)
  }

  async function visitNow(source: Source, host: Host): Promise<void> {
    let isSlow = knownSlow.delete(source.id)
    if (isSlow) slow++
    const timer = setTimeout(() => {
      knownSlow.add(source.id)
      if (isSlow) return
      isSlow = true
      slow++
      onRoom()
    }, SLOW_MS)
    let isAnswered = false
    const answered = (): void => {
      clearTimeout(timer)
      if (!isAnswered) answers++
      isAnswered = true
      if (isSlow) slow--
      isSlow = false
    }
    try {
      await visit(source, answered)
    } finally {
      answered()
      answers--
      underWay--
      host.underWay--
      standInLine(host)
      onRoom()
    }
  }

  return {
    add(source) {
      const host = hostFor(source)
      host.waiting.push(source)
      waiting++
      standInLine(host)
    },
    start() {
      // If our own work is the slow part, further documents would only fill the memory.
      while (underWay - slow < concurrency && slow < SLOW_FACTOR * concurrency && answers < concurrency) {
        const host = line.shift()
        const source = host?.waiting.shift()
        if (host === undefined || source === undefined) return
        host.inLine = false
        host.underWay++
        underWay++
        waiting--
        standInLine(host)
        void visitNow(source, host)
      }
    },
    get underWay() {
      return underWay
    },
    get waiting() {
      return waiting
    },
  }
}
