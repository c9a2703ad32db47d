import { createInterface } from 'node:readline/promises'

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
