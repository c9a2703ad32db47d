import { statSync } from 'node:fs'

export interface SettingsWatch {
  stop(): void
}

/** Between looks at the file. A change is told when the file was the same twice: an editor may still be writing. */
const LOOK_EVERY_MS = 1_000

/**
 * Tells when a file has changed, by its size, times and number. Polling also sees what `fs.watch` does not: files on
 * network drives, in containers, and those that are replaced through a link. A file that is gone is no change; one that comes
 * back is.
 */
export function watchSettings(file: string, onChange: () => void, everyMs = LOOK_EVERY_MS): SettingsWatch {
  let told = stateOf(file)
  let last = told
  const timer = setInterval(() => {
    const state = stateOf(file)
    const isSettled = state === last
    last = state
    if (!isSettled || state === undefined || state === told) return
    told = state
    onChange()
  }, everyMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

function stateOf(file: string): string | undefined {
  try {
    const { ino, size, mtimeMs, ctimeMs } = statSync(file)
    return `${ino} ${size} ${mtimeMs} ${ctimeMs}`
  } catch {
    return undefined
  }
}
