import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atExit } from './at-exit.ts'

/** A new empty folder. It is removed when this process ends. */
export function scratchFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `content-digest-${name}-`))
  atExit(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
