import type { Source } from '../../model/source.ts'
import { hostOf } from '../../url/host.ts'

export interface SlotLimits {
  /** Visits at once that move: those that wait for a server that is slow do not count, see `SLOW_MS`. */
  readonly concurrency: number
  /** Visits at once to one host. */
  readonly perHost: number
}

/** Begins visits as there is room for them: no host, however slow and however many its sources, holds up another's. */
export interface VisitSlots {
  /** Lets a source wait for its visit; the first to come is the first to go, but for its host's turn. */
  add(source: Source): void
  /** Begins what there is room for. */
  start(): void
  readonly underWay: number
  readonly waiting: number
}

/** Called by a visit once it has all that it asked for and waits for no server any more. */
export type Answered = () => void

/** After this time without an answer a visit waits for its server, and another may begin in its place. */
const SLOW_MS = 250

/** Visits that may wait for slow servers, as a multiple of `concurrency`: each holds a socket and little else. */
const SLOW_FACTOR = 32

interface Host {
  underWay: number
  readonly waiting: Source[]
  /** Whether it stands in the line of hosts. */
  inLine: boolean
}

/** @param visit never rejects */
export function createVisitSlots(
  { concurrency, perHost }: SlotLimits,
  visit: (source: Source, answered: Answered) => Promise<void>,
  onRoom: () => void,
): VisitSlots {
  const hosts = new Map<string, Host>()
  /** Hosts that can bear a visit and have sources waiting, in turn. */
  const line: Host[] = []
  /** Sources whose last visit had to wait: the next one will, so it takes no room from the others. */
  const knownSlow = new Set<string>()
  let underWay = 0
  let waiting = 0
  let slow = 0
  /** Visits that have all they asked for and wait for our own work. */
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
      // Where our own work is what is slow, more documents would only fill the memory.
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
