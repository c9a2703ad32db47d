import { useEffect, useMemo, useState } from 'preact/hooks'
import { MINUTE_MS } from '../../src/model/time.ts'
import type { State } from '../state.ts'
import { isShell } from '../worker/offline-shell.ts'
import { isNumber, readStored, writeStored } from './stored.ts'

const KEY = 'digest-clock'

/**
 * The service's clock, epoch ms, counted on from when it answered. The browser's own clock may be wrong.
 *
 * @returns the time of the last full minute, and the clock itself
 */
export function useServiceClock(state: State): readonly [now: number, clock: () => number] {
  const start = useMemo(() => startOf(state), [])
  const [now, setNow] = useState(start)
  const clock = useMemo(() => {
    const [startedAt, startedOn] = [performance.now(), Date.now()]
    // While the machine sleeps, only the date goes on. If somebody sets that back, only the other one does.
    return () => start + Math.max(performance.now() - startedAt, Date.now() - startedOn)
  }, [])
  useEffect(() => {
    const ticking = setInterval(() => setNow(clock()), MINUTE_MS)
    return () => clearInterval(ticking)
  }, [])
  return [now, clock]
}

/** Without a connection, the browser's clock counts on from when the service last answered. */
function startOf(state: State): number {
  const { now } = state
  if (isShell(state)) return Math.max(now, Date.now() + readStored(KEY, isNumber, 0))
  writeStored(KEY, now - Date.now())
  return now
}
