import { setMaxListeners } from 'node:events'

/**
 * Calls `listener` when the signal is aborted, at once if it already is. Many listeners on a shared signal are not a
 * leak here, but Node.js 20 would warn.
 *
 * @returns removes the listener
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  if (signal.aborted) {
    listener()
    return () => undefined
  }
  setMaxListeners(0, signal)
  signal.addEventListener('abort', listener, { once: true })
  return () => signal.removeEventListener('abort', listener)
}
