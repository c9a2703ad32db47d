/** The most that counts between two turns of the event loop, ms. */
const SLICE_MS = 100

/**
 * Calls `end` after `ms` of waiting for others. Time in which this thread did its own work hardly counts: what arrived
 * meanwhile lies in the socket and could not be read. Hence each turn of the event loop counts at most `SLICE_MS`, and
 * sockets are read once more before the end.
 *
 * @returns a function that cancels it
 */
export function startDeadline(ms: number, end: () => void): () => void {
  let left = ms
  let timer: NodeJS.Timeout | undefined
  function wait(): void {
    const slice = Math.min(SLICE_MS, left)
    timer = setTimeout(() => {
      if (left <= 0) return end()
      left -= slice
      wait()
    }, slice)
  }
  wait()
  return () => clearTimeout(timer)
}
