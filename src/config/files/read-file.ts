import { readFileSync, type Stats, statSync } from 'node:fs'
import { codeOf } from '../../model/errors.ts'

/** A path that is not a regular file. */
export class NotAFile extends Error {
  /** `a pipe` */
  readonly kind: string

  constructor(kind: string) {
    super(`${kind}, not a file`)
    this.kind = kind
  }
}

/**
 * Reads a whole file. Pipes are refused, since they may wait for a writer for ever and can be read only once; devices,
 * since they may have no end.
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

/** Not for a folder: reading it gives a clear error. */
function otherKind(found: Stats): string | undefined {
  if (found.isFIFO()) return 'a pipe'
  if (found.isSocket()) return 'a socket'
  return found.isFile() || found.isDirectory() ? undefined : 'a device'
}
