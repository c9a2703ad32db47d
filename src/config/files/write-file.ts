import {
  chmodSync,
  chownSync,
  existsSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { codeOf, DigestError } from '../../model/errors.ts'

/**
 * Writes a file as a whole or not at all: a full disk or a crash leaves the old file. Links are followed. The
 * file keeps its permissions, and its owner if root writes it.
 *
 * @throws DigestError('configInvalid') if the file cannot be written
 */
export function writeFileAtomically(file: string, text: string): void {
  try {
    const target = existsSync(file) ? realpathSync(file) : file
    const before = existsSync(target) ? statSync(target) : undefined
    const fresh = `${target}.${process.pid}.new`
    try {
      writeFileSync(fresh, text, { mode: before?.mode ?? 0o644, flag: 'wx' })
      if (before !== undefined) {
        if (process.getuid?.() === 0) chownSync(fresh, before.uid, before.gid)
        // The mask of the process may have taken rights away.
        chmodSync(fresh, before.mode)
      }
      renameSync(fresh, target)
    } finally {
      rmSync(fresh, { force: true })
    }
  } catch (cause) {
    const why = codeOf(cause) ?? String(cause)
    throw new DigestError('configInvalid', `${file}: cannot be written (${why})`, { cause })
  }
}
