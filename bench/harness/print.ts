/** One line on standard output. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
