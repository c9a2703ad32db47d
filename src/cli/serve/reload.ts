import { statSync } from 'node:fs'
import type { Logger } from 'pino'
import type { Config } from '../../config/config.ts'
import { DigestError, messageOf } from '../../model/errors.ts'

export interface ReloadDeps {
  /** The settings' file, absolute. */
  readonly file: string
  /** Reads all settings again. Throws `configInvalid` with all errors. */
  readonly load: () => Config
  readonly change: (settings: Config) => Promise<void>
  readonly log: Logger
}

/**
 * Creates the function that reads the settings again and applies them. Calls run one after the other. Invalid
 * settings change nothing, and each error is logged with its position. The function never rejects.
 */
export function createReload({ file, load, change, log }: ReloadDeps): () => Promise<void> {
  let last = Promise.resolve()

  async function reload(): Promise<void> {
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
    if (size === 0) {
      // An editor whose disk is full leaves an empty file: without its keys, everybody could read.
      log.error(`${file} is missing or empty: the settings stay as they were`)
      return
    }
    try {
      const settings = load()
      for (const warning of settings.warnings) log.warn(warning)
      await change(settings)
    } catch (cause) {
      const isInvalid = cause instanceof DigestError && cause.code === 'configInvalid'
      for (const line of messageOf(cause).split('\n')) log.error(line)
      log.error(isInvalid ? 'the settings stay as they were' : 'the settings could not be changed')
    }
  }

  return () => (last = last.then(reload))
}

/**
 * Interval of the checks. A change is reported when two checks in a row find the same file: an editor may
 * still be writing.
 */
const CHECK_EVERY_MS = 1_000

/**
 * Watches a file by its size, times and inode. Polling also sees changes that `fs.watch` misses: on network
 * drives, in containers, and through symbolic links. A file that disappears is a change, and so is one that comes
 * back.
 */
export function watchSettings(file: string, onChange: () => void): void {
  let reported = stateOf(file)
  let last = reported
  const timer = setInterval(() => {
    const state = stateOf(file)
    const isStable = state === last
    last = state
    if (!isStable || state === reported) return
    reported = state
    onChange()
  }, CHECK_EVERY_MS)
  timer.unref()
}

function stateOf(file: string): string | undefined {
  try {
    const { ino, size, mtimeMs, ctimeMs } = statSync(file)
    return `${ino} ${size} ${mtimeMs} ${ctimeMs}`
  } catch {
    return undefined
  }
}
