/** A clock, epoch ms, that shows `begin` now and goes on from there, for what waits in earnest. */
export function runningClock(begin: number): () => number {
  const startedAt = performance.now()
  return () => begin + Math.floor(performance.now() - startedAt)
}
