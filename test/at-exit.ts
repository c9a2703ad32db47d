const ends: (() => void)[] = []

/** Runs `end`, which can wait for nothing, when this process ends: what several test files share ends then. */
export function atExit(end: () => void): void {
  if (ends.push(end) > 1) return
  process.once('exit', () => {
    for (const each of ends.toReversed()) each()
  })
  // Vitest ends its processes so.
  process.once('SIGTERM', () => process.exit())
}
