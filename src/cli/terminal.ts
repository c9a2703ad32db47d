import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { DigestError } from '../model/errors.ts'
import { DAY_MS, type EpochMs, HOUR_MS, MINUTE_MS } from '../model/time.ts'

/** A time relative to `now`: `in 5 min`, `3 h ago`. */
export function relativeTime(at: EpochMs, now: EpochMs): string {
  const distance = Math.abs(at - now)
  if (distance < MINUTE_MS) return 'now'
  return at > now ? `in ${span(distance)}` : `${span(distance)} ago`
}

function span(ms: number): string {
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`
  return ms < 2 * DAY_MS ? `${Math.floor(ms / HOUR_MS)} h` : `${Math.floor(ms / DAY_MS)} days`
}

/** Removes what a terminal would obey: control characters, line breaks and direction marks. */
export function printable(line: string): string {
  return line.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu, ' ')
}

/** Asks at the terminal. @throws DigestError('parameterInvalid') if there is no answer, as after Ctrl-D or Ctrl-C */
export type Ask = (question: string) => Promise<string>

export async function agrees(ask: Ask, question: string): Promise<boolean> {
  return /^y(?:es)?$/i.test((await ask(`${question} [y/N] `)).trim())
}

/** @returns `undefined` if nobody can answer, as in a script or a pipe */
export function askAtTerminal(): Ask | undefined {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return undefined
  return async (question) => {
    const lines = createInterface({ input: process.stdin, output: process.stdout })
    try {
      // Depending on its version, Node.js rejects or never settles.
      const none = once(lines, 'close').then(() => undefined)
      const answer = await Promise.race([lines.question(question).catch(() => undefined), none])
      if (answer === undefined)
        throw new DigestError('parameterInvalid', '\nthere was no answer, and nothing was done')
      return answer
    } finally {
      lines.close()
    }
  }
}
