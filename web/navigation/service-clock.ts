import { useEffect, useMemo, useState } from 'preact/hooks'
import { MINUTE_MS } from '../../src/model/time.ts'
import type { State } from '../state.ts'
import { isShell } from '../worker/offline-shell.ts'
import { isNumber, readStored, writeStored } from './stored.ts'

const KEY = 'digest-clock'

/**
 * The service's clock, epoch ms, continued from its last answer. The browser's clock may be wrong.
 *
 * @returns the time of the last full minute, and the clock itself
 */
export function useServiceClock(state: State): readonly [now: number, clock: () => number] {
  const start = useMemo(() => startOf(state), [])
  const [now, setNow] = useState(start)
  const clock = useMemo(() => {
    const [startedAt, startedOn] = [performance.now(), Date.now()]
    // `performance.now` stops while the machine sleeps, and `Date.now` may be set back, so the larger difference
    // counts.
    return () => start + Math.max(performance.now() - startedAt, Date.now() - startedOn)
  }, [])
  useEffect(() => {
    const ticking = setInterval(() => setNow(clock()), MINUTE_MS)
    return () => clearInterval(ticking)
  }, [])
  return [now, clock]
}

/** Offline, the browser's clock continues from the service's last answer. */
function startOf(state: State): number {
  const { now } = state
  if (isShell(state)) return Math.max(now, Date.now() + readStored(KEY, isNumber, 0))
  writeStored(KEY, now - Date.now())
  return now
}
