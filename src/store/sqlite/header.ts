import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { codeOf, DigestError } from '../../domain/errors.ts'

/** `DiGe` in ASCII: marks a SQLite file as ours (the header's application id). */
export const APPLICATION_ID = 0x44694765

/** What can be told of a file before SQLite opens it; of one that may be open already only SQLite can tell more. */
export type FileKind = 'absent' | 'ours' | 'open'

/**
 * Reads what kind of file this is without SQLite, which would leave its traces beside the file. Not where it has left
 * them: to close a file takes from this process all locks that its connections have on it, and another process would
 * then clear their log away under them.
 *
 * @throws DigestError('storeForeign') where it is not our database, `storeNewer` where its schema is newer than
 * `schemaVersion`, `storeForbidden` where it may not be read
 * @see https://www.sqlite.org/fileformat.html#the_database_header
 * @see https://www.sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_
 */
export function checkFile(file: string, schemaVersion: number): FileKind {
  if (existsSync(`${file}-shm`) && existsSync(file)) return 'open'
  const header = readHeader(file)
  if (header === undefined || header.length === 0) return 'absent'
  if (header.length < HEADER_BYTES || header.toString('latin1', 0, 16) !== MAGIC) {
    throw new DigestError('storeForeign', `${file} is not a SQLite database; it was left as it is`)
  }
  checkMarks(
    file,
    header.readUInt32BE(APPLICATION_ID_AT),
    header.readUInt32BE(USER_VERSION_AT),
    schemaVersion,
  )
  return 'ours'
}

/** The same for marks however they were read. */
export function checkMarks(
  file: string,
  applicationId: number,
  userVersion: number,
  schemaVersion: number,
): void {
  if (applicationId !== APPLICATION_ID) {
    throw new DigestError('storeForeign', `${file} is another program's database; it was left as it is`)
  }
  if (userVersion > schemaVersion) {
    throw new DigestError(
      'storeNewer',
      `${file} was written by a newer version of content-digest (schema ${userVersion}, this one knows ${schemaVersion}); it was left as it is`,
    )
  }
}

const HEADER_BYTES = 100
const MAGIC = 'SQLite format 3\0'
const USER_VERSION_AT = 60
const APPLICATION_ID_AT = 68

function readHeader(file: string): Buffer | undefined {
  try {
    const descriptor = openSync(file, 'r')
    try {
      const header = Buffer.alloc(HEADER_BYTES)
      return header.subarray(0, readSync(descriptor, header, 0, HEADER_BYTES, 0))
    } finally {
      closeSync(descriptor)
    }
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT') return undefined
    throw new DigestError('storeForbidden', `${file} cannot be read (${String(code)})`, { cause: error })
  }
}
