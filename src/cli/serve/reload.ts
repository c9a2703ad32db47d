import { statSync } from 'node:fs'
import type { Logger } from 'pino'
import type { Config } from '../../config/config.ts'
import { DigestError, messageOf } from '../../model/errors.ts'
import { HOUR_MS, MINUTE_MS } from '../../model/time.ts'

interface ReloadDeps {
  /** The settings' file, absolute. */
  readonly file: string
  /** Reads all settings again. Throws `configInvalid` with all errors. */
  readonly load: () => Config
  readonly change: (settings: Config) => Promise<void>
  /** Whether the service runs with the current file; `false` also while a change is being applied. */
  readonly onState: (isTaken: boolean) => void
  readonly log: Logger
}

/** Delay before invalid settings are read again. It doubles each time. */
const FIRST_RETRY_MS = MINUTE_MS
const LAST_RETRY_MS = HOUR_MS

/**
 * Creates the function that reloads and applies settings; calls run one after the other. Invalid settings change
 * nothing, and each error is logged with its position. They are read again at growing intervals, since the fault may be
 * outside the file, such as a secret that appears later. The function never rejects.
 */
export function createReload({ file, load, change, onState, log }: ReloadDeps): () => Promise<void> {
  let last = Promise.resolve()
  let again: NodeJS.Timeout | undefined

  const enqueue = (...retry: Parameters<typeof reload>): Promise<void> =>
    (last = last.then(() => reload(...retry)))

  /** @param failure the last logged error */
  async function reload(waitMs = FIRST_RETRY_MS, failure?: string): Promise<void> {
    clearTimeout(again)
    onState(false)
    try {
      const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
      if (size === 0) {
        // An editor on a full disk leaves an empty file: without keys, everybody could read.
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

/** Interval of the checks. A change is reported when two checks find the same state: an editor may still be writing. */
const CHECK_EVERY_MS = 1_000

/**
 * Watches a file's size, times and inode. Polling also works where `fs.watch` misses changes: on network drives, in
 * containers and through symbolic links. Deletion and return are changes too.
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
