import {
  chmodSync,
  chownSync,
  createWriteStream,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { codeOf, DigestError, type ErrorCode } from '../../model/errors.ts'

/**
 * Writes a file completely or not at all: a full disk or a crash leaves the old file. Follows links. Keeps permissions,
 * and the owner if root writes it. Pipes and devices receive the text and stay what they are.
 *
 * @throws DigestError('configInvalid') if the file cannot be written
 */
export function writeFileAtomically(file: string, text: string): void {
  try {
    const { target, before, fresh } = namesOf(file)
    if (before?.isFile() === false) return writeFileSync(target, text)
    try {
      writeFileSync(fresh, text, { mode: before?.mode ?? 0o644, flag: 'wx' })
      putInPlace(fresh, target, before)
    } finally {
      rmSync(fresh, { force: true })
    }
  } catch (cause) {
    throw unwritten('configInvalid', file, cause)
  }
}

function unwritten(code: ErrorCode, file: string, cause: unknown): DigestError {
  return new DigestError(code, `${file}: cannot be written (${codeOf(cause) ?? String(cause)})`, { cause })
}

/**
 * `writeFileAtomically` for a stream. Rejects with the stream's errors too.
 *
 * @throws DigestError('storeFailed') if the file cannot be written
 */
export async function writeStreamAtomically(file: string, pieces: Readable): Promise<void> {
  const { target, before, fresh } = namesOf(file)
  if (before?.isFile() === false) return pipeline(pieces, createWriteStream(target))
  const written = createWriteStream(fresh, { mode: before?.mode ?? 0o644, flags: 'wx', flush: true })
  try {
    await pipeline(pieces, written)
    putInPlace(fresh, target, before)
  } catch (cause) {
    throw cause instanceof Error && 'syscall' in cause ? unwritten('storeFailed', file, cause) : cause
  } finally {
    // A stream that fails at once may still be creating the file.
    if (!written.closed) await new Promise<void>((resolve) => written.once('close', () => resolve()))
    rmSync(fresh, { force: true })
  }
}

function namesOf(file: string) {
  const before = statSync(file, { throwIfNoEntry: false })
  // Links to pipes have no real path.
  const target = before?.isFile() ? realpathSync(file) : file
  const fresh = `${target}.new-${process.pid}`
  // A killed process may have had the same id, as the first process of each container does.
  rmSync(fresh, { force: true })
  return { target, before, fresh }
}

function putInPlace(fresh: string, target: string, before: Stats | undefined): void {
  if (before !== undefined) {
    if (process.getuid?.() === 0) chownSync(fresh, before.uid, before.gid)
    // The umask may have removed permissions.
    chmodSync(fresh, before.mode)
  }
  renameSync(fresh, target)
}
