import { DigestError } from '../../model/errors.ts'

/** Answers that take longer together make others wait, ms. */
const BUSY_MS = 5

/** Turns of the event loop between two answers while it is busy. Node.js accepts one new connection in each. */
const TURNS_BETWEEN = 8

const MAX_WAIT_MS = 500
const MAX_WAITING = 500

/** So many may wait for longer: the thread may have been busy with something else. */
const MAX_PATIENT = 50

/**
 * Where answers wait until they can be made. Requests that arrive together would all be answered in one turn of the event
 * loop, and Node.js accepts one new connection a turn: with 500 busy clients a new reader would wait for minutes. Here
 * the event loop turns several times between two answers, so that connections, probes and answers that are kept come
 * through. Nothing waits while one client asks.
 */
export class WaitingLine {
  /** The oldest first. */
  #waiting: Waiting[] = []
  /** When the answers that are made at present began; `undefined` if the next one need not wait. */
  #began: number | undefined
  readonly #nowMs: () => number

  /** @param nowMs a clock that never goes back */
  constructor(nowMs = () => performance.now()) {
    this.#nowMs = nowMs
  }

  /**
   * Resolves when the answer is to be made.
   *
   * @throws DigestError `overloaded`: the line is full, or long and half a second was not enough
   */
  async enter(): Promise<void> {
    const now = this.#nowMs()
    if (this.#began === undefined) this.#begin(now)
    else if (this.#waiting.length >= MAX_WAITING) throw overloaded()
    else if (this.#waiting.length > 0 || now - this.#began > BUSY_MS)
      await new Promise<void>((go, refuse) => this.#waiting.push({ since: now, go, refuse }))
  }

  #begin(now: number): void {
    this.#began = now
    setImmediate(() => {
      const isBusy = this.#waiting.length > 0 || this.#nowMs() - now > BUSY_MS
      afterTurns(isBusy ? TURNS_BETWEEN : 0, () => this.#next())
    })
  }

  #next(): void {
    const now = this.#nowMs()
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      if (this.#waiting.length >= MAX_PATIENT && now - next.since > MAX_WAIT_MS) next.refuse(overloaded())
      else {
        this.#begin(now)
        next.go()
        return
      }
    }
    this.#began = undefined
  }
}

interface Waiting {
  readonly since: number
  readonly go: () => void
  readonly refuse: (error: DigestError) => void
}

function afterTurns(turns: number, then: () => void): void {
  if (turns === 0) then()
  else setImmediate(() => afterTurns(turns - 1, then))
}

function overloaded(): DigestError {
  return new DigestError('overloaded', 'More answers are asked for than can be made; try again later.')
}
