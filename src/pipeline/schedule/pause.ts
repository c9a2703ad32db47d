import { onAbort } from '../../fetch/on-abort.ts'

/** A wait of a loop that something else may end early. */
export type Pause = ReturnType<typeof createPause>

/** The longest timer of Node.js. It takes a longer one for 1 ms, and warns of it, as it does of a negative one. */
const MAX_TIMER_MS = 2 ** 31 - 1

export function createPause() {
  let end: () => void = () => undefined
  return {
    /**
     * Resolves when it is woken, at the signal, or after `ms`: at once if that is negative or the signal has come, and after
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
    /** Ends the present pause. */
    wake: () => end(),
  }
}
