import type { EpochMs } from './time.ts'

/** The backups that a service makes on schedule. */
export interface BackupState {
  /** When the newest one was made; `null` if there is none. */
  readonly lastAt: EpochMs | null
  /** Its size. */
  readonly bytes: number | null
  /** When the last attempt failed; `null` if it did not. */
  readonly failedAt: EpochMs | null
  /** When the next one is made; `null` while one is made. */
  readonly nextAt: EpochMs | null
}
