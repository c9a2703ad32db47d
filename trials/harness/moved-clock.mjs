// Moves the clock of the process that loads this file: CLOCK_JUMP_MS after CLOCK_AFTER_MS. Timers stay as they are, as
// they do when the time of a machine is set. Threads load this file too.
const RealDate = Date
const { now } = RealDate
const startedAt = now()
const [jumpMs, afterMs] = [Number(process.env.CLOCK_JUMP_MS), Number(process.env.CLOCK_AFTER_MS)]

function movedNow() {
  const real = now()
  return real - startedAt < afterMs ? real : real + jumpMs
}

globalThis.Date = class extends RealDate {
  constructor(...values) {
    if (values.length === 0) super(movedNow())
    else super(...values)
  }

  static now() {
    return movedNow()
  }
}
