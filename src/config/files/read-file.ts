import { readFileSync, type Stats, statSync } from 'node:fs'
import { codeOf } from '../../model/errors.ts'

/** What was named in place of a file. */
export class NotAFile extends Error {
  /** `a pipe` */
  readonly kind: string

  constructor(kind: string) {
    super(`${kind}, not a file`)
    this.kind = kind
  }
}

/**
 * Reads a file as a whole. A pipe is refused since it may wait for a writer for ever and can be read once only, a device
 * since it may have no end.
 *
 * @throws NotAFile; the error of the file system
 */
export function readWholeFile(file: string): Buffer {
  const kind = otherKind(statSync(file))
  if (kind !== undefined) throw new NotAFile(kind)
  return readFileSync(file)
}

/** Why a file could not be read, for a message. */
export function unreadableReason(cause: unknown): string {
  return cause instanceof NotAFile ? cause.message : (codeOf(cause) ?? 'unreadable')
}

/** For a folder, reading it says what it is. */
function otherKind(found: Stats): string | undefined {
  if (found.isFIFO()) return 'a pipe'
  if (found.isSocket()) return 'a socket'
  return found.isFile() || found.isDirectory() ? undefined : 'a device'
}
