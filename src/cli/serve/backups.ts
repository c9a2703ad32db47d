// oxlint-disable-next-line no-restricted-imports -- it starts this program again, and no other
import { fork } from 'node:child_process'
import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import type { BackupState } from '../../model/backup.ts'
import { messageOf } from '../../model/errors.ts'
import type { StoreAddress } from '../../model/store-address.ts'
import { type Clock, DAY_MS, type EpochMs, HOUR_MS, MINUTE_MS } from '../../model/time.ts'
import { createPause } from '../../pipeline/schedule/pause.ts'
import {
  backupName,
  isAhead,
  listBackups,
  removeDrafts,
  rotate,
  type ScheduledBackup,
} from '../../store/backup/rotation.ts'
import type { BackupRequest, BackupResult } from './backup-process.ts'

interface BackupSchedule {
  readonly everyMs: number
  /** Number of backups to keep, at least 1. */
  readonly keep: number
  /** Absolute path. */
  readonly folder: string
}

export interface RunningBackup {
  /** Resolves when the file is complete and verified. */
  readonly done: Promise<void>
  /** Aborts it; `done` then rejects. */
  stop(): void
}

interface BackupDeps {
  /** Makes and verifies a backup in a new file. The folder exists. */
  readonly make: (file: string) => Promise<void>
  /** Resolves when every source has been visited. The very first backup waits for it, for a limited time. */
  readonly visited: Promise<void>
  /** Time of the last failed attempt with earlier settings; `null` for none. The next attempt does not wait. */
  readonly failedAt: EpochMs | null
  readonly onState: (state: BackupState) => void
  readonly log: Pick<Logger, 'info' | 'error'>
  readonly now: Clock
}

/** Longest sleep, so that suspending the machine or setting its clock delays a backup by no more. */
const MAX_SLEEP_MS = HOUR_MS
/** Longest wait of the first backup for unvisited sources. */
const FIRST_WITHIN_MS = 10 * MINUTE_MS
/** Delay after a failed backup; `every` if that is less. */
const RETRY_MS = HOUR_MS

/**
 * Makes a backup whenever the newest in the folder is older than `every`, and then deletes the oldest. A failure is
 * logged and deletes none.
 */
export function startBackups(
  { everyMs, keep, folder }: BackupSchedule,
  { make, visited, failedAt: failedBefore, onState, log, now }: BackupDeps,
) {
  const stop = new AbortController()
  const { pause, wake } = createPause()
  let firstAt = now() + FIRST_WITHIN_MS
  const begin = async (): Promise<void> => {
    await visited
    firstAt = now()
    wake()
  }
  void begin()
  let failedAt = failedBefore

  async function run(): Promise<void> {
    for (;;) {
      const first = firstAt
      const state = await stateOf()
      if (stop.signal.aborted) return
      onState(state)
      const wait = (state.nextAt ?? 0) - now()
      if (wait > 0) {
        // The wait changed during the check.
        if (first === firstAt) await pause(Math.min(wait, MAX_SLEEP_MS), stop.signal)
        continue
      }
      onState({ ...state, nextAt: null })
      await attempt()
    }
  }

  async function stateOf(): Promise<BackupState> {
    const [newest] = await listBackups(folder, now()).catch(() => [])
    const size = newest === undefined ? undefined : await stat(newest.file).catch(() => undefined)
    const retryAt =
      failedAt === null || failedAt === failedBefore || failedAt > now()
        ? 0
        : failedAt + Math.min(RETRY_MS, everyMs)
    return {
      lastAt: newest?.at ?? null,
      bytes: size?.size ?? null,
      failedAt,
      nextAt: Math.max(dueAt(newest), retryAt),
    }
  }

  function dueAt(newest: ScheduledBackup | undefined): EpochMs {
    if (newest === undefined) return firstAt
    return isAhead(newest, now()) ? 0 : newest.at + everyMs
  }

  async function attempt(): Promise<void> {
    const file = join(folder, backupName(now()))
    try {
      const made = await mkdir(folder, { recursive: true })
      // The name may be mistyped, or the disk not mounted.
      if (made !== undefined) log.info(`there was no folder ${made} for backups; it was made`)
      await removeDrafts(folder)
      if (stop.signal.aborted) return
      await make(file)
      failedAt = null
      const deleted = await rotate(folder, keep, now())
      log.info(
        `backup made and verified: ${file}${deleted.length === 0 ? '' : `; ${deleted.length} older deleted`}`,
      )
    } catch (cause) {
      if (stop.signal.aborted) return
      failedAt = now()
      log.error(`the backup to ${file} failed, and no older one was deleted: ${messageOf(cause)}`)
    }
  }

  const ended = run().catch((cause: unknown) => {
    if (!stop.signal.aborted) log.error(`backups have ended: ${messageOf(cause)}`)
  })
  return {
    /** Starts no further backup, and waits for a running one. */
    async stop(): Promise<void> {
      stop.abort()
      await ended
      await removeDrafts(folder).catch(() => undefined)
    },
  }
}

/**
 * Makes a backup in its own process. Verifying a large store blocks a thread for seconds, and a process can always be
 * killed, even while it waits for a disk or database that does not answer.
 */
export function backupInProcess(store: StoreAddress, file: string, maxMs = DAY_MS): RunningBackup {
  const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  const child = fork(fileURLToPath(new URL(`./backup-process.${ending}`, import.meta.url)), [], {
    serialization: 'advanced',
    timeout: maxMs,
    killSignal: 'SIGKILL',
  })
  const done = new Promise<void>((resolve, reject) => {
    child.once('message', ({ error }: BackupResult) =>
      error === undefined ? resolve() : reject(new Error(error)),
    )
    child.once('error', reject)
    child.once('exit', (code, signal) => reject(new Error(`its process ended (${signal ?? code})`)))
  })
  child.send({ store, file } satisfies BackupRequest, () => undefined)
  return { done, stop: () => void child.kill('SIGKILL') }
}
