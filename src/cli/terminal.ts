import { createInterface } from 'node:readline/promises'
import { DAY_MS, type EpochMs, HOUR_MS, MINUTE_MS } from '../model/time.ts'

/** `in 5 min`, `3 h ago`: a moment as people say it, seen from `now`. */
export function relativeTime(at: EpochMs, now: EpochMs): string {
  const distance = Math.abs(at - now)
  if (distance < MINUTE_MS) return 'now'
  return at > now ? `in ${span(distance)}` : `${span(distance)} ago`
}

function span(ms: number): string {
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`
  return ms < 2 * DAY_MS ? `${Math.floor(ms / HOUR_MS)} h` : `${Math.floor(ms / DAY_MS)} days`
}

/** What a source says must not steer the terminal. */
export function printable(line: string): string {
  return line.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
}

/** Asks the person at the terminal. */
export type Ask = (question: string) => Promise<string>

/** @returns `undefined` where nobody can answer: a script, a pipe */
export function askAtTerminal(): Ask | undefined {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return undefined
  return async (question) => {
    const lines = createInterface({ input: process.stdin, output: process.stdout })
    try {
      return await lines.question(question)
    } finally {
      lines.close()
    }
  }
}
