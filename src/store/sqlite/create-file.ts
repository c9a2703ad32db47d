import { closeSync, constants, copyFileSync, linkSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf } from '../../model/errors.ts'
import type { EpochMs } from '../../model/time.ts'
import { draftOf, PRIVATE_MODE } from '../side-file.ts'
import { Database } from './driver.ts'
import { migrate } from './migrations.ts'
import { databaseFiles, refuseLeftovers, sizeOf } from './store-files.ts'

/** `DiGe` in ASCII, the application id in the file's header. */
export const APPLICATION_ID = 0x44694765

/** Page size of a new store. An article takes about 2 kB, so a page of the default 4 KiB would be half empty. */
const PAGE_BYTES = 8_192

/**
 * Creates an empty database as a draft and links it to its name. A crash leaves no partial database, and of two
 * concurrent starts one wins.
 *
 * @throws DigestError('storeForeign') if files of an earlier store are left
 */
export function createFile(file: string, now: EpochMs): void {
  refuseLeftovers(file)
  mkdirSync(dirname(file), { recursive: true })
  const draft = draftOf(file)
  try {
    createPrivate(draft)
    const db = new Database(draft)
    try {
      db.pragma(`page_size = ${PAGE_BYTES}`)
      db.pragma('journal_mode = WAL')
      db.pragma(`application_id = ${APPLICATION_ID}`)
      migrate(db)
      db.prepare(`INSERT INTO counters (name, value) VALUES ('created', ?)`).run(now)
    } finally {
      db.close()
    }
    // An empty file, for example from `mktemp`, is not a store.
    if (sizeOf(file) === 0) rmSync(file)
    linkFile(draft, file)
  } finally {
    removeDraft(draft)
  }
}

function removeDraft(draft: string): void {
  for (const name of databaseFiles(draft)) rmSync(name, { force: true })
}

/** Creates an empty file that only this user can read. SQLite gives its other files the same permissions. */
export function createPrivate(file: string): void {
  closeSync(openSync(file, 'wx', PRIVATE_MODE))
}

function linkFile(draft: string, file: string): void {
  try {
    linkSync(draft, file)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return
    // The file system may lack hard links.
    copyFileSync(draft, file, constants.COPYFILE_EXCL)
  }
}
