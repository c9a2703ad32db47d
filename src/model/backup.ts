import type { EpochMs } from './time.ts'

/** Scheduled backups. */
export interface BackupState {
  /** Time of the newest one; `null` if there is none. */
  readonly lastAt: EpochMs | null
  readonly bytes: number | null
  /** Time of the last attempt, if it failed; otherwise `null`. */
  readonly failedAt: EpochMs | null
  /** Time of the next one; `null` while one is made. */
  readonly nextAt: EpochMs | null
}
