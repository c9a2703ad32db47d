/**
 * What work costs, told in a way that a slow or busy machine does not change: by processor time instead of the clock,
 * and where it can be by comparison with a smaller piece of the same work.
 */

/** Runs of which the cheapest counts: what the engine compiles or collects beside one is not there in all. */
const TRIES = 3

/** Below this a difference is as likely the engine's as the work's; far below what quadratic time would be, ms. */
const MIN_MEASURED_MS = 250

/** Fourfold work costs 4 times in linear time and 16 times in quadratic time: between them, on the generous side. */
export const FAR_FROM_QUADRATIC = 10

/** Gives the processor time of `work`, ms. */
export type Meter = (work: () => void) => number

/**
 * How many times the processor time of a quarter of the work the whole of it takes: about 4 in linear time, about 16 in
 * quadratic time. To be held against `FAR_FROM_QUADRATIC`.
 *
 * @param work does work in proportion to `size`; whatever it prepares is counted too
 * @param size of the whole: so large that quadratic time would be seconds
 * @returns the least of three tries; 1 where the whole is too quick to tell
 */
export function costGrowth(work: (size: number) => void, size: number, cpuMs: Meter = measured): number {
  let least = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < TRIES && least >= FAR_FROM_QUADRATIC; tries++) {
    const quarterMs = cpuMs(() => work(Math.ceil(size / 4)))
    const wholeMs = cpuMs(() => work(size))
    if (wholeMs < MIN_MEASURED_MS) return 1
    least = Math.min(least, wholeMs / Math.max(quarterMs, 1))
  }
  return least
}

/**
 * Processor time of `work`, ms: the least of up to three tries, of which one below `limitMs` is the last. For limits
 * that are promised; where the promise is "in proportion to the size", `costGrowth` tells it without a limit.
 */
export function leastCpuMs(work: () => void, limitMs: number, cpuMs: Meter = measured): number {
  let least = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < TRIES && least >= limitMs; tries++) least = Math.min(least, cpuMs(work))
  return least
}

function measured(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
