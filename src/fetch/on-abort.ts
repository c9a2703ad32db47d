import { setMaxListeners } from 'node:events'

/**
 * Calls `listener` when the signal is aborted: at once if it is. Many tasks share a signal, each with a listener of its
 * own: that is no leak, of which Node.js 20 would warn.
 *
 * @returns what takes the listener away again
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
