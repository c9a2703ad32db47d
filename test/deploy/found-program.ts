import { spawnSync } from 'node:child_process'

/** Whether a program that some tests need can be run here; says loudly what is skipped where it cannot. */
export function hasProgram(command: string, args: readonly string[], what: string): boolean {
  const isThere = spawnSync(command, args, { stdio: 'ignore' }).status === 0
  if (!isThere) console.warn(`SKIPPED: ${what}, since '${[command, ...args].join(' ')}' does not run here`)
  return isThere
}
