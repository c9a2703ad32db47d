import { MINUTE_MS, SECOND_MS } from '../../model/time.ts'

const FIRST_MS = SECOND_MS
const LAST_MS = MINUTE_MS

/** Delays before what has died is started again: 1 s, and twice as long each time, up to a minute. */
export interface RestartDelay {
  /** ms */
  next(): number
  /** What was started works: the next delay is the first one again. */
  reset(): void
}

export function createRestartDelay(): RestartDelay {
  let nextMs = FIRST_MS
  return {
    next() {
      const ms = nextMs
      nextMs = Math.min(LAST_MS, nextMs * 2)
      return ms
    },
    reset() {
      nextMs = FIRST_MS
    },
  }
}
