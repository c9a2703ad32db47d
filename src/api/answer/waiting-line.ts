import { DigestError } from '../../model/errors.ts'

/** After this much work on answers, ms, further ones wait. */
const BUSY_MS = 5

/** Turns of the event loop between two answers while busy. Node.js accepts one new connection per turn. */
const TURNS_BETWEEN = 8

const MAX_WAIT_MS = 500
const MAX_WAITING = 500

/** This many may exceed the time limit: the thread may have been busy with other work. */
const MAX_PATIENT = 50

/**
 * A queue for answers. Without it, all requests that arrive together are answered in one turn of the event loop, and
 * Node.js accepts only one new connection per turn: with 500 busy clients a new reader waits for minutes. With it, the
 * loop turns several times between two answers, so connections, probes and cached answers get through. A single client
 * never waits.
 */
export class WaitingLine {
  /** Oldest first. */
  #waiting: Waiting[] = []
  /** Start of the current run of answers; `undefined` if the next answer need not wait. */
  #began: number | undefined
  readonly #nowMs: () => number

  /** @param nowMs a monotonic clock */
  constructor(nowMs = () => performance.now()) {
    this.#nowMs = nowMs
  }

  /**
   * Resolves when the answer may be made.
   *
   * @throws DigestError `overloaded`: the queue is full, or it is long and half a second has passed
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
  return new DigestError('overloaded', 'Too many requests at the moment; try again later.')
}
