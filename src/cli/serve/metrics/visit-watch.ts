import type { Visit } from '../../../pipeline/visit/digest-arrival.ts'
import type { WatchVisit } from '../../collecting.ts'

/** A visit and its course, on the clock of `performance.now`. */
export interface EndedVisit {
  readonly startedAt: number
  /** When it had all responses; `undefined` if it failed before. */
  readonly answeredAt: number | undefined
  readonly endedAt: number
  /** `undefined` if it was stopped or could not be saved. */
  readonly visit: Visit | undefined
}

/** Numbers of visits at this moment. */
interface RunningVisits {
  /** Those that wait for a server. */
  readonly fetching: number
  /** Those that have all responses and wait for being digested and saved, one after the other. */
  readonly digesting: number
}

/** Watches visits from their start to their end. */
export class VisitWatch {
  readonly #onEnd: (visit: EndedVisit) => void
  #fetching = 0
  #digesting = 0

  constructor(onEnd: (visit: EndedVisit) => void) {
    this.#onEnd = onEnd
  }

  running(): RunningVisits {
    return { fetching: this.#fetching, digesting: this.#digesting }
  }

  readonly watch: WatchVisit = async (answered, run) => {
    const startedAt = performance.now()
    let answeredAt: number | undefined
    let visit: Visit | undefined
    this.#fetching++
    try {
      visit = await run(() => {
        answeredAt = performance.now()
        this.#fetching--
        this.#digesting++
        answered()
      })
      return visit
    } finally {
      if (answeredAt === undefined) this.#fetching--
      else this.#digesting--
      this.#onEnd({ startedAt, answeredAt, endedAt: performance.now(), visit })
    }
  }
}
