/** Longest time that counts per turn of the event loop. */
const SLICE_MS = 100

/**
 * Calls `end` after waiting `ms` for others. Time in which this thread was busy hardly counts, since data that arrived
 * could not be read: each turn of the event loop counts at most `SLICE_MS`, and sockets are read once more before the
 * end.
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
