// Makes the clock and the timers of the process that loads this file CLOCK_SPEED times as fast, from CLOCK_STARTED_AT
// (epoch ms) on. `performance.now` stays as it is, as do timers inside Node.js: work takes as long as ever, and answers
// that wait too long are refused by its measure. Threads load this file too. Each collects its garbage often, so that the
// memory of the process is what it holds.
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers'
import timersPromises from 'node:timers/promises'

const startedAt = Number(process.env.CLOCK_STARTED_AT)
const speed = Number(process.env.CLOCK_SPEED)
let timerSpeed = speed
// Its end has the time that it takes.
process.once('SIGTERM', () => (timerSpeed = 1))

const COLLECT_GARBAGE_MS = 5_000
setInterval(() => globalThis.gc(), COLLECT_GARBAGE_MS).unref()

const RealDate = Date
const realNow = RealDate.now

globalThis.Date = class extends RealDate {
  constructor(...values) {
    if (values.length === 0) super(Date.now())
    else super(...values)
  }

  static now() {
    return Math.floor(startedAt + (realNow() - startedAt) * speed)
  }
}

for (const name of ['setTimeout', 'setInterval']) {
  const { [name]: real } = timers
  const quick = (callback, ms = 1, ...values) => real(callback, ms / timerSpeed, ...values)
  timers[name] = Object.assign(quick, real)
  globalThis[name] = quick
}
const { setTimeout: realPromise } = timersPromises
timersPromises.setTimeout = (ms = 1, ...values) => realPromise(ms / timerSpeed, ...values)
syncBuiltinESMExports()
