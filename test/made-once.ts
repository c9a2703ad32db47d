import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { atExit } from './at-exit.ts'

const RUN = 'TEST_RUN_FOLDER'
const ASK_AGAIN_MS = 50

/** Gives the processes of this run a folder in common. @returns what removes it */
export function beginRun(): () => void {
  const folder = newRun()
  process.env[RUN] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

/**
 * What takes long to make: the first process of a run that needs it makes it, and others wait for that.
 *
 * @param make gives a folder of its own, which nothing uses any more
 * @returns the folder, of which each process takes a copy
 */
export async function madeOnce(name: string, make: () => Promise<string>): Promise<string> {
  const run = (process.env[RUN] ??= ownRun())
  const made = join(run, name)
  const lock = `${made}-lock`
  while (!existsSync(made)) {
    if (isTaken(lock)) {
      try {
        if (!existsSync(made)) renameSync(await make(), made)
      } finally {
        rmdirSync(lock)
      }
    } else await sleep(ASK_AGAIN_MS)
  }
  return made
}

function newRun(): string {
  const folder = mkdtempSync(join(tmpdir(), 'digest-run-'))
  // Processes of other users read there too.
  chmodSync(folder, 0o755)
  return folder
}

/** Outside of a run of the tests. */
function ownRun(): string {
  const folder = newRun()
  atExit(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function isTaken(lock: string): boolean {
  try {
    mkdirSync(lock)
    return true
  } catch {
    return false
  }
}
