/** A wait of a loop that something else may end early. */
export interface Pause {
  /** Resolves when it is woken, at the signal, or after `ms`. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>
  /** Ends the present pause. */
  readonly wake: () => void
}

export function createPause(): Pause {
  let end: () => void = () => undefined
  return {
    pause: (ms, signal) =>
      new Promise((resolve) => {
        const timer = setTimeout(done, ms)
        end = done
        signal.addEventListener('abort', done, { once: true })

        function done(): void {
          clearTimeout(timer)
          signal.removeEventListener('abort', done)
          resolve()
        }
      }),
    wake: () => end(),
  }
}
