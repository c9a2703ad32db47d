import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../../model/errors.ts'
import { type EpochMs, HOUR_MS } from '../../model/time.ts'

const NAME = /^digest-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)Z\.db\.gz$/
/** A draft of a scheduled backup that a killed process left. */
const DRAFT = /^digest-[\dTZ-]+\.db\.gz\.new-/

/** A backup that was made on schedule. Files with other names are never touched. */
export interface ScheduledBackup {
  readonly file: string
  readonly at: EpochMs
}

/** @param at epoch ms; the name has seconds */
export function backupName(at: EpochMs): string {
  // File names on Windows have no colons.
  return `digest-${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z.db.gz`
}

/** Whether the backup was made while the clock was ahead. */
export function isAhead({ at }: Pick<ScheduledBackup, 'at'>, now: EpochMs): boolean {
  return at > now + HOUR_MS
}

/** Lists the backups of a folder, the newest first, those with a future time last; none if there is no folder. */
export async function listBackups(folder: string, now: EpochMs): Promise<ScheduledBackup[]> {
  const backups = (await namesIn(folder)).flatMap((name) => {
    const [, hour, minute, second] = NAME.exec(name) ?? []
    const at = hour === undefined ? Number.NaN : Date.parse(`${hour}:${minute}:${second}Z`)
    return Number.isNaN(at) ? [] : [{ file: join(folder, name), at }]
  })
  return backups.toSorted((a, b) => Number(isAhead(a, now)) - Number(isAhead(b, now)) || b.at - a.at)
}

/** Deletes all but the newest backups. @param keep >= 1. @returns the deleted files */
export async function rotate(folder: string, keep: number, now: EpochMs): Promise<string[]> {
  const surplus = (await listBackups(folder, now)).slice(Math.max(1, keep)).map(({ file }) => file)
  for (const file of surplus) await rm(file, { force: true })
  return surplus
}

/** Deletes drafts of interrupted backups. Call it only while no backup is made there. */
export async function removeDrafts(folder: string): Promise<void> {
  for (const name of await namesIn(folder))
    if (DRAFT.test(name)) await rm(join(folder, name), { force: true })
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((cause: unknown) => {
    if (codeOf(cause) === 'ENOENT') return []
    throw cause
  })
}
