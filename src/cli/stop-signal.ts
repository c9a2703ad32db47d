/** Runs work that Ctrl-C and service managers can end. */
export async function withStopSignal<T>(
  work: (signal: AbortSignal) => Promise<T>,
  signals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM'],
): Promise<T> {
  const stop = new AbortController()
  const onSignal = (): void => stop.abort()
  for (const signal of signals) process.once(signal, onSignal)
  try {
    return await work(stop.signal)
  } finally {
    for (const signal of signals) process.off(signal, onSignal)
  }
}
