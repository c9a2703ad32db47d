import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { DigestError } from '../../model/errors.ts'
import { type InnerToken, isInner } from './inner-token.ts'
import { isUnlimited } from './rate-limit.ts'

/** A request waits about this long before it is begun, ms, when requests are more than can be answered. */
const LONGEST_DELAY_MS = 200
const LOOK_EVERY_MS = 100
const RESOLUTION_MS = 10

/** Down at once, up in steps: the load is found where the delay stays short. */
const LESS = 0.7
const MORE = 0.03

/** Of which share of all requests something is refused at least; below, refusing would not help. */
const LEAST_SHARE = 0.05

/**
 * Refuses a part of the requests while there are more than can be answered, so that the others are answered soon. The sign
 * is the delay of the event loop, since requests wait there. The median of the delays counts: a single long pause, as at
 * a start, is not overload.
 */
export class Admission {
  readonly #delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  readonly #timer: NodeJS.Timeout
  readonly #log: FastifyBaseLogger
  /** Of the requests, this share is admitted. */
  #share = 1
  #credit = 1
  #refused = 0

  constructor(log: FastifyBaseLogger) {
    this.#log = log
    this.#delays.enable()
    this.#timer = setInterval(() => this.adapt(this.#delays.percentile(50) / 1e6), LOOK_EVERY_MS)
    this.#timer.unref()
  }

  /** @param delayMs median delay of the event loop since the last look, ms */
  adapt(delayMs: number): void {
    this.#delays.reset()
    const before = this.#share
    this.#share =
      delayMs > LONGEST_DELAY_MS ? Math.max(LEAST_SHARE, before * LESS) : Math.min(1, before + MORE)
    if (before === 1 && this.#share < 1) this.#log.warn('too many requests: some are refused with 503')
    if (before < 1 && this.#share === 1) {
      this.#log.warn({ refused: this.#refused }, 'all requests are answered again')
      this.#refused = 0
    }
  }

  /** Whether the next request may be answered. */
  admits(): boolean {
    if (this.#share === 1) return true
    this.#credit += this.#share
    if (this.#credit >= 1) {
      this.#credit -= 1
      return true
    }
    this.#refused += 1
    return false
  }

  close(): void {
    clearInterval(this.#timer)
    this.#delays.disable()
  }
}

/** Refuses requests that come while there are too many. Checks of health are always answered. */
export function refuseOverload(app: FastifyInstance, token: InnerToken): void {
  const admission = new Admission(app.log)
  app.addHook('onClose', () => admission.close())
  app.addHook('onRequest', (request, _reply, done) => {
    if (isUnlimited(request) || isInner(request, token) || admission.admits()) return done()
    done(new DigestError('overloaded', 'There are more requests than can be answered; try again later.'))
  })
}
