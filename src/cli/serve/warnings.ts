/** Takes the warnings of this thread, which Node.js would print in its own format. */
export function takeWarnings(take: (message: string) => void): void {
  process.removeAllListeners('warning')
  process.on('warning', ({ message }) => take(message))
}
