import type { ReadStore } from '../../store/read-store.ts'

/** Waits until the store has another version, at most `ms`. */
export function awaitChange(
  store: Pick<ReadStore, 'onChange'>,
  ms: number,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      stop()
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const stop = store.onChange(end)
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}
