import { statSync } from 'node:fs'
import type { Logger } from 'pino'
import type { Config } from '../../config/config.ts'
import { DigestError, messageOf } from '../../model/errors.ts'
import { HOUR_MS, MINUTE_MS } from '../../model/time.ts'

export interface ReloadDeps {
  /** The settings' file, absolute. */
  readonly file: string
  /** Reads all settings again. Throws `configInvalid` with all errors. */
  readonly load: () => Config
  readonly change: (settings: Config) => Promise<void>
  /** Whether the service runs by what the file says now; `false` also while a change waits for what is under way. */
  readonly onState: (isTaken: boolean) => void
  readonly log: Logger
}

/** Before settings with a fault are read again. It doubles each time. */
const FIRST_RETRY_MS = MINUTE_MS
const LAST_RETRY_MS = HOUR_MS

/**
 * Creates the function that reads the settings again and applies them. Calls run one after the other. Invalid
 * settings change nothing, and each error is logged with its position. They are read again after a minute, and then less
 * often: the fault may be outside of the file, such as a secret that comes a moment later. The function never rejects.
 */
export function createReload({ file, load, change, onState, log }: ReloadDeps): () => Promise<void> {
  let last = Promise.resolve()
  let again: NodeJS.Timeout | undefined

  const enqueue = (...retry: Parameters<typeof reload>): Promise<void> =>
    (last = last.then(() => reload(...retry)))

  /** @param failure what was wrong the last time, and is logged */
  async function reload(waitMs = FIRST_RETRY_MS, failure?: string): Promise<void> {
    clearTimeout(again)
    onState(false)
    try {
      const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
      if (size === 0) {
        // An editor whose disk is full leaves an empty file: without its keys, everybody could read.
        log.error(`${file} is missing or empty: the settings stay as they were`)
        return
      }
      const settings = load()
      for (const warning of settings.warnings) log.warn(warning)
      await change(settings)
      onState(true)
    } catch (cause) {
      const message = messageOf(cause)
      const nextMs = Math.min(LAST_RETRY_MS, 2 * waitMs)
      again = setTimeout(() => void enqueue(nextMs, message), waitMs).unref()
      if (message === failure) return
      const isInvalid = cause instanceof DigestError && cause.code === 'configInvalid'
      for (const line of message.split('\n')) log.error(line)
      log.error(isInvalid ? 'the settings stay as they were' : 'the settings could not be changed')
    }
  }

  return () => enqueue()
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
