import { onAbort } from '../../fetch/on-abort.ts'

/** A wait that something else can end early. */
export type Pause = ReturnType<typeof createPause>

/** Longest timer of Node.js, which treats longer and negative ones as 1 ms and warns. */
const MAX_TIMER_MS = 2 ** 31 - 1

export function createPause() {
  let end: () => void = () => undefined
  return {
    /**
     * Resolves when woken, at the signal, or after `ms`: at once if `ms` is negative or the signal has come, and after
     * 24 days at most.
     */
    pause: (ms: number, signal: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve()
        const timer = setTimeout(done, Math.min(Math.max(ms, 0), MAX_TIMER_MS))
        end = done
        const stopListening = onAbort(signal, done)

        function done(): void {
          clearTimeout(timer)
          stopListening()
          resolve()
        }
      }),
    /** Ends the current pause. */
    wake: () => end(),
  }
}
