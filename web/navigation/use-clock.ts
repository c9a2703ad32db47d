import { useEffect, useMemo, useState } from 'preact/hooks'

const MINUTE_MS = 60_000

/**
 * The service's clock, epoch ms, which goes on from `start`: the browser's own may be wrong.
 *
 * @returns the time as of the last full minute, and the clock itself
 */
export function useClock(start: number): readonly [now: number, clock: () => number] {
  const [now, setNow] = useState(start)
  const clock = useMemo(() => {
    const startedAt = performance.now()
    return () => start + performance.now() - startedAt
  }, [start])
  useEffect(() => {
    const ticking = setInterval(() => setNow(clock()), MINUTE_MS)
    return () => clearInterval(ticking)
  }, [])
  return [now, clock]
}
