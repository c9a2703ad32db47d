import { existsSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DigestError } from '../../model/errors.ts'

export function databaseFiles(file: string): string[] {
  return [file, ...besideFiles(file)]
}

function besideFiles(file: string): string[] {
  return ['-wal', '-shm', '-journal'].map((ending) => file + ending)
}

/** The path without symbolic links, where SQLite keeps its log. The file need not exist. */
export function realPathOf(file: string): string {
  for (const path of [file, dirname(file)]) {
    try {
      const real = realpathSync.native(path)
      return path === file ? real : join(real, basename(file))
    } catch {
      // The folder may exist even if the file does not.
    }
  }
  return file
}

/**
 * Refuses to create a store beside SQLite's files of another one: SQLite would apply that log to the new store and
 * damage both. The earlier store may have been deleted or moved, perhaps while a process still writes to it.
 *
 * @throws DigestError('storeForeign')
 */
export function refuseLeftovers(file: string): void {
  const real = realPathOf(file)
  const left = besideFiles(real).find((each) => existsSync(each))
  // If the file exists, another process has just created it, and then the log.
  if (left === undefined || (sizeOf(real) ?? 0) > 0) return
  throw new DigestError(
    'storeForeign',
    `${file} is missing, but ${left} of it is there: a new store beside it would damage both. Stop what still uses it; then move ${basename(file)} back, or move away every ${basename(file)}-… and start anew or restore a backup (content-digest restore)`,
  )
}

/**
 * Refuses a store with hard links: SQLite would keep a separate log for each name, and damage the store.
 *
 * @throws DigestError('storeUnusable')
 */
export function refuseHardLinks(file: string): void {
  const real = realPathOf(file)
  if (linksOf(real) < 2) return
  removeDrafts(real)
  const links = linksOf(real)
  if (links < 2) return
  throw new DigestError(
    'storeUnusable',
    `${file} has ${links} names (hard links), and writing through two would damage it. Show them with 'find / -xdev -samefile ${real}', and keep one. 'content-digest backup' makes a copy`,
  )
}

/** A killed process may have left the draft's name of a new store. */
function removeDrafts(file: string): void {
  const folder = dirname(file)
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (name.startsWith(`${basename(file)}.new-`) && idOf(path) === idOf(file)) rmSync(path, { force: true })
  }
}

function linksOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.nlink ?? 0
}

export function sizeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.size
}

/** Device and inode; `undefined` if there is no accessible file. */
export function idOf(file: string): string | undefined {
  try {
    const { dev, ino } = statSync(file, { bigint: true })
    return `${dev} ${ino}`
  } catch {
    return undefined
  }
}
