import { existsSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { codeOf, DigestError } from '../../model/errors.ts'

/**
 * Writes a file as a whole or not at all: a full disk or a crash leaves the old file. Links are followed. The
 * file keeps its permissions.
 *
 * @throws DigestError('configInvalid') if the file cannot be written
 */
export function writeFileAtomically(file: string, text: string): void {
  try {
    const target = existsSync(file) ? realpathSync(file) : file
    const mode = existsSync(target) ? statSync(target).mode : 0o644
    const fresh = `${target}.${process.pid}.new`
    try {
      writeFileSync(fresh, text, { mode, flag: 'wx' })
      renameSync(fresh, target)
    } finally {
      rmSync(fresh, { force: true })
    }
  } catch (cause) {
    const why = codeOf(cause) ?? String(cause)
    throw new DigestError('configInvalid', `${file}: cannot be written (${why})`, { cause })
  }
}
